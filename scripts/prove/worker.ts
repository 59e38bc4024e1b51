/** One proof in a thread of its own: the compiler holds its thread until it is done. */
import { parentPort, workerData } from "node:worker_threads";
import { checkFile } from "./modelChecker.ts";

parentPort!.postMessage(checkFile(workerData as string));
