import { statuses, type TicketStatus } from "../../../rules/ticket-words";
import type { Trx } from "../../kit/database";
import type { Others } from "../deps";
import { chatsAmong, countOf } from "./chats";
import type { Looking } from "./where";

/** A ticket that was opened from a conversation, as ticketing tells of it. */
export type FromChat = { id: number; contact_id: number; status: TicketStatus; created_at: string };

/** As many pages as are asked for: a quarter of a million tickets. */
const mostPages = 50;

/** Every ticket since a moment that was opened from a conversation; nothing when ticketing can't be reached. */
export async function ticketsSince({ ticketing }: Others, since: string): Promise<FromChat[] | undefined> {
  const found: FromChat[] = [];
  let after = 0;
  for (let n = 0; n < mostPages; n++) {
    const answer = await ticketing.ticketsFromChats({ query: { since, after } });
    if (answer.status !== 200) return undefined;
    found.push(...answer.body.data);
    if (answer.body.next === null) break;
    after = answer.body.next;
  }
  return found;
}

type Asked = { page: number; per_page: number; status?: TicketStatus | undefined };

/** The tickets of the conversations under the filters, the newest first. */
export async function ticketPage(trx: Trx, looking: Looking, given: FromChat[] | undefined, asked: Asked) {
  const all = given ?? [];
  const [chats, among] = await Promise.all([
    countOf(trx, looking),
    chatsAmong(trx, looking, [...new Set(all.map(({ contact_id }) => contact_id))]),
  ]);
  const theirs = all
    .flatMap(({ contact_id, ...ticket }) => {
      const chat = among.get(contact_id);
      return chat ? [{ ...ticket, chat }] : [];
    })
    .sort((a, b) => b.id - a.id);
  const shown = theirs.filter(({ status }) => (asked.status ?? status) === status);
  const { per_page } = asked;
  const last_page = Math.max(1, Math.ceil(shown.length / per_page));
  const current_page = Math.min(asked.page, last_page);
  return {
    data: shown.slice((current_page - 1) * per_page, current_page * per_page),
    ...{ total: shown.length, total_capped: false, current_page, last_page, per_page },
    next: current_page < last_page ? String(current_page + 1) : null,
    previous: current_page > 1 ? String(current_page - 1) : null,
    ...{ known: given !== undefined, chats, with_ticket: among.size, tickets: theirs.length },
    by_status: Object.fromEntries(
      statuses.map((name) => [name, theirs.filter(({ status }) => status === name).length]),
    ) as Record<TicketStatus, number>,
  };
}
