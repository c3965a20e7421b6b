import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { row, rows } from "../../kit/rows";
import type { Channel } from "../contract.fields";
import type { inboxViews } from "../contract.inbox";
import { type ContactRow, contactRows, shownContact } from "../records/contacts";

export type View = (typeof inboxViews)[number];
type ContactQuery = {
  view: View;
  q: string;
  channel?: Channel | undefined;
  after?: string | undefined;
  per_page: number;
};

const yes = sql`true`;

/** What each view shows, said of `c`. */
function viewWhere(view: View, me: string) {
  if (view === "waiting") return sql`c.waiting_since is not null`;
  if (view === "mine") return sql`c.opened and c.participant_id = ${me}`;
  if (view === "undisposed") return sql`c.ended and c.disposed_at is null and c.disposition_ignored is null`;
  if (view === "open") return sql`c.opened`;
  return view === "ended" ? sql`c.ended` : yes;
}

const top = "\u{10ffff}";

/**
 * Every word that was typed begins a word of the conversation: of the customer's name, number or address, or of what was
 * written in it. A number may be the conversation's own.
 */
export async function searchWhere(trx: Trx, account: string, q: string) {
  if (q === "") return yes;
  const found = await rows<{ word: string }>(trx, sql`select word from chat.text_search_terms(${q}) word limit 6`);
  const all = found.map(
    ({ word }) => sql`c.contact_id in (select w.contact_id from chat.search_terms w
      where w.customer_account = ${account} and w.word >= ${word} and w.word < ${word + top})`,
  );
  const fits = all.length > 0 ? sql`(${sql.join(all, sql` and `)})` : sql`false`;
  const number = /^#?(\d{1,15})$/.exec(q)?.[1];
  return number ? sql`(c.contact_id = ${Number(number)} or ${fits})` : fits;
}

/** Waiting ones: those before whom somebody stood first; others: the newest first. Each with its cursor. */
const orders = {
  waiting: {
    by: sql`c.again desc, c.waiting_since, c.contact_id`,
    after: (again: boolean, at: Date, id: number) =>
      sql`(not c.again, c.waiting_since, c.contact_id) > (${!again}, ${at}::timestamptz, ${id}::bigint)`,
  },
  latest: {
    by: sql`c.latest_at desc, c.contact_id desc`,
    after: (_: boolean, at: Date, id: number) => sql`(c.latest_at, c.contact_id) < (${at}::timestamptz, ${id}::bigint)`,
  },
};

/** A cursor is where the page before ended; a broken one is no cursor. */
function placeOf(after: string | undefined): [again: boolean, at: Date, id: number] | undefined {
  const [, again, at, id] = /^([01])~(\d{1,16})~(\d{1,15})$/.exec(after ?? "") ?? [];
  return at === undefined ? undefined : [again === "1", new Date(Number(at)), Number(id)];
}

/** A page of a view. Times are kept to the millisecond here, so the cursor says them so. */
export async function contactPage(trx: Trx, account: string, me: string, asked: ContactQuery) {
  const { view, q, channel, per_page } = asked;
  const order = view === "waiting" ? orders.waiting : orders.latest;
  const place = placeOf(asked.after);
  const search = await searchWhere(trx, account, q);
  const found = await contactRows(
    trx,
    account,
    sql`${viewWhere(view, me)} and ${search} and ${channel ? sql`c.channel = ${channel}` : yes}
      and ${place ? order.after(...place) : yes}`,
    order.by,
    per_page + 1,
  );
  const data = found.slice(0, per_page);
  const last = data.at(-1);
  const at = (one: ContactRow) => (view === "waiting" ? one.waiting_since : one.latest_at)?.getTime() ?? 0;
  const next = found.length > per_page && last ? `${last.again ? 1 : 0}~${at(last)}~${last.contact_id}` : null;
  return { data: data.map(shownContact), next };
}

/** How many each view shows. */
export async function countsOf(trx: Trx, account: string, me: string) {
  const found = await row<{ waiting: number; mine: number; undisposed: number; open: number }>(
    trx,
    sql`
    select (select count(*) from chat.contacts c where c.customer_account = ${account} and ${viewWhere("waiting", me)}) as waiting,
      (select count(*) from chat.contacts c where c.customer_account = ${account} and ${viewWhere("mine", me)}) as mine,
      (select count(*) from chat.contacts c where c.customer_account = ${account} and ${viewWhere("undisposed", me)}) as undisposed,
      (select count(*) from chat.contacts c where c.customer_account = ${account} and ${viewWhere("open", me)}) as open`,
  );
  return found ?? { waiting: 0, mine: 0, undisposed: 0, open: 0 };
}
