import { Command } from "commander";
import { addExport } from "./commands/export.ts";
import { addVerify } from "./commands/verify.ts";

const program = new Command("duel").description("Sealed Duel: check fights, trust nobody");
addVerify(program);
addExport(program);
await program.parseAsync();
