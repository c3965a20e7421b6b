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
import { actorId, type Person, type Service } from "../../kit/principal";
import type { Handlers } from "../../kit/serve";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { type noticeCalls, noticeKinds, type TicketingNotice } from "../contract.notices";

/** One's own notices about tickets: the part of the product's notices that the documented calls of ticketing serve. */
export function noticeHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, keyof typeof noticeCalls> {
  const { read, write, seen } = service;
  return {
    async notices({ query }, context) {
      const page = await read(context.account, (trx) => noticePage(trx, noticeReader(context), query));
      return { status: 200, body: { ...page, data: page.data.flatMap(shown) } };
    },

    async unreadNotices(_, context) {
      const { account } = context;
      // The read is not held up by the note, to travel with others.
      const [{ unread, newest }] = await Promise.all([
        read(account, (trx) => unreadNotices(trx, noticeReader(context))),
        seen(context),
      ]);
      return { status: 200, body: { unread, newest: newest.flatMap(shown) } };
    },

    async readNotices({ body }, context) {
      const reader = noticeReader(context);
      const read = await write(context, (unit) => {
        unit.bells.add(reader.user);
        return markNoticesRead(unit.trx, reader, body);
      });
      return {
        status: 201,
        body: { status: 201, message: read === 1 ? "One notice was read." : `${read} notices were read.` },
      };
    },

    async noticePreferences(_, context) {
      const data = await read(context.account, (trx) => noticePreferences(trx, noticeReader(context)));
      return { status: 200, body: { data: data.flatMap(ofTickets) } };
    },

    async saveNoticePreferences({ body }, context) {
      const reader = noticeReader(context);
      const data = await write(context, async (unit) => {
        await saveNoticePreferences(unit.trx, reader, body.data);
        return noticePreferences(unit.trx, reader);
      });
      return { status: 201, body: { data: data.flatMap(ofTickets) } };
    },
  };
}

function noticeReader({ account, who }: { account: string; who: Person | Service }): NoticeReader {
  const kinds = who.kind === "person" ? kindsFor(who).filter(isOfTickets) : [];
  return { account, user: actorId(who), kinds };
}

function isOfTickets(kind: NoticeKind): kind is TicketingNotice["kind"] {
  return noticeKinds.some((one) => one === kind);
}

function ofTickets<T extends { kind: NoticeKind }>(one: T) {
  const { kind } = one;
  return isOfTickets(kind) ? [{ ...one, kind }] : [];
}

function shown({ id, kind, subject_id, words, href, at, read_at }: StoredNotice): TicketingNotice[] {
  return ofTickets({ kind, id, ticket_id: Number(subject_id), words, href, at, read_at });
}
