import { activityActor } from "../../kit/activities";
import type { FileReaderDeps } from "../../kit/contact-file/load";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import { actorName } from "./blacklist";
import { startImport } from "./import-start";
import { undoImport } from "./import-undo";
import { importPage, loadImport, refusedPage } from "./imports";
import { receiveFile } from "./uploaded-file";

const noImport = "There is no such import.";

/** The calls about imports: a file of contacts, what it would change, and undoing it. */
export function importHandlers(
  database: Database,
  deps: FileReaderDeps,
): Pick<
  Handlers<typeof messaging.calls>,
  "upload" | "imports" | "import" | "startImport" | "undoImport" | "refusedRows"
> {
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) => inAccount(database.db, account, work);
  const reading = <T>(account: string, work: (trx: Trx) => Promise<T>) => readAccount(database.db, account, work);

  const importAfter = async (account: string, id: number, change: (trx: Trx) => Promise<void>) => {
    const after = await inside(account, async (trx) => {
      if (!(await loadImport(trx, account, id))) return undefined;
      await change(trx);
      return loadImport(trx, account, id);
    });
    return after ? { status: 201 as const, body: after } : problem(404, noImport);
  };

  return {
    async upload({ stream }, { account, who }) {
      const by = actorName(activityActor({ who }));
      return { status: 201, body: await receiveFile(database, deps, { account, stream, by }) };
    },

    async imports({ query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => importPage(trx, account, query)) };
    },

    async import({ params }, { account }) {
      const found = await reading(account, (trx) => loadImport(trx, account, params.id));
      return found ? { status: 200, body: found } : problem(404, noImport);
    },

    async startImport({ params, body }, { account, who }) {
      const user = who.kind === "person" ? who.id : null;
      return importAfter(account, params.id, (trx) => startImport(trx, account, params.id, body, user));
    },

    async undoImport({ params }, caller) {
      const { account } = caller;
      return importAfter(account, params.id, (trx) => undoImport(trx, account, params.id, activityActor(caller)));
    },

    async refusedRows({ params, query }, { account }) {
      return { status: 200, body: await reading(account, (trx) => refusedPage(trx, account, params.id, query)) };
    },
  };
}
