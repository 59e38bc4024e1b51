import pc from "picocolors";
import { CHARACTERS } from "../../sim/battle/characters.ts";
import type { BattleMode } from "../../sim/battle/modes.ts";
import { STATS, type Fighter, type Team } from "../../sim/battle/stats.ts";
import { statsOf } from "../../sim/battle/battle.ts";
import type { Turn } from "../../sim/battle/turnLog.ts";

const NAME_WIDTH = 20;
const HP_BAR_WIDTH = 10;
const HP_WIDTH = 7;

/** Player 1 in one colour, player 2 in another, all through a fight. */
export const sideColor = (player: 1 | 2) => (player === 1 ? pc.cyan : pc.magenta);

export function fighterName(charId: number): string {
  return CHARACTERS[charId - 1]?.name ?? `Character ${charId}`;
}

/** A team as a table: who stands in which slot, and its six stats in this mode. */
export function drawTeam(player: 1 | 2, team: Team, mode: BattleMode): string {
  const header = `  ${"slot".padEnd(5)}${"fighter".padEnd(NAME_WIDTH + 8)}${STATS.map((stat) => stat.padStart(8)).join("")}`;
  const rows = team.map(
    (fighter, slot) => `  ${String(slot).padEnd(5)}${drawFighter(player, fighter, mode)}`,
  );
  return [pc.dim(header), ...rows].join("\n");
}

function drawFighter(player: 1 | 2, fighter: Fighter, mode: BattleMode): string {
  const stats = statsOf(mode, fighter);
  const name = sideColor(player)(fighterName(fighter.charId).padEnd(NAME_WIDTH + 1));
  const id = pc.dim(`#${fighter.assetId}`.padEnd(7));
  return name + id + STATS.map((stat) => String(stats[stat]).padStart(8)).join("");
}

/** One turn on one line: who, whom, what came of it, and what is left of the target. */
export function drawTurn(turn: Turn, mode: BattleMode, defender: Fighter): string {
  const attackerSide = sideColor(turn.attacker);
  const defenderSide = sideColor(turn.attacker === 1 ? 2 : 1);
  const fullHp = statsOf(mode, defender).health;
  return [
    pc.dim(String(turn.round).padStart(4)),
    attackerSide(fighterName(turn.attackerCharId).padStart(NAME_WIDTH)),
    pc.dim(`${turn.attackerSlot} ▸ ${turn.defenderSlot}`),
    defenderSide(fighterName(turn.defenderCharId).padEnd(NAME_WIDTH)),
    drawHp(turn.defenderHpEnd, fullHp),
    describeTurn(turn, mode),
  ].join(" ");
}

function drawHp(hp: number, fullHp: number): string {
  const filled = Math.ceil((hp / fullHp) * HP_BAR_WIDTH);
  const color = hp * 4 <= fullHp ? pc.red : hp * 2 <= fullHp ? pc.yellow : pc.green;
  const bar = color("█".repeat(filled)) + pc.dim("░".repeat(HP_BAR_WIDTH - filled));
  return `${bar} ${`${hp}/${fullHp}`.padStart(HP_WIDTH)}`;
}

function describeTurn(turn: Turn, mode: BattleMode): string {
  if (turn.wasDodge) return pc.dim(`dodged (rolled ${turn.randomDodge})`);
  const notes = [
    turn.wasCombo ? pc.yellow(`combo ×${mode.comboFactor / 10_000}`) : "",
    turn.rangePenalty > 0 ? pc.dim(`out of range −${turn.rangePenalty / 100} %`) : "",
    turn.wasKill ? pc.red(pc.bold("✝ falls")) : "",
  ].filter(Boolean);
  return [pc.bold(`−${turn.damageDealt}`), ...notes].join("  ");
}
