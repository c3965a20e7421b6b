import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type RecordKind, recordKinds } from "../../../rules/crm";
import {
  type CustomerAddresses,
  CustomerEvent,
  type CustomerProfile,
  CustomerTask,
  type customerCalls,
} from "../../kit/contract.customer";
import { type EventRange, eventInstant, inRange, newestEvents } from "../../kit/customer";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { missing } from "../../kit/principal";
import { checkedRows } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import type { CallContext, Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import { recordNeeds } from "../contract.records";
import { listKeys, listLabels, recordsWith } from "../points/find";
import { listAwaitedPayments, listSaleEvents, seesSales } from "./sales";

const CustomerRecord = z.object({
  id: z.number(),
  kind: z.enum(recordKinds),
  name: z.string(),
  company: z.string(),
  phone: z.string(),
  email: z.string(),
  stage: z.string(),
  closed: z.boolean(),
  rotting: z.boolean(),
  sales_manager: z.string(),
  active_at: z.string(),
});
type CustomerRecord = z.infer<typeof CustomerRecord>;

/** What the CRM has of one customer: of their leads, contacts and deals the kinds that the caller may see. */
export function customerHandlers({
  db,
}: Database): Pick<Handlers<typeof crm.calls>, keyof ReturnType<typeof customerCalls>> {
  return {
    async customer({ query }, caller) {
      const { account } = caller;
      const body = await readAccount(db, account, async (trx) => {
        const records = await listKnown(trx, account, visibleKinds(caller), query);
        const ids = bigints(records.map(({ id }) => id));
        const tasks = [
          ...(await listTasks(trx, account, records)),
          ...(await listAppointments(trx, account, records)),
          ...(seesSales(caller) ? await listAwaitedPayments(trx, account, ids) : []),
        ];
        const further = await listKeys(trx, account, ids);
        const labels = await listLabels(trx, account, ids);
        return { ...profile(records, [...further.values()].flat(), tasks), labels };
      });
      return { status: 200, body };
    },
    async customerEvents({ query }, caller) {
      const { account } = caller;
      const sources = await readAccount(db, account, async (trx) => {
        const records = await listKnown(trx, account, visibleKinds(caller), query);
        if (records.length === 0) return [];
        const events = await listEvents(trx, account, records, query);
        if (!seesSales(caller)) return events;
        return [...events, ...(await listSaleEvents(trx, account, bigints(records.map(({ id }) => id)), query))];
      });
      return { status: 200, body: newestEvents(sources, query) };
    },
  };
}

function visibleKinds({ who }: Pick<CallContext, "who">): RecordKind[] {
  if (who?.kind !== "person") return [...recordKinds];
  return recordKinds.filter((kind) => missing(who, recordNeeds[kind]) === undefined);
}

/**
 * The records with one of the numbers or addresses, and the deals of these contacts; those of which it is the first one
 * before those of which it is a further one, the last active first.
 */
function listKnown(
  trx: Trx,
  account: string,
  kinds: readonly RecordKind[],
  known: CustomerAddresses,
): Promise<CustomerRecord[]> {
  return checkedRows(
    trx,
    CustomerRecord,
    sql`with hit as materialized (${recordsWith(account, known)}),
      theirs as materialized (
        select id, min(rank) as rank from (
          select id, rank from hit
          union all
          select d.id, hit.rank from hit
          join crm.records d on d.customer_account = ${account} and d.contact_id = hit.id) x group by id)
      select r.id, r.kind, r.name, r.company, r.phone, r.email, s.name as stage,
        s.category in ('won', 'lost') or r.converted_at is not null as closed,
        coalesce(r.active_at < now() - make_interval(days => s.rot_days), false) as rotting, r.sales_manager,
        ${eventInstant(sql`r.active_at`)} as active_at
      from crm.records r join crm.stages s on s.customer_account = r.customer_account and s.id = r.stage_id
        join theirs on theirs.id = r.id
      where r.customer_account = ${account} and r.kind = any(${texts(kinds)})
      order by theirs.rank, r.active_at desc limit 50`,
  );
}

function listAppointments(trx: Trx, account: string, records: readonly CustomerRecord[]): Promise<CustomerTask[]> {
  return checkedRows(
    trx,
    CustomerTask,
    sql`select 'appointment' as kind, id as record, title, ${eventInstant(sql`starts_at`)} as since
      from crm.appointments
      where customer_account = ${account} and record_id = any(${bigints(records.map(({ id }) => id))})
        and state = 'scheduled' and ends_at > now() order by starts_at limit 5`,
  );
}

/** Open tasks about them, those due first. */
function listTasks(trx: Trx, account: string, records: readonly CustomerRecord[]): Promise<CustomerTask[]> {
  return checkedRows(
    trx,
    CustomerTask,
    sql`select case when due_at <= now() then 'task overdue' else 'task' end as kind, id as record, title,
        ${eventInstant(sql`due_at`)} as since
      from crm.tasks
      where customer_account = ${account} and record_id = any(${bigints(records.map(({ id }) => id))})
        and done_at is null order by due_at limit 5`,
  );
}

/** @param further the further numbers and addresses of the records */
function profile(
  records: readonly CustomerRecord[],
  further: readonly string[],
  planned: readonly CustomerTask[],
): CustomerProfile {
  const isEmail = (key: string) => key.includes("@");
  // A deal bears the name of what is sold.
  const people = records.filter(({ kind }) => kind !== "deal");
  const [company] = people.flatMap((record) => record.company || []);
  const [manager] = records.flatMap((record) => record.sales_manager || []);
  const open = records.filter(({ kind, closed }) => kind !== "contact" && !closed).slice(0, 10);
  return {
    names: people.map(({ name }) => name),
    phones: unique([...people.flatMap(({ phone }) => phone || []), ...further.filter((key) => !isEmail(key))]),
    emails: unique([...people.flatMap(({ email }) => email.toLowerCase() || []), ...further.filter(isEmail)]),
    facts: [
      ...(company ? [{ label: "Company", value: company }] : []),
      ...(manager ? [{ label: "Sales manager", value: manager }] : []),
    ],
    tasks: [
      ...planned,
      ...open.map(({ id, kind, name, stage, rotting, active_at }) => ({
        kind: kind === "lead" ? ("lead open" as const) : rotting ? ("deal forgotten" as const) : ("deal open" as const),
        record: id,
        title: `${name}, ${stage}`,
        since: active_at,
      })),
    ],
  };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}

/** The record's kind goes as its state, so that a page knows where it leads. */
function listEvents(
  trx: Trx,
  account: string,
  records: readonly CustomerRecord[],
  range: EventRange,
): Promise<CustomerEvent[][]> {
  const ids = bigints(records.map(({ id }) => id));
  const events = (kind: string, at: RawBuilder<unknown>, what: RawBuilder<unknown>) =>
    checkedRows(
      trx,
      CustomerEvent,
      sql`select ${eventInstant(at)} as at, ${kind} as kind, r.id as record, r.kind as state, ${what}
        and ${inRange(at, range)} order by ${at} desc limit ${range.limit + 1}`,
    );
  const about = (table: string) => sql`from ${sql.table(table)} e
    join crm.records r on r.customer_account = e.customer_account and r.id = e.record_id
    where e.customer_account = ${account} and e.record_id = any(${ids})`;
  // What a contact or a deal has from a lead that is shown as well is shown once.
  const firstOf = (table: string) => sql`not exists (select from ${sql.table(table)} o
    where o.customer_account = e.customer_account and o.id = e.copied_from and o.record_id = any(${ids}))`;
  return Promise.all([
    events(
      "record made",
      sql`r.created_at`,
      sql`r.name as title, r.source as text, r.created_by as by
        from crm.records r where r.customer_account = ${account} and r.id = any(${ids})`,
    ),
    events(
      "stage changed",
      sql`e.at`,
      sql`r.name as title, e.before || ' → ' || e.after as text, e.by ${about("crm.changes")} and e.field = 'Stage'`,
    ),
    events(
      "call logged",
      sql`e.at`,
      sql`r.name as title, concat_ws(': ', e.direction || ' call, ' || e.outcome, nullif(left(e.note, 500), '')) as text,
        e.by ${about("crm.logged_calls")} and ${firstOf("crm.logged_calls")}`,
    ),
    events(
      "note",
      sql`e.created_at`,
      sql`r.name as title, left(e.text, 500) as text, e.by ${about("crm.notes")} and ${firstOf("crm.notes")}`,
    ),
    checkedRows(
      trx,
      CustomerEvent,
      sql`select ${eventInstant(sql`e.starts_at`)} as at, 'appointment' as kind, e.id as record, e.state,
          e.title, e.place as text, e.user_name as by ${about("crm.appointments")} and e.starts_at <= now()
          and ${inRange(sql`e.starts_at`, range)} order by e.starts_at desc limit ${range.limit + 1}`,
    ),
  ]);
}
