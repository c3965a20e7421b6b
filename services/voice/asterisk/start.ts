import { startInterval } from "../../kit/interval";
import { openLead } from "../../kit/lead";
import { type AriExchangeParts, openAsterisk } from "./exchange";

/** A Stasis application has one listener: one process at a time. */
const lock = { number: 5_091_092, name: "jibu asterisk" };
const lookMs = 2_000;

/** Drives Asterisk for as long as this process is the one that does. */
export function startAsterisk(databaseUrl: string, parts: AriExchangeParts): { stop(): Promise<void> } {
  const lead = openLead(databaseUrl, lock, parts.onError);
  let exchange: { stop(): void } | undefined;
  const looking = startInterval(
    async () => {
      // Where the database does not answer, calls go on with what is known.
      if (await lead.take()) exchange ??= openAsterisk(parts);
      else {
        exchange?.stop();
        exchange = undefined;
      }
    },
    { everyMs: lookMs, onError: parts.onError },
  );
  return {
    async stop() {
      await looking.stop();
      exchange?.stop();
      await lead.stop();
    },
  };
}
