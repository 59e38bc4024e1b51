import { readFileSync } from "node:fs";
import { expect } from "chai";
import { network } from "hardhat";
import { balanceError } from "./helpers/xml.ts";

type Tiers = [number, number, number, number, number, number];
type Args = [
  assetId: bigint | number,
  charId: bigint | number,
  name: string,
  kind: number,
  tiers: Tiers,
  golden: boolean,
];

interface Metadata {
  name: string;
  description: string;
  image: string;
  attributes: { trait_type: string; value: string | number }[];
}

const KINDS = ["tank", "damage", "support"];
const STATS = ["attack", "defense", "health", "speed", "range", "combo"];
const SVG_HEAD = "data:image/svg+xml;base64,";
const JSON_HEAD = "data:application/json;base64,";
const CODE_LIMIT = 24_576;
const GAS_LIMIT = 5_000_000n;

const { characters } = JSON.parse(
  readFileSync(new URL("../game/characters.json", import.meta.url), "utf8"),
) as {
  characters: { id: number; name: string; type: string; tiers: Record<string, number> }[];
};
const catalogue = characters.map(({ id, name, type, tiers }): Args => [
  1_000 + id,
  id,
  name,
  KINDS.indexOf(type),
  STATS.map((stat) => tiers[stat]!) as Tiers,
  false,
]);
const one: Args = [7, 24, "Ilka Stormshear", 1, [3, 1, 1, 3, 2, 3], false];

