import { sql } from "kysely";
import { type CustomerAddresses, CustomerEvent, CustomerTask, type customerCalls } from "../../kit/contract.customer";
import { type EventRange, eventInstant, inRange, newestEvents } from "../../kit/customer";
import type { Trx } from "../../kit/database";
import { checkedRows, NameRow } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { voice } from "../contract";
import type { VoiceContext } from "../workspace/context";

/** What the call centre has of one customer: calls both ways, and calls that nobody answered. */
export function customerHandlers({
  read,
}: VoiceContext): Pick<Handlers<typeof voice.calls>, keyof ReturnType<typeof customerCalls>> {
  return {
    async customer({ query }, { account }) {
      const [names, tasks] = await read(account, (trx) =>
        Promise.all([listNames(trx, account, query), listUnanswered(trx, account, query)]),
      );
      return { status: 200, body: { names, phones: [], emails: [], facts: [], tasks } };
    },
    async customerEvents({ query }, { account }) {
      const sources = await read(account, (trx) =>
        Promise.all([listCalls(trx, account, query, query), listAbandoned(trx, account, query, query)]),
      );
      return { status: 200, body: newestEvents(sources, query) };
    },
  };
}

async function listNames(trx: Trx, account: string, { phones }: CustomerAddresses): Promise<string[]> {
  const found = await checkedRows(
    trx,
    NameRow,
    sql`select name from voice.calls
      where customer_account = ${account} and phone_number = any(${texts(phones)}) and phone_number <> '' and name <> ''
      order by started_at desc limit 1`,
  );
  return found.map(({ name }) => name);
}

/** The last call that nobody answered in the last week, unless they were spoken to since. */
function listUnanswered(trx: Trx, account: string, { phones }: CustomerAddresses): Promise<CustomerTask[]> {
  return checkedRows(
    trx,
    CustomerTask,
    sql`select 'call unanswered' as kind, q.id as record, q.phone_number as title,
        ${eventInstant(sql`q.abandoned_at`)} as since
      from voice.queue_calls q
      where q.customer_account = ${account} and q.phone_number = any(${texts(phones)}) and q.phone_number <> ''
        and q.abandoned_at > now() - interval '7 days'
        and not exists (select from voice.calls c where c.customer_account = q.customer_account
          and c.phone_number = q.phone_number and c.phone_number <> '' and c.answered_at > q.abandoned_at)
      order by q.abandoned_at desc limit 1`,
  );
}

function listCalls(trx: Trx, account: string, known: CustomerAddresses, range: EventRange): Promise<CustomerEvent[]> {
  return checkedRows(
    trx,
    CustomerEvent,
    sql`select ${eventInstant(sql`started_at`)} as at,
        case type when 'inbound' then 'call received' else 'call made' end as kind, id as record,
        case when disposition = '' then phone_number
          else disposition || case when disposition_item = '' then '' else ', ' || disposition_item end end as title,
        left(note, 500) as text, status as state, user_name as by
      from voice.calls
      where customer_account = ${account} and phone_number = any(${texts(known.phones)}) and phone_number <> ''
        and ${inRange(sql`started_at`, range)}
      order by started_at desc limit ${range.limit + 1}`,
  );
}

/** Callers who gave up before anybody was rung, or while they were. */
function listAbandoned(
  trx: Trx,
  account: string,
  known: CustomerAddresses,
  range: EventRange,
): Promise<CustomerEvent[]> {
  return checkedRows(
    trx,
    CustomerEvent,
    sql`select ${eventInstant(sql`abandoned_at`)} as at, 'call unanswered' as kind, id as record,
        phone_number as title, '' as text, '' as state, '' as by
      from voice.queue_calls
      where customer_account = ${account} and phone_number = any(${texts(known.phones)}) and phone_number <> ''
        and abandoned_at is not null and ${inRange(sql`abandoned_at`, range)}
      order by abandoned_at desc limit ${range.limit + 1}`,
  );
}
