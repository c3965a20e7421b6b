import { statuses, type TicketStatus } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { type PageQuery, pageByNumber } from "../../kit/paging";
import type { ChatUpstreams } from "../deps";
import { chatsAmong, countChats } from "./chats";
import type { ReportQuery } from "./where";

/** A ticket that was opened from a conversation, as ticketing tells of it. */
export type FromChat = { id: number; contact_id: number; status: TicketStatus; created_at: string };

/** As many pages as are asked for: a quarter of a million tickets. */
const maxPages = 50;

/** Every ticket since a moment that was opened from a conversation; nothing when ticketing can't be reached. */
export async function ticketsSince({ ticketing }: ChatUpstreams, since: string): Promise<FromChat[] | undefined> {
  const found: FromChat[] = [];
  let after = 0;
  for (let n = 0; n < maxPages; n++) {
    const answer = await ticketing.ticketsFromChats({ query: { since, after } });
    if (answer.status !== 200) return undefined;
    found.push(...answer.body.data);
    if (answer.body.next === null) break;
    after = answer.body.next;
  }
  return found;
}

type TicketsAsked = PageQuery & { status?: TicketStatus | undefined };

/** The tickets of the conversations under the filters, the newest first. */
export async function ticketPage(
  trx: Trx,
  reportQuery: ReportQuery,
  given: FromChat[] | undefined,
  asked: TicketsAsked,
) {
  const all = given ?? [];
  const [chats, among] = await Promise.all([
    countChats(trx, reportQuery),
    chatsAmong(trx, reportQuery, [...new Set(all.map(({ contact_id }) => contact_id))]),
  ]);
  const theirs = all
    .flatMap(({ contact_id, ...ticket }) => {
      const chat = among.get(contact_id);
      return chat ? [{ ...ticket, chat }] : [];
    })
    .sort((a, b) => b.id - a.id);
  const shown = theirs.filter(({ status }) => (asked.status ?? status) === status);
  const { offset, about } = pageByNumber(asked, shown.length);
  return {
    data: shown.slice(offset, offset + asked.per_page),
    ...about,
    ...{ known: given !== undefined, chats, with_ticket: among.size, tickets: theirs.length },
    by_status: Object.fromEntries(
      statuses.map((name) => [name, theirs.filter(({ status }) => status === name).length]),
    ) as Record<TicketStatus, number>,
  };
}