describe("FighterCards", () => {
  async function deploy() {
    const { ethers } = await network.create();
    const cards = await ethers.deployContract("FighterCards");
    return { ethers, cards };
  }
  let cards: Awaited<ReturnType<typeof deploy>>["cards"];
  let ethers: Awaited<ReturnType<typeof deploy>>["ethers"];
  before(async () => {
    ({ ethers, cards } = await deploy());
  });

  const named = (name: string): Args => [one[0], one[1], name, one[3], one[4], one[5]];
  const base64 = (uri: string, head: string) => {
    expect(uri.startsWith(head)).to.equal(true);
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(uri.slice(head.length), "base64"));
  };
  const metadata = async (args: Args) =>
    JSON.parse(base64(await cards.tokenURI(...args), JSON_HEAD)) as Metadata;

  /** Calls with the name as raw bytes, which a string of JavaScript could not hold. */
  async function rawName(method: "card" | "tokenURI", hex: string): Promise<string> {
    const types = ["uint256", "uint256", "bytes", "uint256", "uint8[6]", "bool"];
    const [assetId, charId, , kind, tiers, golden] = one;
    const args = ethers.AbiCoder.defaultAbiCoder().encode(types, [assetId, charId, hex, kind, tiers, golden]);
    const selector = cards.interface.getFunction(method)!.selector;
    const data = selector + args.slice(2);
    const result = await ethers.provider.call({ to: await cards.getAddress(), data });
    return ethers.AbiCoder.defaultAbiCoder().decode(["string"], result)[0] as string;
  }

  it("names the token and lists its type, its gilding and each tier as a number", async () => {
    const { name, description, attributes } = await metadata(one);
    expect(name).to.equal("Ilka Stormshear #7");
    expect(description).to.match(/Sealed Duel/);
    expect(attributes).to.deep.equal([
      { trait_type: "Type", value: "Damage" },
      { trait_type: "Golden", value: "No" },
      { trait_type: "Attack", value: 3 },
      { trait_type: "Defense", value: 1 },
      { trait_type: "Health", value: 1 },
      { trait_type: "Speed", value: 3 },
      { trait_type: "Range", value: 2 },
      { trait_type: "Combo", value: 3 },
    ]);
  });

  it("carries the card as its image", async () => {
    const { image } = await metadata(one);
    expect(base64(image, SVG_HEAD)).to.equal(await cards.card(...one));
  });

  it("draws every character of the catalogue as well-formed, distinct and self-contained SVG", async () => {
    const seen = new Set<string>();
    const figures = new Set<string>();
    for (const args of catalogue) {
      const svg = await cards.card(...args);
      expect(balanceError(svg), args[2]).to.equal(undefined);
      expect(svg)
        .to.include(`>${args[2].replace("'", "&#39;")}</text>`)
        .and.to.include(`>#${args[0]}</text>`);
      expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.to.match(/script|http|@|[{}|[\]]/);
      for (const [, id] of svg.matchAll(/(?:href="#|url\(#)(\w+)/g)) expect(svg).to.include(` id="${id}"`);
      seen.add(svg);
      figures.add(svg.replace(/<text.*?<\/text>/g, ""));
    }
    expect(seen.size).to.equal(40);
    expect(figures.size, "cards must differ in more than their texts").to.equal(40);
  });

  it("draws every crest, eye, sigil and weapon of every kind at every tier as well-formed SVG", async () => {
    for (let charId = 0; charId < 56; ++charId) {
      for (let kind = 0; kind < 3; ++kind) {
        const tier = 1 + ((charId + kind) % 3);
        const svg = await cards.card(1, charId, "x", kind, Array(6).fill(tier) as Tiers, charId % 2 === 0);
        expect(balanceError(svg), `${charId} ${kind}`).to.equal(undefined);
        expect(svg).not.to.match(/[@{}|[\]]/);
      }
    }
  });

  it("lets each tier show in the drawing itself and not only in its pips", async () => {
    const plain = (svg: string) => svg.slice(0, svg.indexOf("<text"));
    for (let kind = 0; kind < 3; ++kind) {
      for (let stat = 0; stat < 6; ++stat) {
        const looks = new Set<string>();
        for (const tier of [1, 2, 3]) {
          const tiers = [2, 2, 2, 2, 2, 2] as Tiers;
          tiers[stat] = tier;
          looks.add(plain(await cards.card(1, 1, "x", kind, tiers, false)));
        }
        expect(looks.size, `${KINDS[kind]} ${STATS[stat]}`).to.equal(3);
      }
    }
  });

  it("gilds a golden card, in its picture and in its attributes", async () => {
    const golden: Args = [one[0], one[1], one[2], one[3], one[4], true];
    expect(await cards.card(...golden)).not.to.equal(await cards.card(...one));
    expect(await cards.card(...golden)).to.include("Golden Damage");
    expect((await metadata(golden)).attributes[1]).to.deep.equal({ trait_type: "Golden", value: "Yes" });
  });

  it("gives the same bytes for the same arguments, on any deployment", async () => {
    const { cards: another } = await deploy();
    expect(await another.tokenURI(...one)).to.equal(await cards.tokenURI(...one));
  });

  it("keeps a hostile name from leaving its JSON string or its SVG text", async () => {
    const hostile = "</svg><script>alert(1)</script>\"'\\\n\u0000\u001f\u007f&amp;@a[{K|}]\u2028é🜂";
    const { name, image } = await metadata(named(hostile));
    expect(name).to.equal(`${hostile} #7`);
    const svg = base64(image, SVG_HEAD);
    expect(balanceError(svg)).to.equal(undefined);
    expect(svg).not.to.include("<script");
    expect(svg.match(/<\/svg>/g)).to.have.length(1);
    expect(svg).to.include(
      ">&#60;/svg&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;\\    &#38;amp;@a[{K|}]\u2028é🜂</text>",
    );
  });

  it("escapes any single ASCII character", async () => {
    for (let code = 0; code < 128; ++code) {
      const char = String.fromCharCode(code);
      const { name, image } = await metadata(named(`a${char}b`));
      expect(name).to.equal(`a${char}b #7`);
      expect(balanceError(base64(image, SVG_HEAD)), `code ${code}`).to.equal(undefined);
    }
  });

  it("shows question marks for bytes that are no UTF-8, so neither file is ever malformed", async () => {
    // A lone continuation, an overlong slash, a surrogate, a noncharacter, beyond Unicode, and a cut-off tail.
    for (const [hex, shown] of [
      ["0x418042", "A?B"],
      ["0xc0af", "??"],
      ["0xeda080", "???"],
      ["0xefbfbf", "???"],
      ["0xf4908080", "????"],
      ["0xe08080", "???"],
      ["0xf0808080", "????"],
      ["0x41e282", "A??"],
      ["0xe282ac", "€"],
      ["0xf48fbfbd", "\u{10fffd}"],
    ] as const) {
      const json = JSON.parse(base64(await rawName("tokenURI", hex), JSON_HEAD)) as Metadata;
      expect(json.name, hex).to.equal(`${shown} #7`);
      expect(await rawName("card", hex), hex).to.include(`>${shown}</text>`);
    }
  });

  it("fits long names and long numbers into the frame", async () => {
    const max = 2n ** 256n - 1n;
    const svg = await cards.card(max, max, "<".repeat(500), 2, [3, 3, 3, 3, 3, 3], true);
    expect(balanceError(svg)).to.equal(undefined);
    expect(svg).to.include("&#60;".repeat(500)).and.to.include(`#${max}</text>`);
    expect(svg.match(/textLength/g)).to.have.length(2);
    expect((await metadata([max, max, "\u0001".repeat(500), 2, [3, 3, 3, 3, 3, 3], true])).name).to.include(
      `${max}`,
    );
  });

  it("refuses a kind or a tier that does not exist", async () => {
    await expect(cards.card(1, 1, "x", 3, [1, 1, 1, 1, 1, 1], false))
      .to.be.revertedWithCustomError(cards, "FighterCardsUnknownKind")
      .withArgs(3);
    await expect(cards.tokenURI(1, 1, "x", 0, [1, 1, 0, 1, 1, 1], false))
      .to.be.revertedWithCustomError(cards, "FighterCardsTierOutOfRange")
      .withArgs(2, 0);
    await expect(cards.card(1, 1, "x", 0, [1, 1, 1, 1, 1, 4], false))
      .to.be.revertedWithCustomError(cards, "FighterCardsTierOutOfRange")
      .withArgs(5, 4);
  });

  it("answers tokenURI for far less than a node's gas cap, and fits the code limit", async () => {
    let most = 0n;
    for (const args of catalogue) {
      const gas = await cards.tokenURI.estimateGas(...args);
      if (gas > most) most = gas;
    }
    expect(most < GAS_LIMIT, `${most} gas`).to.equal(true);
    const code = await ethers.provider.getCode(await cards.getAddress());
    expect(ethers.dataLength(code)).to.be.at.most(CODE_LIMIT);
  });
});
