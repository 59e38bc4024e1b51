/**
 * Says what is wrong with the shape of an XML document, if anything: tags that do not nest, attributes that are not
 * quoted or come twice, stray markup and unknown references. Enough for SVG without comments, CDATA or a doctype.
 */
export function balanceError(xml: string): string | undefined {
  // XML 1.0 has no way to hold these, not even as a reference.
  const control = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml);
  if (control) return `forbidden character at ${control.index}`;

  const open: string[] = [];
  let roots = 0;
  let at = 0;
  while (at < xml.length) {
    const text = /[^<]*/y;
    text.lastIndex = at;
    const between = text.exec(xml)![0];
    if (badText(between)) return `bad text at ${at}: ${between.slice(0, 40)}`;
    if (open.length === 0 && between.trim() !== "") return `text outside the root at ${at}`;
    at += between.length;
    if (at === xml.length) break;

    const tag = /<(\/?)([A-Za-z]\w*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y;
    tag.lastIndex = at;
    const match = tag.exec(xml);
    if (!match) return `bad tag at ${at}: ${xml.slice(at, at + 40)}`;
    const [whole, closing, name, attributes, empty] = match as unknown as [
      string,
      string,
      string,
      string,
      string,
    ];
    const names = [...attributes.matchAll(/\s([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => {
      if (badText(value!)) throw new Error(`bad attribute at ${at}: ${whole}`);
      return key;
    });
    if (new Set(names).size !== names.length) return `an attribute comes twice at ${at}: ${whole}`;
    if (closing) {
      if (open.pop() !== name) return `${whole} closes nothing at ${at}`;
    } else {
      if (open.length === 0 && ++roots > 1) return `a second root at ${at}`;
      if (!empty) open.push(name);
    }
    at += whole.length;
  }
  return open.length === 0 ? undefined : `never closed: ${open.join(", ")}`;
}

function badText(text: string): boolean {
  return /&(?!(amp|lt|gt|quot|apos|#\d+);)/.test(text);
}
