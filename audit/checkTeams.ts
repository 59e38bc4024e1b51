import { type Kind, KINDS } from "../sim/battle/characters.ts";
import { seal, type TextHash } from "../sim/sealing/commitment.ts";
import { type Described, Difference, refuseUnless, Unchecked } from "./check.ts";
import type { Game } from "./game.ts";
import { playerOf } from "./record.ts";

/** Player 1's nonce and team are those that were sealed (PROTOCOL 1). */
export function checkCommitment({ record: { p1, teamHash } }: Game, hash?: TextHash): Described {
  const assetIds = p1.team!.map(({ assetId }) => assetId);
  const computed = seal(p1.nonce!, assetIds, hash);
  refuseUnless(computed === teamHash, "teamHash", teamHash, computed);
  return () => computed;
}

/** All five fighters belonged to the player, and none was on cooldown, when the team was shown (PROTOCOL 6). */
export function checkOwnership({ record, fighterStats }: Game, player: 1 | 2): Described {
  const { address, team } = playerOf(record, player);
  // Player 1 shows its team at the reveal, in the very block that ends the game.
  const judged = player === 1 ? record.ended! : record.joined!;
  const fieldOf = (slot: number, name: string) => `p${player}.team[${slot}].${name}`;
  let isKnown = true;
  for (const [slot, { owner, assetId }] of team!.entries()) {
    if (owner === null) isKnown = false;
    else if (owner !== address) {
      const whose = `the record says ${owner} had ${assetId}`;
      throw new Difference(fieldOf(slot, "owner"), `${whose}, it was played by ${address}`);
    }
  }
  for (const [slot, { cooldownUntil, assetId }] of team!.entries()) {
    if (cooldownUntil === null) {
      isKnown = false;
      continue;
    }
    if (judged.time < cooldownUntil) {
      const until = `the record says ${assetId} rests until ${cooldownUntil}`;
      throw new Difference(fieldOf(slot, "cooldownUntil"), `${until}, it was shown at ${judged.time}`);
    }
    const before = player === 1 ? fighterStats.before(slot)?.cooldownUntil : undefined;
    if (before !== undefined && before !== cooldownUntil) {
      const other = `${fieldOf(slot, "stats.cooldownUntil.before")} says ${before}`;
      throw new Difference(fieldOf(slot, "cooldownUntil"), `the record says ${cooldownUntil}, ${other}`);
    }
  }
  if (!isKnown) {
    throw new Unchecked(
      `the node had no state of block ${judged.block}: owners and cooldowns are not available`,
    );
  }
  return () => `all five of ${address}, none resting at ${judged.time}`;
}

/** Five distinct fighters, so many tanks, damage and support as the mode asks for. */
export function checkTeamRule({ record, mode }: Game, player: 1 | 2): Described {
  const team = playerOf(record, player).team!;
  team.forEach(({ assetId }, slot) => {
    const earlier = team.findIndex((fighter) => fighter.assetId === assetId);
    if (earlier === slot) return;
    throw new Difference(`p${player}.team[${slot}].assetId`, `${assetId} stands in slot ${earlier} already`);
  });
  const countOf = (kind: Kind) => team.filter((fighter) => fighter.kind === kind).length;
  const shown = () => KINDS.map((kind) => `${countOf(kind)} ${kind}`).join(", ");
  const rule = mode.settings.teamRule;
  if (rule !== null && KINDS.some((kind) => rule[kind] !== countOf(kind))) {
    const asked = KINDS.map((kind) => `${rule[kind]} ${kind}`).join(", ");
    throw new Difference(`p${player}.team`, `has ${shown()}; the mode asks for ${asked}`);
  }
  return () => (rule === null ? `${shown()}; any team may play` : `${shown()}, as the mode asks`);
}
