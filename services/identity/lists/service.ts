import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Person, Service } from "../../kit/principal";
import { type Handlers, HttpError } from "../../kit/serve";
import type { listCalls } from "../contract.lists";
import { deleteView, listColumns, listOwner, listViews, saveColumns, saveView } from "./views";

/** What people make of the lists of their account; a service has none. */
export function listHandlers({ db }: Database): Handlers<typeof listCalls> {
  const personOf = (who: Person | Service) => {
    if (who.kind === "service") throw new HttpError(403, "This is for people to do.");
    return who;
  };
  return {
    async listSettings({ query }, { who }) {
      const owner = listOwner(personOf(who), query.list);
      const body = await readAccount(db, owner.account, async (trx) => {
        const [views, columns] = await Promise.all([listViews(trx, owner), listColumns(trx, owner)]);
        return { views, columns, shares: owner.shares };
      });
      return { status: 200, body };
    },

    async saveListView({ body }, { who }) {
      const owner = listOwner(personOf(who), body.list);
      return { status: 201, body: await inAccount(db, owner.account, (trx) => saveView(trx, owner, body)) };
    },

    async deleteListView({ params }, { who }) {
      const person = personOf(who);
      const name = await inAccount(db, person.customer_account, (trx) => deleteView(trx, person, params.id));
      return { status: 201, body: { status: 201, message: `The view ${name} was deleted.` } };
    },

    async saveListColumns({ body }, { who }) {
      const owner = listOwner(personOf(who), body.list);
      await inAccount(db, owner.account, (trx) => saveColumns(trx, owner, body.columns));
      const message = body.columns.length > 0 ? "Your columns were saved." : "The list has its usual columns again.";
      return { status: 201, body: { status: 201, message } };
    },
  };
}
