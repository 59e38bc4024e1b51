import catalogue from "../../game/characters.json" with { type: "json" };
import { InputError, readInteger, readObject, readText } from "../input.ts";
import { STATS, type Tiers, TIER_COUNT } from "./stats.ts";

/** The kinds of character, numbered in this order on chain. */
export const KINDS = ["tank", "damage", "support"] as const;
export type Kind = (typeof KINDS)[number];

export interface Character {
  readonly id: number;
  readonly name: string;
  readonly kind: Kind;
  readonly tiers: Tiers;
}

/** The longest name of a character or a mode, in bytes: a short string on chain. */
export const MAX_NAME_LENGTH = 31;

export function readKind(value: unknown, field: string): Kind {
  const kind = KINDS.find((known) => known === value);
  if (kind === undefined) throw new InputError(field, value, `one of ${KINDS.join(", ")}`);
  return kind;
}

function readCharacter(value: unknown, index: number): Character {
  const field = `characters[${index}]`;
  const fields = readObject(value, field, ["id", "name", "type", "tiers"]);
  const tiers = readObject(fields.tiers, `${field}.tiers`, STATS);
  return {
    // Characters are numbered from 1 in the order of the catalogue, on chain too.
    id: readInteger(fields.id, `${field}.id`, index + 1, index + 1),
    name: readText(fields.name, `${field}.name`, MAX_NAME_LENGTH),
    kind: readKind(fields.type, `${field}.type`),
    tiers: STATS.map((stat) =>
      readInteger(tiers[stat], `${field}.tiers.${stat}`, 1, TIER_COUNT),
    ) as unknown as Tiers,
  };
}

/** The forty characters that the game ships with (game/characters.json). */
export const CHARACTERS: readonly Character[] = catalogue.characters.map(readCharacter);
