import type { LiveBodies } from "../../../rules/live";
import { kindsOfModule, type NoticeModule } from "../../../rules/notices";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import {
  followNotice,
  kindsFor,
  markNoticesRead,
  type NoticeReader,
  noticePage,
  noticePreferences,
  saveNoticePreferences,
  unreadNotices,
} from "../../kit/notice-store";
import type { Person, Service } from "../../kit/principal";
import type { Handlers } from "../../kit/serve";
import type { noticeCalls } from "../contract.notices";
import { noticeAudience, noticePeople } from "./people";

type CallContext = { account: string; who: Person | Service };

/** One's own notices of every module, and what the jobs that mail them ask. */
export function noticeHandlers({ db }: Database): Handlers<typeof noticeCalls> {
  return {
    async notices({ query }, context) {
      const reader = readerOf(context, query.module);
      return { status: 200, body: await readAccount(db, context.account, (trx) => noticePage(trx, reader, query)) };
    },

    async unreadNotices(_, context) {
      return {
        status: 200,
        body: await readAccount(db, context.account, (trx) => unreadNotices(trx, readerOf(context))),
      };
    },

    async readNotices({ body }, context) {
      const reader = readerOf(context, body.module);
      const read = await inAccount(db, context.account, async (trx) => {
        const marked = await markNoticesRead(trx, reader, body);
        if (marked > 0) await tellBell(trx, reader);
        return marked;
      });
      const message =
        read === 1 ? "One notification was marked as read." : `${read} notifications were marked as read.`;
      return { status: 201, body: { status: 201, message } };
    },

    async followNotice({ params }, context) {
      const reader = readerOf(context);
      const found = await inAccount(db, context.account, async (trx) => {
        const followed = await followNotice(trx, reader, params.id);
        if (followed?.fresh) await tellBell(trx, reader);
        return followed;
      });
      return found ? { status: 201, body: { href: found.href } } : problem(404, "There is no such notification.");
    },

    async noticePreferences(_, context) {
      const data = await readAccount(db, context.account, (trx) => noticePreferences(trx, readerOf(context)));
      return { status: 200, body: { data } };
    },

    async saveNoticePreferences({ body }, context) {
      const reader = readerOf(context);
      const data = await inAccount(db, context.account, async (trx) => {
        await saveNoticePreferences(trx, reader, body.data);
        return noticePreferences(trx, reader);
      });
      return { status: 201, body: { data } };
    },

    async noticePeople({ body: { ids, audience } }, { account }) {
      const data = await readAccount(db, account, (trx) =>
        audience ? noticeAudience(trx, account, audience) : noticePeople(trx, account, ids),
      );
      return { status: 200, body: { data } };
    },
  };
}

/** A service has no notices of its own. */
function readerOf({ account, who }: CallContext, module?: NoticeModule): NoticeReader {
  if (who.kind === "service") return { account, user: "", kinds: [] };
  const mine = kindsFor(who);
  const asked = module && kindsOfModule(module);
  return { account, user: who.id, kinds: asked ? mine.filter((kind) => asked.includes(kind)) : mine };
}

async function tellBell(trx: Trx, { account, user }: NoticeReader): Promise<void> {
  await append(trx, account, "notice", { to: [user] } satisfies LiveBodies["notice"]);
}
