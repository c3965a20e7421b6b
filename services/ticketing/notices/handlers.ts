import type { Handlers } from "../../kit/serve";
import type { ticketing } from "../contract";
import type { noticeCalls } from "../contract.notices";
import { type Bench, idOf } from "../desk/bench";
import { markSeen } from "../desk/people";
import { markRead, noticePage, preferencesOf, savePreferences, unreadOf } from "./store";

/** One's own notices. */
export function noticeHandlers(bench: Bench): Pick<Handlers<typeof ticketing.calls>, keyof typeof noticeCalls> {
  const { read, write, database, now } = bench;
  return {
    notices: async ({ query }, { account, who }) => ({
      status: 200,
      body: await read(account, (trx) => noticePage(trx, account, idOf(who), query)),
    }),

    async unreadNotices(_, { account, who }) {
      const me = idOf(who);
      // Every page asks this: it is also how ticketing knows who is here. The read is not held up, to travel with others.
      const [body] = await Promise.all([
        read(account, (trx) => unreadOf(trx, account, me)),
        markSeen(database, account, me, now()),
      ]);
      return { status: 200, body };
    },

    async readNotices({ body }, asking) {
      const user = idOf(asking.who);
      const read = await write(asking, (act) => {
        act.touched.people.add(user);
        return markRead(act.trx, act.account, user, body.ids, body.all);
      });
      return {
        status: 201,
        body: { status: 201, message: read === 1 ? "One notice was read." : `${read} notices were read.` },
      };
    },

    noticePreferences: async (_, { account, who }) => ({
      status: 200,
      body: { data: await read(account, (trx) => preferencesOf(trx, account, idOf(who))) },
    }),

    async saveNoticePreferences({ body }, asking) {
      const user = idOf(asking.who);
      const data = await write(asking, async (act) => {
        await savePreferences(act.trx, act.account, user, body.data);
        return preferencesOf(act.trx, act.account, user);
      });
      return { status: 201, body: { data } };
    },
  };
}
