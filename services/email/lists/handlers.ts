import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { email } from "../contract";
import type { listCalls } from "../contract.lists";
import { archiveMailList, insertMailList, listMailLists, updateMailList } from "./store";

/** The calls about the lists of an account's e-mail. */
export function listHandlers({ db }: Database): Pick<Handlers<typeof email.calls>, keyof typeof listCalls> {
  return {
    async mailLists(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listMailLists(trx, account)) } };
    },
    async createMailList({ body }, caller) {
      const { account, who } = caller;
      const list = await inAccount(db, account, async (trx) => {
        const made = await insertMailList(trx, account, { ...body, by: who.kind === "person" ? who.name : "" });
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Email list created", description: `${made.name} was created`, subject: "email list" },
          subject_id: String(made.id),
        });
        return made;
      });
      return { status: 201, body: list };
    },
    async updateMailList({ params, body }, caller) {
      const { account } = caller;
      const list = await inAccount(db, account, async (trx) => {
        const changed = await updateMailList(trx, account, params.id, body);
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Email list changed", description: `${changed.name} was changed`, subject: "email list" },
          subject_id: String(params.id),
        });
        return changed;
      });
      return { status: 201, body: list };
    },
    async archiveMailList({ params, body }, caller) {
      const { account } = caller;
      const list = await inAccount(db, account, async (trx) => {
        const { list, changed } = await archiveMailList(trx, account, params.id, body.archived);
        if (changed)
          await recordActivity(trx, account, activityActor(caller), {
            action: body.archived ? "Email list archived" : "Email list used again",
            description: `${list.name} was ${body.archived ? "archived" : "put in use again"}`,
            subject: "email list",
            subject_id: String(params.id),
          });
        return list;
      });
      return { status: 201, body: list };
    },
  };
}
