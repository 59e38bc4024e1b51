import { type Kind, KINDS } from "../sim/battle/characters.ts";
import { seal, type TextHash } from "../sim/sealing/commitment.ts";
import { type Described, Difference, refuseUnless, Unchecked } from "./check.ts";
import type { Game } from "./game.ts";
import type { RecordMode, RecordPlayer, Step } from "./record.ts";

/** Player 1's nonce and team are those that were sealed (PROTOCOL 1). */
export function checkCommitment({ record: { p1, teamHash } }: Game, hash?: TextHash): Described {
  const assetIds = p1.team!.map(({ assetId }) => assetId);
  const computed = seal(p1.nonce!, assetIds, hash);
  refuseUnless(computed === teamHash, "teamHash", teamHash, computed);
  return () => computed;
}

/** All five fighters belonged to the player, and none was on cooldown, when the team was shown (PROTOCOL 6). */
export function checkOwnership(player: RecordPlayer, path: string, judged: Step): Described {
  player.team!.forEach(({ owner, assetId }, slot) => {
    if (owner === null || owner === player.address) return;
    const whose = `the record says ${owner} had ${assetId}`;
    throw new Difference(`${path}.team[${slot}].owner`, `${whose}, it was played by ${player.address}`);
  });
  player.team!.forEach(({ cooldownUntil, assetId, stats }, slot) => {
    const field = `${path}.team[${slot}].cooldownUntil`;
    if (cooldownUntil !== null && judged.time < cooldownUntil) {
      const until = `the record says ${assetId} rests until ${cooldownUntil}`;
      throw new Difference(field, `${until}, it was shown at ${judged.time}`);
    }
    // Player 1 is judged in the very block that ends the game: the same number stands in the statistics.
    const before = path === "p1" ? stats?.cooldownUntil.before : undefined;
    if (cooldownUntil !== null && before !== undefined && before !== cooldownUntil.toString()) {
      const other = `${path}.team[${slot}].stats.cooldownUntil.before says ${before}`;
      throw new Difference(field, `the record says ${cooldownUntil}, ${other}`);
    }
  });
  const isKnown = player.team!.every(({ owner, cooldownUntil }) => owner !== null && cooldownUntil !== null);
  if (!isKnown) {
    throw new Unchecked(
      `the node had no state of block ${judged.block}: owners and cooldowns are not available`,
    );
  }
  return () => `all five of ${player.address}, none resting at ${judged.time}`;
}

/** Five distinct fighters, so many tanks, damage and support as the mode asks for. */
export function checkTeamRule(player: RecordPlayer, path: string, mode: RecordMode): Described {
  player.team!.forEach(({ assetId }, slot) => {
    const earlier = player.team!.findIndex((fighter) => fighter.assetId === assetId);
    if (earlier === slot) return;
    throw new Difference(`${path}.team[${slot}].assetId`, `${assetId} stands in slot ${earlier} already`);
  });
  const countOf = (kind: Kind) => player.team!.filter((fighter) => fighter.kind === kind).length;
  const shown = () => KINDS.map((kind) => `${countOf(kind)} ${kind}`).join(", ");
  const rule = mode.teamRule;
  if (rule !== null && KINDS.some((kind) => rule[kind] !== countOf(kind))) {
    const asked = KINDS.map((kind) => `${rule[kind]} ${kind}`).join(", ");
    throw new Difference(`${path}.team`, `has ${shown()}; the mode asks for ${asked}`);
  }
  return () => (rule === null ? `${shown()}; any team may play` : `${shown()}, as the mode asks`);
}
