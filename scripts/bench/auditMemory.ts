// Audits the data set in a folder, and prints the most memory that this process ever had, in kB.
import { openDataset } from "../../cli/audit/dataset.ts";
import { createAuditEngine } from "../../cli/audit/judge.ts";
import { checkAll } from "../../cli/audit/verdicts.ts";

const folder = process.argv[2]!;
await checkAll(folder, await openDataset(folder), createAuditEngine());
console.log(process.resourceUsage().maxRSS);
