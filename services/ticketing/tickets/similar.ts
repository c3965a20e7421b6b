import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { parseFilters, withNames } from "./list";
import { ticketsWhere, type ViewerScope } from "./where";

const SimilarTicketRow = z.object({
  id: z.number(),
  shared: z.array(z.string()),
  customer: z.boolean(),
  likeness: z.number(),
});

/** Words that half the tickets have tell nothing; a word in more tickets than this is passed over. */
const commonest = 2_000;
/** The rarest words first, and no more of them than lead to as many tickets: long texts have dozens of common words. */
const maxRead = 6_000;
const most = 20;

/** A phone number is kept as a word in each of its spellings (0711…, 254711…): one of them is told. */
function onceEach(words: readonly string[]): string[] {
  const last = new Set<string>();
  return words.filter((word) => {
    const key = /^\d{9,}$/.test(word) ? word.slice(-9) : word;
    return !last.has(key) && last.add(key);
  });
}

/**
 * Tickets of the same customer, and those whose words are alike: each shared word counts the more the rarer it is.
 * Only what the viewer may see.
 */
export async function similarTickets(trx: Trx, scope: ViewerScope, id: number) {
  const { account } = scope;
  const found = await checkedRows(
    trx,
    SimilarTicketRow,
    sql`
    with said as (
      select w.word, (select count(*) from (select 1 from ticketing.search_terms o
          where o.customer_account = ${account} and o.word = w.word limit ${commonest}) c) as many
      from ticketing.search_terms w where w.customer_account = ${account} and w.ticket_id = ${id} and length(w.word) > 3
    ), mine as (
      select word, many from (select word, many, sum(many) over (order by many, word) as read from said where many < ${commonest}) s
      where read <= ${maxRead}
    ), alike as (
      select o.ticket_id as id, array_agg(o.word order by mine.many) as shared,
        sum(1 / ln(2 + mine.many::float8)) as weight
      from mine join ticketing.search_terms o on o.customer_account = ${account} and o.word = mine.word and o.ticket_id <> ${id}
      group by o.ticket_id order by weight desc limit 200
    ), own as (
      select t.id from ticketing.tickets t join ticketing.tickets m on m.customer_account = t.customer_account and m.id = ${id}
      where t.customer_account = ${account} and t.customer_key = m.customer_key and t.id <> ${id} and t.deleted_at is null
      order by t.id desc limit 50
    ), near as (
      select id, coalesce(a.shared, '{}') as shared, o.id is not null as customer,
        coalesce(a.weight, 0) + case when o.id is null then 0 else 1 end as likeness
      from alike a full join own o using (id)
      where o.id is not null or cardinality(a.shared) > 1 or a.weight > 0.3
    )
    select t.id, n.shared, n.customer, n.likeness
    from near n join ticketing.tickets t on t.customer_account = ${account} and t.id = n.id
    where ${ticketsWhere(scope, parseFilters({}, {}))}
    order by likeness desc, t.id desc limit ${most}`,
  );
  const tickets = await withNames(
    trx,
    scope,
    found.map((one) => one.id),
  );
  return tickets.map((ticket) => {
    const { shared = [], customer = false, likeness = 0 } = found.find((one) => one.id === ticket.id) ?? {};
    const reasons = customer ? ["Same customer"] : [];
    const said = onceEach(shared);
    if (said.length > 0) reasons.push(`Same words: ${said.slice(0, 4).join(", ")}`);
    return { ...ticket, reasons, likeness: Math.round(likeness * 100) / 100 };
  });
}
