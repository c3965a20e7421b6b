import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { phoneSpellings } from "../../../rules/phone.spellings";
import {
  type CustomerAddresses,
  CustomerEvent,
  type CustomerProfile,
  type customerCalls,
} from "../../kit/contract.customer";
import { type EventRange, eventInstant, inRange, newestEvents } from "../../kit/customer";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { TicketFilters } from "../contract.filters";
import { ticketsWhere, type ViewerScope } from "../tickets/where";

/** What ticketing has of one customer: of their tickets those that the caller may see. */
export function customerHandlers({
  read,
  looking,
}: TicketingContext): Pick<Handlers<typeof ticketing.calls>, keyof ReturnType<typeof customerCalls>> {
  return {
    async customer({ query }, context) {
      const body = await read(context.account, async (trx) => loadCustomer(trx, await looking(trx, context), query));
      return { status: 200, body };
    },
    async customerEvents({ query }, context) {
      const sources = await read(context.account, async (trx) => {
        const theirs = customerTickets(await looking(trx, context), query);
        return Promise.all([
          listTickets(trx, theirs, query, "created_at"),
          listTickets(trx, theirs, query, "resolved_at"),
          listComments(trx, theirs, query),
        ]);
      });
      return { status: 200, body: newestEvents(sources, query) };
    },
  };
}

/**
 * The tickets `t` with one of the numbers, however it is written, or one of the addresses, among those that the viewer
 * may see.
 */
function customerTickets(scope: ViewerScope, { phones, emails }: CustomerAddresses): RawBuilder<unknown> {
  const { account } = scope;
  return sql`ticketing.tickets t where ${ticketsWhere(scope, TicketFilters.parse({}))} and t.id in (
    select ticket_id from ticketing.search_terms
    where customer_account = ${account} and word = any(${texts(phones.flatMap(phoneSpellings))})
    union
    select k.id from ticketing.tickets k
    where k.customer_account = ${account} and k.deleted_at is null and k.customer_key = any(${texts(emails)}))`;
}

const CustomerRow = z.object({
  id: z.number(),
  subject: z.string(),
  customer_name: z.string(),
  customer_phone: z.string(),
  customer_email: z.string(),
  open: z.boolean(),
  overdue: z.boolean(),
  since: z.string(),
});

async function loadCustomer(trx: Trx, scope: ViewerScope, known: CustomerAddresses): Promise<CustomerProfile> {
  const found = await checkedRows(
    trx,
    CustomerRow,
    sql`select t.id, t.subject, t.customer_name, t.customer_phone, t.customer_email,
        t.status in ('new', 'open', 'pending') as open, coalesce(t.due_at <= ${scope.now}, false) as overdue,
        ${eventInstant(sql`coalesce(t.due_at, t.created_at)`)} as since
      from ${customerTickets(scope, known)}
      order by t.status in ('new', 'open', 'pending') desc, t.id desc limit 20`,
  );
  return {
    names: found.flatMap(({ customer_name }) => customer_name || []),
    phones: found.flatMap(({ customer_phone }) => customer_phone || []),
    emails: found.flatMap(({ customer_email }) => customer_email.trim().toLowerCase() || []),
    facts: [],
    tasks: found
      .filter(({ open }) => open)
      .slice(0, 10)
      .map(({ id, subject, overdue, since }) => ({
        kind: overdue ? "ticket overdue" : "ticket open",
        record: id,
        title: subject,
        since,
      })),
  };
}

/** Their tickets by when they were opened or resolved. */
function listTickets(
  trx: Trx,
  theirs: RawBuilder<unknown>,
  range: EventRange,
  column: "created_at" | "resolved_at",
): Promise<CustomerEvent[]> {
  const at = sql.ref(`t.${column}`);
  const opened = column === "created_at";
  return checkedRows(
    trx,
    CustomerEvent,
    sql`select ${eventInstant(at)} as at, ${opened ? "ticket opened" : "ticket resolved"} as kind, t.id as record,
        t.subject as title, ${opened ? sql`left(t.description, 500)` : sql`''`} as text, t.status as state,
        ${opened ? sql`t.created_by_name` : sql`''`} as by
      from ${theirs} and ${at} is not null and ${inRange(at, range)}
      order by ${at} desc limit ${range.limit + 1}`,
  );
}

/** What was said in their tickets; notes among colleagues are not part of it. */
function listComments(trx: Trx, theirs: RawBuilder<unknown>, range: EventRange): Promise<CustomerEvent[]> {
  return checkedRows(
    trx,
    CustomerEvent,
    sql`select ${eventInstant(sql`c.at`)} as at, 'ticket comment' as kind, t.id as record, t.subject as title,
        left(c.body, 500) as text, c.author_kind as state, c.author as by
      from (select t.* from ${theirs}) t
      join ticketing.comments c on c.customer_account = t.customer_account and c.ticket_id = t.id
      where c.kind = 'public' and not c.automatic and ${inRange(sql`c.at`, range)}
      order by c.at desc limit ${range.limit + 1}`,
  );
}
