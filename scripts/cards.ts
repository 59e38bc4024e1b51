// Draws the catalogue with the contract itself: docs/cards.svg for the README, docs/cards-all.svg with all forty.
// Run with `node scripts/cards.ts`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { network, tasks } from "hardhat";

interface Character {
  id: number;
  name: string;
  type: "tank" | "damage" | "support";
  tiers: Record<"attack" | "defense" | "health" | "speed" | "range" | "combo", number>;
}

interface Drawn {
  character: Character;
  golden: boolean;
}

const KINDS = { tank: 0, damage: 1, support: 2 };
const WIDTH = 350;
const HEIGHT = 490;
const GAP = 24;

/** Ids for the README: all three types, every crest, and something golden in either row. */
const SPREAD = [1, 24, 33, 6, 21, 11, 26, 37, 13, 22];
const GOLDEN = new Set([6, 26]);

const root = new URL("../", import.meta.url);
const { characters } = JSON.parse(readFileSync(new URL("game/characters.json", root), "utf8")) as {
  characters: Character[];
};

await tasks.getTask("build").run({ quiet: true });
const { ethers } = await network.create();
const cards = await ethers.deployContract("FighterCards");

mkdirSync(new URL("docs/", root), { recursive: true });
const spread = SPREAD.map((id) => characters.find((character) => character.id === id)!);
await writeSheet(
  "docs/cards.svg",
  5,
  spread.map((character) => ({ character, golden: GOLDEN.has(character.id) })),
);
await writeSheet(
  "docs/cards-all.svg",
  8,
  characters.map((character) => ({ character, golden: false })),
);

async function writeSheet(path: string, columns: number, sheet: Drawn[]) {
  const placed: string[] = [];
  for (const [index, drawn] of sheet.entries()) {
    const x = GAP + (index % columns) * (WIDTH + GAP);
    const y = GAP + Math.floor(index / columns) * (HEIGHT + GAP);
    const svg = withOwnIds(await draw(drawn), index);
    placed.push(svg.replace("<svg ", `<svg x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" `));
  }
  const width = GAP + columns * (WIDTH + GAP);
  const height = GAP + Math.ceil(sheet.length / columns) * (HEIGHT + GAP);
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`;
  writeFileSync(new URL(path, root), `${open}\n${placed.join("\n")}\n</svg>\n`);
  console.log(`${path}: ${sheet.length} cards`);
}

async function draw({ character, golden }: Drawn): Promise<string> {
  const { id, name, type, tiers } = character;
  const { attack, defense, health, speed, range, combo } = tiers;
  return cards.card(id, id, name, KINDS[type], [attack, defense, health, speed, range, combo], golden);
}

/** Every card names its parts alike, and in one file the first of a name would serve them all. */
function withOwnIds(svg: string, index: number): string {
  return svg.replace(/( id="|href="#|url\(#)(\w+)/g, `$1$2${index}`);
}
