import type { NoticeKind } from "../../../rules/notices";
import {
  kindsFor,
  markNoticesRead,
  type NoticeReader,
  noticePage,
  noticePreferences,
  type StoredNotice,
  saveNoticePreferences,
  unreadNotices,
} from "../../kit/notice-store";
import type { Person, Service } from "../../kit/principal";
import type { Handlers } from "../../kit/serve";
import { type Bench, idOf } from "../bench";
import type { ticketing } from "../contract";
import { type Notice, type noticeCalls, noticeKinds } from "../contract.notices";

/** One's own notices about tickets: the part of the product's notices that the documented calls of ticketing serve. */
export function noticeHandlers(bench: Bench): Pick<Handlers<typeof ticketing.calls>, keyof typeof noticeCalls> {
  const { read, write, seen } = bench;
  return {
    async notices({ query }, asking) {
      const page = await read(asking.account, (trx) => noticePage(trx, readerOf(asking), query));
      return { status: 200, body: { ...page, data: page.data.flatMap(shown) } };
    },

    async unreadNotices(_, asking) {
      const { account } = asking;
      // The read is not held up by the note, to travel with others.
      const [{ unread, newest }] = await Promise.all([
        read(account, (trx) => unreadNotices(trx, readerOf(asking))),
        seen(asking),
      ]);
      return { status: 200, body: { unread, newest: newest.flatMap(shown) } };
    },

    async readNotices({ body }, asking) {
      const reader = readerOf(asking);
      const read = await write(asking, (act) => {
        act.touched.people.add(reader.user);
        return markNoticesRead(act.trx, reader, body);
      });
      return {
        status: 201,
        body: { status: 201, message: read === 1 ? "One notice was read." : `${read} notices were read.` },
      };
    },

    async noticePreferences(_, asking) {
      const data = await read(asking.account, (trx) => noticePreferences(trx, readerOf(asking)));
      return { status: 200, body: { data: data.flatMap(ofTickets) } };
    },

    async saveNoticePreferences({ body }, asking) {
      const reader = readerOf(asking);
      const data = await write(asking, async (act) => {
        await saveNoticePreferences(act.trx, reader, body.data);
        return noticePreferences(act.trx, reader);
      });
      return { status: 201, body: { data: data.flatMap(ofTickets) } };
    },
  };
}

function readerOf({ account, who }: { account: string; who: Person | Service }): NoticeReader {
  const kinds = who.kind === "person" ? kindsFor(who).filter(isOfTickets) : [];
  return { account, user: idOf(who), kinds };
}

function isOfTickets(kind: NoticeKind): kind is Notice["kind"] {
  return noticeKinds.some((one) => one === kind);
}

function ofTickets<T extends { kind: NoticeKind }>(one: T) {
  const { kind } = one;
  return isOfTickets(kind) ? [{ ...one, kind }] : [];
}

function shown({ id, kind, subject_id, words, href, at, read_at }: StoredNotice): Notice[] {
  return ofTickets({ kind, id, ticket_id: Number(subject_id), words, href, at, read_at });
}
