import { sql } from "kysely";
import { z } from "zod";
import { type ChatPriority, priorityRank } from "../../../rules/chat-priority";
import type { Trx } from "../../kit/database";
import { byTime, keyColumn, orderBy } from "../../kit/ordering";
import { nextRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import type { Channel } from "../contract.fields";
import type { inboxViews } from "../contract.inbox";
import { ContactRow, contactColumns, contactSource, labelledWith, shownContact } from "../records/contacts";

export type View = (typeof inboxViews)[number];
type ContactQuery = {
  view: View;
  q: string;
  channel?: Channel | undefined;
  inbox_id?: number | undefined;
  label_id?: number | undefined;
  team_id?: number | undefined;
  priority?: ChatPriority | undefined;
  after?: string | undefined;
  per_page: number;
};

const yes = sql`true`;

/** What each view shows, said of `c`. */
function viewWhere(view: View, me: string) {
  if (view === "waiting") return sql`c.waiting_since is not null`;
  if (view === "mine") return sql`c.opened and c.snoozed_until is null and c.participant_id = ${me}`;
  if (view === "undisposed") return sql`c.ended and c.disposed_at is null and c.disposition_ignored is null`;
  if (view === "open") return sql`c.opened and c.snoozed_until is null`;
  if (view === "snoozed") return sql`c.snoozed_until is not null`;
  return view === "ended" ? sql`c.ended` : yes;
}

const top = "\u{10ffff}";

const WordRow = z.object({ word: z.string() });

/**
 * Every word that was typed begins a word of the conversation: of the customer's name, number or address, or of what was
 * written in it. A number may be the conversation's own.
 */
export async function searchWhere(trx: Trx, account: string, q: string) {
  if (q === "") return yes;
  const found = await checkedRows(trx, WordRow, sql`select word from chat.text_search_terms(${q}) word limit 6`);
  const all = found.map(
    ({ word }) => sql`c.contact_id in (select w.contact_id from chat.search_terms w
      where w.customer_account = ${account} and w.word >= ${word} and w.word < ${word + top})`,
  );
  const fits = all.length > 0 ? sql`(${sql.join(all, sql` and `)})` : sql`false`;
  const number = /^#?(\d{1,15})$/.exec(q)?.[1];
  return number ? sql`(c.contact_id = ${Number(number)} or ${fits})` : fits;
}

const id = keyColumn("bigint", "c.contact_id");
/** Waiting ones: the most urgent first, then those before whom somebody stood, then the longest; snoozed ones: what is due first; others: the newest first. */
const orders = {
  waiting: orderBy(
    "waiting by priority",
    [
      keyColumn("bigint", sql`(-c.priority)::int`),
      keyColumn("bigint", sql`(not c.again)::int`),
      keyColumn("timestamptz", "c.waiting_since"),
      id,
    ],
    true,
  ),
  snoozed: orderBy("snoozed", [keyColumn("timestamptz", "c.snoozed_until"), id], true),
  latest: byTime("c.latest_at", "c.contact_id"),
};

/** A page of a view. */
export async function contactPage(trx: Trx, account: string, me: string, asked: ContactQuery) {
  const { view, q, channel, inbox_id, label_id, team_id, priority } = asked;
  const search = await searchWhere(trx, account, q);
  const { data, next } = await nextRows(trx, asked, {
    schema: ContactRow,
    select: contactColumns,
    from: sql`${contactSource} where c.customer_account = ${account} and ${viewWhere(view, me)} and ${search}
      and ${channel ? sql`c.channel = ${channel}` : yes} and ${inbox_id ? sql`c.inbox_id = ${inbox_id}` : yes}
      and ${label_id ? labelledWith(label_id) : yes} and ${team_id ? sql`c.team_id = ${team_id}` : yes}
      and ${priority ? sql`c.priority = ${priorityRank(priority)}` : yes}`,
    order: view === "waiting" || view === "snoozed" ? orders[view] : orders.latest,
    batched: false,
  });
  return { data: data.map(shownContact), next };
}

const ViewCounts = z.object({
  waiting: z.number(),
  mine: z.number(),
  undisposed: z.number(),
  open: z.number(),
  snoozed: z.number(),
});

/** How many each view shows. */
export async function countContacts(trx: Trx, account: string, me: string) {
  const found = await checkedRow(
    trx,
    ViewCounts,
    sql`
    select (select count(*) from chat.contacts c where c.customer_account = ${account} and ${viewWhere("waiting", me)}) as waiting,
      (select count(*) from chat.contacts c where c.customer_account = ${account} and ${viewWhere("mine", me)}) as mine,
      (select count(*) from chat.contacts c where c.customer_account = ${account} and ${viewWhere("undisposed", me)}) as undisposed,
      (select count(*) from chat.contacts c where c.customer_account = ${account} and ${viewWhere("open", me)}) as open,
      (select count(*) from chat.contacts c where c.customer_account = ${account} and ${viewWhere("snoozed", me)}) as snoozed`,
  );
  return found ?? { waiting: 0, mine: 0, undisposed: 0, open: 0, snoozed: 0 };
}
