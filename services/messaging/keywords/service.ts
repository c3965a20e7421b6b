import { activityActor } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import type { keywordCalls } from "../contract.keywords";
import type { keywordReplyCalls } from "../contract.replies";
import { deleteReply, findReply, listReplies, noReply, saveReply } from "./replies";
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

/** The calls about answers to words of an account's own. */
export function keywordReplyHandlers({
  db,
}: Database): Pick<Handlers<typeof messaging.calls>, keyof typeof keywordReplyCalls> {
  return {
    async keywordReplies(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listReplies(trx, account)) } };
    },
    async keywordReply({ params }, { account }) {
      const found = await readAccount(db, account, (trx) => findReply(trx, account, params.id));
      return found ? { status: 200, body: found } : problem(404, noReply);
    },
    async createKeywordReply({ body }, { account, who, address }) {
      const by = activityActor({ who, address });
      return { status: 201, body: await inAccount(db, account, (trx) => saveReply(trx, account, body, { by })) };
    },
    async updateKeywordReply({ params: { id }, body }, { account, who, address }) {
      const by = activityActor({ who, address });
      return { status: 201, body: await inAccount(db, account, (trx) => saveReply(trx, account, body, { id, by })) };
    },
    async deleteKeywordReply({ params: { id } }, { account, who, address }) {
      const by = activityActor({ who, address });
      const words = await inAccount(db, account, (trx) => deleteReply(trx, account, id, by));
      return { status: 201, body: { status: 201, message: `${words} is not answered any more.` } };
    },
  };
}
