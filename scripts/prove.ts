/** `npm run prove`: has the compiler's model checker prove every file of contracts/proofs. */
import type { Claim } from "./prove/modelChecker.ts";
import { PROOFS, prove } from "./prove/proofs.ts";

const MARKS: Readonly<Record<Claim["verdict"], string>> = { proved: "✔", refuted: "✘", undecided: "?" };

const say = (text: string) => process.stderr.write(`${text}\n`);

say(`Proving ${PROOFS.length} files; each takes 10 to 30 seconds…`);
const results = await Promise.all(
  PROOFS.map(async (file) => {
    const started = performance.now();
    const claims = await prove(file);
    say(`${file}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return { file, claims };
  }),
);

for (const { file, claims } of results) {
  console.log(`\n${file}`);
  for (const { text, verdict, detail } of claims) {
    console.log(`  ${MARKS[verdict]} ${text || detail}`);
    if (verdict !== "proved") console.log(detail.replaceAll(/^/gm, "      "));
  }
}

const all = results.flatMap(({ claims }) => claims);
const proved = all.filter(({ verdict }) => verdict === "proved").length;
console.log(`\n${proved} of ${all.length} claims proved.`);
if (proved < all.length) process.exitCode = 1;
