import { Command } from "commander";
import { addAudit } from "./commands/audit.ts";
import { addExport } from "./commands/export.ts";
import { addVerify } from "./commands/verify.ts";

const program = new Command("duel").description("Sealed Duel: check fights, trust nobody");
addVerify(program);
addExport(program);
addAudit(program);
await program.parseAsync();
