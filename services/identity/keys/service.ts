import { type Database, inAccount, readAccount } from "../../kit/database";
import { type Handlers, HttpError } from "../../kit/serve";
import type { identity } from "../contract";
import type { keyCalls } from "../contract.keys";
import { beginChange } from "../people/member-record";
import { createKey, findApiKey, keyPage, revokeKey } from "./store";

/** The calls about the account's API keys. */
export function keyHandlers({ db }: Database): Pick<Handlers<typeof identity.calls>, keyof typeof keyCalls> {
  return {
    async apiKeys({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => keyPage(trx, account, query)) };
    },

    async apiKey({ params }, { account }) {
      const key = await readAccount(db, account, (trx) => findApiKey(trx, account, params.id));
      if (!key) throw new HttpError(404, "There is no such API key.");
      return { status: 200, body: key };
    },

    async createApiKey({ body }, context) {
      const { account } = context;
      const made = await inAccount(db, account, async (trx) => {
        const changer = await beginChange(trx, context, "Manage settings");
        return createKey(trx, account, changer, body);
      });
      return { status: 201, body: made };
    },

    async revokeApiKey({ params }, context) {
      const { account } = context;
      const key = await inAccount(db, account, async (trx) => {
        const { by } = await beginChange(trx, context, "Manage settings");
        return revokeKey(trx, account, by, params.id);
      });
      return { status: 201, body: key };
    },
  };
}
