import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Person, Service } from "../../kit/principal";
import { type Handlers, HttpError } from "../../kit/serve";
import type { listCalls } from "../contract.lists";
import { columnsOf, deleteView, listOwner, saveColumns, saveView, viewsOf } from "./views";

/** What people make of the lists of their account; a service has none. */
export function listHandlers({ db }: Database): Handlers<typeof listCalls> {
  const ownerOf = (who: Person | Service) => {
    if (who.kind === "service") throw new HttpError(403, "This is for people to do.");
    return listOwner(who);
  };
  return {
    async listSettings({ query }, { who }) {
      const owner = ownerOf(who);
      const body = await readAccount(db, owner.account, async (trx) => {
        const [views, columns] = await Promise.all([
          viewsOf(trx, owner, query.list),
          columnsOf(trx, owner, query.list),
        ]);
        return { views, columns, shares: owner.shares };
      });
      return { status: 200, body };
    },

    async saveListView({ body }, { who }) {
      const owner = ownerOf(who);
      return { status: 201, body: await inAccount(db, owner.account, (trx) => saveView(trx, owner, body)) };
    },

    async deleteListView({ params }, { who }) {
      const owner = ownerOf(who);
      const name = await inAccount(db, owner.account, (trx) => deleteView(trx, owner, params.id));
      return { status: 201, body: { status: 201, message: `The view ${name} was deleted.` } };
    },

    async saveListColumns({ body }, { who }) {
      const owner = ownerOf(who);
      await inAccount(db, owner.account, (trx) => saveColumns(trx, owner, body.list, body.columns));
      const message = body.columns.length > 0 ? "Your columns were saved." : "The list has its usual columns again.";
      return { status: 201, body: { status: 201, message } };
    },
  };
}
