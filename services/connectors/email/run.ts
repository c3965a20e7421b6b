import { Worker } from "node:worker_threads";
import { type Mail, readMail } from "./read";

export type ReadMail = (raw: Uint8Array, cut?: number) => Promise<Mail>;

const seconds = 20;
const heapMegabytes = 256;

/**
 * Reads mails in a thread each, which is ended when it takes too long or too much memory.
 * @param url the bundled thread; without it mails are read in place, for tests
 */
export function mailReader(url: URL | undefined): ReadMail {
  if (!url) return readMail;
  return (raw, cut) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(url, {
        workerData: { raw, cut },
        name: "mail-reader",
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
      });
      const over = (end: () => void) => {
        clearTimeout(timer);
        end();
        worker.terminate().catch(() => undefined);
      };
      const timer = setTimeout(() => over(() => reject(new Error("The mail took too long to read."))), seconds * 1_000);
      worker.once("message", (told: { mail?: Mail; fault?: string }) =>
        over(() => (told.mail ? resolve(told.mail) : reject(new Error(`The mail can't be read: ${told.fault}`)))),
      );
      worker.once("error", (error) => over(() => reject(error)));
      worker.once("exit", () => over(() => reject(new Error("The mail's reader ended without an answer."))));
    });
}
