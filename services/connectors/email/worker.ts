// The thread in which one mail is read: what a hostile one costs, it costs here.
import { parentPort, workerData } from "node:worker_threads";
import { readMail } from "./read";

const { raw, cut } = workerData as { raw: Uint8Array; cut: number | undefined };

readMail(raw, cut).then(
  (mail) => parentPort?.postMessage({ mail }),
  (error: unknown) => parentPort?.postMessage({ fault: error instanceof Error ? error.message : "unreadable" }),
);
