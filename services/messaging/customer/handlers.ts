import { sql } from "kysely";
import { z } from "zod";
import {
  type CustomerAddresses,
  CustomerEvent,
  type CustomerProfile,
  type customerCalls,
} from "../../kit/contract.customer";
import { type EventRange, eventInstant, inRange, newestEvents } from "../../kit/customer";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { checkedRows, NameRow } from "../../kit/row-schema";
import { hasRows, texts } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { messaging } from "../contract";
import { messagesTo } from "../person/data";

type Events = CustomerEvent[];

/** What messaging has of one customer: the messages both ways, and what they said about being written to. */
export function customerHandlers({
  db,
}: Database): Pick<Handlers<typeof messaging.calls>, keyof ReturnType<typeof customerCalls>> {
  return {
    async customer({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => loadCustomer(trx, account, query)) };
    },
    async customerEvents({ query }, { account }) {
      if (query.phones.length === 0) return { status: 200, body: { data: [], more: false } };
      const sources = await readAccount(db, account, (trx) =>
        Promise.all([
          ...query.phones.map((phone) => listSent(trx, account, phone, query)),
          listReceived(trx, account, query.phones, query),
          listConsents(trx, account, query, query),
        ]),
      );
      return { status: 200, body: newestEvents(sources, query) };
    },
  };
}

const CustomerRow = z.object({ name: z.string(), msisdn: z.string().nullable(), email: z.string().nullable() });

const MsisdnRow = z.object({ msisdn: z.string() });

const LastMessage = z.object({ id: z.number(), at: z.string(), text: z.string() });

async function loadCustomer(trx: Trx, account: string, known: CustomerAddresses): Promise<CustomerProfile> {
  const phones = texts(known.phones);
  const [contacts, groups, stopped, unanswered] = await Promise.all([
    checkedRows(
      trx,
      CustomerRow,
      sql`select name, msisdn, email from messaging.contacts
        where customer_account = ${account} and msisdn = any(${phones})
        union
        select name, msisdn, email from messaging.contacts
        where customer_account = ${account} and email_key = any(${texts(known.emails)}) limit 20`,
    ),
    checkedRows(
      trx,
      NameRow,
      sql`select distinct n.name from messaging.contacts c
        join messaging.group_contacts g on g.customer_account = c.customer_account and g.contact_id = c.id
        join messaging.contact_groups n on n.customer_account = g.customer_account and n.id = g.group_id
        where c.customer_account = ${account} and c.msisdn = any(${phones}) order by n.name limit 10`,
    ),
    checkedRows(
      trx,
      MsisdnRow,
      sql`select msisdn from messaging.blacklist where customer_account = ${account} and msisdn = any(${phones})`,
    ),
    checkedRows(
      trx,
      LastMessage,
      sql`select i.id, ${eventInstant(sql`i.received_at`)} as at, i.text from messaging.inbox i
        where i.customer_account = ${account} and i.msisdn = any(${phones}) and i.keyword = ''
          and i.received_at > now() - interval '30 days' order by i.id desc limit 1`,
    ),
  ]);
  const [last] = unanswered;
  const answered = last === undefined || (await wasAnswered(trx, account, known.phones, last.at));
  const names = contacts.map(({ name }) => name).filter(Boolean);
  return {
    names,
    phones: contacts.flatMap(({ msisdn }) => msisdn ?? []),
    emails: contacts.flatMap(({ email }) => email?.toLowerCase() ?? []),
    facts: [
      ...(groups.length > 0 ? [{ label: "Contact groups", value: groups.map(({ name }) => name).join(", ") }] : []),
      ...(stopped.length > 0 ? [{ label: "SMS", value: "Opted out" }] : []),
    ],
    tasks: answered
      ? []
      : [{ kind: "sms unanswered", record: last.id, title: last.text.slice(0, 200), since: last.at }],
  };
}

async function wasAnswered(trx: Trx, account: string, phones: readonly string[], since: string): Promise<boolean> {
  for (const phone of phones) {
    const later = sql`select 1 from ${messagesTo(account, phone)} and b.created_at > ${since}::timestamptz limit 1`;
    if (await hasRows(trx, later)) return true;
  }
  return false;
}

function listSent(trx: Trx, account: string, phone: string, range: EventRange): Promise<Events> {
  const at = sql`coalesce(m.submitted_at, b.started_at, b.send_at, b.created_at)`;
  return checkedRows(
    trx,
    CustomerEvent,
    sql`select ${eventInstant(at)} as at, 'sms sent' as kind, b.id as record,
        'From ' || b.sender as title, left(coalesce(m.text, b.body), 500) as text, m.status as state, '' as by
      from ${messagesTo(account, phone)} and b.status <> 'draft' and ${inRange(at, range)}
      order by ${at} desc limit ${range.limit + 1}`,
  );
}

function listReceived(trx: Trx, account: string, phones: readonly string[], range: EventRange): Promise<Events> {
  return checkedRows(
    trx,
    CustomerEvent,
    sql`select ${eventInstant(sql`received_at`)} as at, 'sms received' as kind, id as record,
        'To ' || sent_to as title, left(text, 500) as text, '' as state, '' as by
      from messaging.inbox
      where customer_account = ${account} and msisdn = any(${texts(phones)}) and ${inRange(sql`received_at`, range)}
      order by received_at desc limit ${range.limit + 1}`,
  );
}

/** The log of consents is about addresses as well as numbers. */
function listConsents(trx: Trx, account: string, known: CustomerAddresses, range: EventRange): Promise<Events> {
  return checkedRows(
    trx,
    CustomerEvent,
    sql`select ${eventInstant(sql`at`)} as at, case change when 'out' then 'opted out' else 'opted in' end as kind,
        id as record, source as title, '' as text, '' as state, by
      from events.consents
      where customer_account = ${account} and contact = any(${texts([...known.phones, ...known.emails])})
        and ${inRange(sql`at`, range)}
      order by at desc limit ${range.limit + 1}`,
  );
}
