import { activityActor } from "../../kit/activities";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { keywordCalls } from "../contract.keywords";
import { loadKeywords, saveKeywords } from "./store";

/** The calls about an account's own words for STOP, START and HELP. */
export function keywordHandlers({ db }: Database): Pick<Handlers<typeof messaging.calls>, keyof typeof keywordCalls> {
  return {
    async keywords(_, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadKeywords(trx, account)) };
    },

    async setKeywords({ body }, { account, who, address }) {
      const by = activityActor({ who, address });
      const after = await inAccount(db, account, async (trx) => {
        await saveKeywords(trx, account, body, by);
        return loadKeywords(trx, account);
      });
      return { status: 200, body: after };
    },
  };
}
