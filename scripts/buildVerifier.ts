// Makes dist/verifier.html: page, style and script in one file, which asks the network for nothing.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const target = process.argv[2] ?? join(root, "dist/verifier.html");

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2022"],
    charset: "utf8",
    legalComments: "none",
  });
  // Inside a script element this text would end it.
  return outputFiles[0]!.text.trim().replaceAll("</script", "<\\/script");
}

/** A policy that allows these two texts and nothing else: no request can leave the page, whatever is pasted. */
function policyFor(script: string, style: string): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`;
  return `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
}

const [page, script, style] = await Promise.all([
  readFile(join(root, "verifier/page.html"), "utf8"),
  bundle("verifier/main.ts"),
  bundle("verifier/style.css"),
]);
const html = page
  .replace("<!-- POLICY -->", () => policyFor(script, style))
  .replace("<!-- STYLE -->", () => `<style>${style}</style>`)
  .replace("<!-- SCRIPT -->", () => `<script>${script}</script>`);
await mkdir(join(target, ".."), { recursive: true });
await writeFile(target, html);
console.log(`${target}: ${(html.length / 1024).toFixed(0)} kB`);
