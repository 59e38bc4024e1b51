import { availableParallelism } from "node:os";
import { Command } from "commander";
import { engineVersion } from "../../../lab/proof.ts";
import { readNumber, readQueueUrl } from "./options.ts";

export function workerCommand(): Command {
  return new Command("worker")
    .description("join the work of a queue, from anywhere, until Ctrl-C")
    .requiredOption(
      "--queue <url>",
      "the Redis that the work is handed out by, such as redis://127.0.0.1:6379",
    )
    .option("--threads <number>", "threads of this machine", String(availableParallelism()))
    .action(async (options: { queue: string; threads: string }) => {
      const url = readQueueUrl(options.queue);
      const threads = readNumber(options.threads, "--threads", 1, 256);
      const { startWorker } = await import("../../../lab/queue.ts");
      const worker = await startWorker(url, threads, (fights) =>
        process.stderr.write(`did ${fights} fights\n`),
      );
      process.stderr.write(`waiting for work on ${new URL(url).host}, as ${engineVersion()}\n`);
      await new Promise<void>((resolve) => {
        process.once("SIGINT", () => resolve());
        process.once("SIGTERM", () => resolve());
      });
      await worker.close();
    });
}
