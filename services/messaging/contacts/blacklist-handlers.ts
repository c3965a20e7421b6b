import { activityActor } from "../../kit/activities";
import type { FileReaderDeps } from "../../kit/contact-file/load";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import { actorName, addToBlacklist, blacklistPage, readNumbers, removeFromBlacklist } from "./blacklist";
import { startBlacklisting } from "./blacklist-import";
import { receiveFile } from "./uploaded-file";

/** The calls about the blacklist: numbers that get no messages. */
export function blacklistHandlers(
  database: Database,
  deps: FileReaderDeps,
): Pick<Handlers<typeof messaging.calls>, "blacklist" | "addToBlacklist" | "importBlacklist" | "removeFromBlacklist"> {
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(database.db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(database.db, account, work);

  return {
    async blacklist({ query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => blacklistPage(trx, account, query)) };
    },

    async addToBlacklist({ body }, caller) {
      const { account } = caller;
      const { msisdns, refused } = readNumbers(body.phones);
      const said = { reason: body.reason, by: activityActor(caller) };
      const added = await inside(account, (trx) => addToBlacklist(trx, account, msisdns, said));
      return { status: 201, body: { added, already: msisdns.length - added, refused } };
    },

    async importBlacklist({ stream }, caller) {
      const { account } = caller;
      const by = activityActor(caller);
      const file = { account, stream, by: actorName(by) };
      const body = await receiveFile(database, deps, file, (trx, id) => startBlacklisting(trx, account, id, by));
      return { status: 201, body };
    },

    async removeFromBlacklist({ params }, caller) {
      const { account } = caller;
      const removed = await inside(account, (trx) =>
        removeFromBlacklist(trx, account, params.id, activityActor(caller)),
      );
      if (!removed) return problem(404, "This number is not on the blacklist.");
      return { status: 201, body: { status: 201, message: "The number was taken off the blacklist." } };
    },
  };
}
