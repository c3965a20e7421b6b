import { activityActor } from "../../kit/activities";
import type { FileReaderDeps } from "../../kit/contact-file/load";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { expressCalls } from "../contract.express";
import { actorName } from "./blacklist";
import { loadExpressList, markExpress, startExpress } from "./express-rows";
import { refusedPage } from "./imports";
import { receiveFile } from "./uploaded-file";

const noList = "There is no such list.";

/** The calls about lists of an express send. */
export function expressHandlers(
  database: Database,
  deps: FileReaderDeps,
): Pick<Handlers<typeof messaging.calls>, keyof typeof expressCalls> {
  const { db } = database;
  return {
    async uploadExpress({ stream }, { account, who }) {
      const by = actorName(activityActor({ who }));
      const added = await receiveFile(database, deps, { account, stream, by }, (trx, id) =>
        markExpress(trx, account, id),
      );
      return { status: 201, body: { ...added, target: "express", fields: [] } };
    },

    async expressList({ params }, { account }) {
      const found = await readAccount(db, account, (trx) => loadExpressList(trx, account, params.id));
      return found ? { status: 200, body: found } : problem(404, noList);
    },

    async startExpress({ params, body }, { account }) {
      const after = await inAccount(db, account, async (trx) => {
        await startExpress(trx, account, params.id, body);
        return loadExpressList(trx, account, params.id);
      });
      return after ? { status: 201, body: after } : problem(404, noList);
    },

    async refusedExpress({ params, query }, { account }) {
      const page = await readAccount(db, account, (trx) => refusedPage(trx, account, params.id, query, "express"));
      return { status: 200, body: page };
    },
  };
}
