import { buildModule } from "@nomicfoundation/hardhat-ignition/modules";
import { characterToAdd, modeToRegister } from "../../chain/registration.ts";
import { CHARACTERS } from "../../sim/battle/characters.ts";
import { SHIPPED_MODES } from "../../sim/duel/gameModes.ts";

/**
 * The whole game: token, fighters with their catalogue, duel with the shipped modes. The deployer is the first
 * administrator; `house` gets the house's share and `treasury` the supply of FIGHT.
 */
export default buildModule("SealedDuel", (m) => {
  const admin = m.getAccount(0);
  const house = m.getParameter("house", admin);
  const treasury = m.getParameter("treasury", admin);

  const fight = m.contract("Fight", [treasury]);
  const cards = m.contract("FighterCards");
  const fighters = m.contract("Fighters", [admin, cards]);
  m.call(fighters, "addCharacters", [CHARACTERS.map(characterToAdd)]);

  const turnLog = m.library("TurnLog");
  const modeRegistry = m.library("ModeRegistry");
  const duel = m.contract("Duel", [admin, house, fight, fighters], {
    libraries: { ModeRegistry: modeRegistry, TurnLog: turnLog },
  });
  // One after the other, so that a mode's number is its place in the list.
  SHIPPED_MODES.reduce<ReturnType<typeof m.call>[]>((earlier, mode) => {
    const call = m.call(duel, "registerMode", [modeToRegister(mode)], {
      id: `registerMode_${mode.name}`,
      after: earlier,
    });
    return [...earlier, call];
  }, []);

  const battleSimulator = m.contract("BattleSimulator", [], { libraries: { TurnLog: turnLog } });
  return { fight, cards, fighters, duel, battleSimulator };
});
