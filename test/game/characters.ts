import { readFileSync } from "node:fs";
import { expect } from "chai";

interface Character {
  id: number;
  name: string;
  type: string;
  tiers: Record<string, number>;
}

const STATS = ["attack", "defense", "health", "speed", "range", "combo"];

const { characters } = JSON.parse(
  readFileSync(new URL("../../game/characters.json", import.meta.url), "utf8"),
) as { characters: Character[] };
const ofType = (type: string) => characters.filter((character) => character.type === type);
const vector = ({ tiers }: Character) => STATS.map((stat) => tiers[stat]!);
const average = (type: string, stat: string) =>
  ofType(type).reduce((sum, { tiers }) => sum + tiers[stat]!, 0) / ofType(type).length;

describe("The catalogue of characters", () => {
  it("has 16 tanks, 16 damage dealers and 8 supports", () => {
    expect(ofType("tank")).to.have.length(16);
    expect(ofType("damage")).to.have.length(16);
    expect(ofType("support")).to.have.length(8);
    expect(characters).to.have.length(40);
  });

  it("numbers them from 1 to 40 in order", () => {
    expect(characters.map(({ id }) => id)).to.deep.equal(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  it("gives each a name of its own that fits a card and any font", () => {
    expect(new Set(characters.map(({ name }) => name.toLowerCase())).size).to.equal(40);
    for (const { name } of characters) {
      expect(name).to.match(/^[A-Za-z][A-Za-z '-]*$/);
      expect(name.length).to.be.at.most(20);
      expect(name).to.equal(name.trim());
    }
  });

  it("gives each exactly six tiers from 1 to 3", () => {
    for (const { name, tiers } of characters) {
      expect(Object.keys(tiers), name).to.deep.equal(STATS);
      for (const tier of Object.values(tiers)) expect(tier, name).to.be.oneOf([1, 2, 3]);
    }
  });

  it("holds nothing beyond what its schema names", () => {
    for (const character of characters) {
      expect(Object.keys(character)).to.deep.equal(["id", "name", "type", "tiers"]);
    }
  });

  it("has no two alike", () => {
    expect(new Set(characters.map((character) => vector(character).join())).size).to.equal(40);
  });

  it("keeps them even: each one's tiers sum to 11, 12 or 13", () => {
    for (const character of characters) {
      const sum = vector(character).reduce((total, tier) => total + tier, 0);
      expect(sum, character.name).to.be.within(11, 13);
    }
  });

  it("gives each type its strength: tanks endure, damage strikes, supports reach", () => {
    for (const [type, stats] of [
      ["tank", ["defense", "health"]],
      ["damage", ["attack", "combo"]],
      ["support", ["range"]],
    ] as const) {
      for (const stat of stats) {
        for (const other of ["tank", "damage", "support"]) {
          if (other !== type)
            expect(average(type, stat), `${type} ${stat}`).to.be.above(average(other, stat));
        }
      }
    }
  });
});
