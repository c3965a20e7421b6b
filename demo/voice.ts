import { sql } from "kysely";
import { inAccount, type Trx } from "../services/kit/database";
import { row } from "../services/kit/unchecked-rows";
import { newPassword, sealPassword } from "../services/voice/agents/secret";
import type { VoiceContext } from "../services/voice/workspace/context";
import { insertAccountDefaults } from "../services/voice/workspace/seed";
import { type DemoCall, type DemoPeriod, type DemoWait, makeCalls } from "./calls";
import { people, seeded } from "./people";

const shop = "100001";
/** The extensions of the demo and who has them. */
const phones = [
  { exten: "1001", email: "agent@savanna.test", phone: "+254722000001" },
  { exten: "1002", email: "admin@savanna.test", phone: "+254722000002" },
] as const;
const numbers = [
  { id: 1, phone_number: "+254709000100", prefix: "2547", queue: "Sales" },
  { id: 2, phone_number: "+254709000200", prefix: "2549", queue: "Support" },
] as const;
/** The number of the demo's call flow (demo/voice-flow.ts); nobody called it before. */
const flowNumber = { id: 3, phone_number: "+254709000300", prefix: "", queue: "" } as const;

/** The shop's numbers, and eight weeks of calls of two agents. */
export async function fillVoice(trx: Trx, account: string, now = new Date()): Promise<void> {
  if (account !== shop) return;
  await insertAccountDefaults(trx, account);
  for (const { id, phone_number, prefix, queue } of [...numbers, flowNumber]) {
    const modes = id === flowNumber.id ? ["inbound"] : ["inbound", "outbound"];
    await sql`insert into voice.numbers (customer_account, id, phone_number, prefix, modes, queue)
      values (${account}, ${id}, ${phone_number}, ${prefix}, ${modes}::text[], ${queue})`.execute(trx);
    await sql`insert into voice.directory (kind, name, customer_account)
      values ('number', ${phone_number}, ${account})`.execute(trx);
  }
  const agents = await listAgents(trx, account);
  const random = seeded(911);
  const callers = people(160, random).map(({ msisdn, name }) => ({ number: `+${msisdn.replace(/\D/g, "")}`, name }));
  const { waits, calls, periods } = makeCalls({ agents, callers, queues: numbers, random, now });
  await writeWaits(trx, account, waits);
  await writeCalls(trx, account, calls);
  await writePeriods(trx, account, periods);
  await writeTargets(trx, account, people(48, seeded(914)), agents, now);
  // What is written from now on has other ids than these.
  await skipIds(trx, "voice.queue_calls", waits.length);
  await skipIds(trx, "voice.calls", calls.length);
}

async function skipIds(trx: Trx, table: string, count: number): Promise<void> {
  await sql`select nextval(pg_get_serial_sequence(${table}, 'id')) from generate_series(1, ${count})`.execute(trx);
}

/** What became of the numbers of the demo's list, in turns. */
const targetResults = [
  ["waiting", ""],
  ["done", "Answered"],
  ["waiting", "No answer"],
  ["waiting", ""],
  ["given_up", "No answer"],
  ["trash", "Wrong number"],
] as const;

/** A list of customers who are reminded of an order, as a file brought it, with the rows that were not taken. */
async function writeTargets(
  trx: Trx,
  account: string,
  customers: readonly { msisdn: string; name: string }[],
  agents: readonly DemoAgent[],
  now: Date,
): Promise<void> {
  const group = await row<{ id: number }>(
    trx,
    sql`insert into voice.target_groups (customer_account, name, template, priority, state, file_name, bytes, columns, rows_read,
        added, repeated, refused, created_by, created_at, finished_at)
      values (${account}, 'Unpaid orders', 'collection', 4, 'done', 'unpaid-orders.csv', 2480,
        ${["Phone", "Name", "Account number", "Amount due", "Due date"]}::text[], ${customers.length + 2},
        ${customers.length}, 1, 1, 'Wanjiru Maina', ${now}::timestamptz - interval '21 days', ${now}::timestamptz - interval '21 days')
      returning id`,
  );
  await writeAutomaticList(trx, account, customers.slice(0, 8), now);
  const targets = customers.map(({ msisdn, name }, at) => {
    const [state, result] = targetResults[at % targetResults.length] ?? targetResults[0];
    const details = {
      account_number: String(10_400 + at),
      amount_due: `KES ${(at + 3) * 350}`,
      due_date: "30/11/2026",
    };
    const attempts = result === "" ? 0 : state === "given_up" ? 3 : 1;
    return { phone_number: `+${msisdn.replace(/\D/g, "")}`, name, details, state, result, attempts };
  });
  await sql`
    insert into voice.targets (customer_account, group_id, phone_number, name, details, state, result, attempts, next_at, changed_at)
    select ${account}, ${group?.id}::bigint, t.phone_number, t.name, t.details, t.state, t.result, t.attempts,
      ${now}::timestamptz - interval '1 day', ${now}::timestamptz - interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as t (phone_number text, name text, details jsonb, state text,
      result text, attempts int)
    on conflict do nothing`.execute(trx);
  await linkCalls(trx, account, Number(group?.id));
  await sql`
    insert into voice.target_rows (customer_account, group_id, line, kind, reason, cells)
    values (${account}, ${group?.id}::bigint, 14, 'refused', 'on the do-not-call list', ${JSON.stringify(["0712 555 014", "Peter Njoroge", "10413", "KES 5600", "30/11/2026"])}::jsonb),
      (${account}, ${group?.id}::bigint, 31, 'repeated', 'the number of line 6 again', ${JSON.stringify(["0712 555 031", "Mary Atieno", "10430", "KES 900", "30/11/2026"])}::jsonb)`.execute(
    trx,
  );
  const agent = agents[0];
  if (agent)
    await sql`
      insert into voice.targets (customer_account, phone_number, name, note, next_at, owner_id, owner_name)
      values (${account}, '+254712555077', 'Faith Chebet', 'Pays on Friday, wants to be reminded.',
        ${now}::timestamptz + interval '1 day', ${agent.user_id}, ${agent.name})`.execute(trx);
}

/** The last calls out are those to the numbers of a list: as many as each was called, answered or not as it says. */
async function linkCalls(trx: Trx, account: string, group: number): Promise<void> {
  await sql`
    with tries as (
      select t.id, t.phone_number, t.name, answered, row_number() over (partition by answered order by t.id, try) as n
      from voice.targets t cross join lateral generate_series(1, t.attempts) as try
        cross join lateral (values (t.state in ('done', 'trash'))) as said (answered)
      where t.customer_account = ${account} and t.group_id = ${group}
    ), calls as (
      select c.id, c.ended_at, answered, row_number() over (partition by answered order by c.started_at desc, c.id) as n
      from voice.calls c cross join lateral (values (c.status = 'Complete')) as said (answered)
      where c.customer_account = ${account} and c.type = 'outbound'
    ), linked as (
      update voice.calls c set target_id = tries.id, phone_number = tries.phone_number, name = tries.name
      from tries join calls using (answered, n)
      where c.customer_account = ${account} and c.id = calls.id returning c.id, c.target_id, c.ended_at
    )
    update voice.targets t set call_id = last.call, changed_at = last.at
    from (select distinct on (target_id) target_id, id as call, ended_at as at from linked order by target_id, ended_at desc) as last
    where t.customer_account = ${account} and t.id = last.target_id`.execute(trx);
}

/**
 * A list that is called automatically, once somebody starts it. Its first number has an answering machine, which is hung up
 * on; the last digits of the others belong to people who answer.
 */
async function writeAutomaticList(
  trx: Trx,
  account: string,
  customers: readonly { name: string }[],
  now: Date,
): Promise<void> {
  const group = await row<{ id: number }>(
    trx,
    sql`insert into voice.target_groups (customer_account, name, state, mode, on_machine, number_id, added, created_by, created_at, finished_at)
      select ${account}, 'Delivery times', 'done', 'progressive', 'hang_up', n.id, ${customers.length}, 'Wanjiru Maina',
        ${now}::timestamptz - interval '3 days', ${now}::timestamptz - interval '3 days'
      from voice.numbers n where n.customer_account = ${account} and n.deleted_at is null and 'outbound' = any(n.modes)
      order by n.id limit 1 returning id`,
  );
  if (!group) return;
  const targets = customers.map(({ name }, at) => {
    const digits = at === 0 ? "08" : `2${at - 1}`;
    return { phone_number: `+2547125550${digits}`, name, at };
  });
  await sql`
    insert into voice.targets (customer_account, group_id, phone_number, name, next_at, changed_at)
    select ${account}, ${group.id}::bigint, t.phone_number, t.name, ${now}::timestamptz - interval '2 days' + t.at * interval '1 second',
      ${now}::timestamptz - interval '2 days'
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as t (phone_number text, name text, at int)`.execute(
    trx,
  );
}

type DemoAgent = { user_id: string; name: string; email: string };

async function listAgents(trx: Trx, account: string): Promise<DemoAgent[]> {
  const { rows } = await sql<DemoAgent>`
    select id::text as user_id, name, email from identity.users
    where customer_account = ${account} and email = any(${phones.map(({ email }) => email)}::text[]) order by id desc`.execute(
    trx,
  );
  return rows;
}

async function writeWaits(trx: Trx, account: string, waits: readonly DemoWait[]): Promise<void> {
  await sql`
    insert into voice.queue_calls (customer_account, id, reference, number_id, queue, phone_number, enqueued_at, answered_at, abandoned_at, user_id)
    select ${account}, w.id, 'demo-' || w.id, w.number_id, w.queue, w.phone_number, w.enqueued_at, w.answered_at, w.abandoned_at, w.user_id
    from json_to_recordset(${JSON.stringify(waits)}::json) as w (id bigint, number_id bigint, queue text, phone_number text,
      enqueued_at timestamptz, answered_at timestamptz, abandoned_at timestamptz, user_id text)`.execute(trx);
}

async function writeCalls(trx: Trx, account: string, calls: readonly DemoCall[]): Promise<void> {
  await sql`
    insert into voice.calls (customer_account, id, reference, type, phone_number, name, number_id, queue_call_id, user_id,
      user_name, state, status, started_at, answered_at, ended_at, changed_at, ring_seconds, talk_seconds, hold_seconds,
      wrap_until, wrap_ended_at, disposition_id, disposition, disposition_item_id, disposition_item, note, disposed_at, disposed_by)
    select ${account}, c.id, 'demo-' || c.id, c.type, c.phone_number, c.name, c.number_id, c.queue_call_id, c.user_id,
      c.user_name, 'terminated', c.status, c.started_at, c.answered_at, c.ended_at, c.ended_at, c.ring_seconds,
      c.talk_seconds, c.hold_seconds, c.wrap_until, c.wrap_ended_at, t.id, coalesce(t.name, ''), i.id,
      coalesce(i.title, ''), c.note, c.wrap_ended_at, case when t.id is null then '' else c.user_name end
    from json_to_recordset(${JSON.stringify(calls)}::json) as c (id bigint, type text, phone_number text, name text,
      number_id bigint, queue_call_id bigint, user_id text, user_name text, status text, started_at timestamptz,
      answered_at timestamptz, ended_at timestamptz, ring_seconds int, talk_seconds int, hold_seconds int,
      wrap_until timestamptz, wrap_ended_at timestamptz, item_id bigint, note text)
    left join voice.disposition_items i on i.customer_account = ${account} and i.id = c.item_id
    left join voice.disposition_types t on t.customer_account = ${account} and t.id = i.type_id`.execute(trx);
  await sql`
    insert into voice.call_events (customer_account, call_id, state, status, at)
    select ${account}, c.id, e.state, e.status, e.at from voice.calls c cross join lateral (values
      (1, case when c.type = 'inbound' then 'ringing' else 'calling/trying' end,
        case when c.type = 'inbound' then 'Ringing' else 'Trying' end, c.started_at),
      (2, 'inProgress', 'Accepted', c.answered_at), (3, 'terminated', c.status, c.ended_at)) as e (n, state, status, at)
    where c.customer_account = ${account} and e.at is not null order by c.id, e.n`.execute(trx);
}

async function writePeriods(trx: Trx, account: string, periods: readonly DemoPeriod[]): Promise<void> {
  await sql`
    insert into voice.agent_periods (customer_account, user_id, name, state, break_label, started_at, ended_at)
    select ${account}, p.user_id, p.name, p.state, p.break_label, p.started_at, p.ended_at
    from json_to_recordset(${JSON.stringify(periods)}::json) as p (user_id text, name text, state text, break_label text,
      started_at timestamptz, ended_at timestamptz)`.execute(trx);
}

/**
 * Gives the two agents of the demo their extensions. Their passwords are sealed with the secret of this installation,
 * which whoever fills the demo doesn't know: at each start.
 */
export async function connectPhones({ database, deps }: Pick<VoiceContext, "database" | "deps">): Promise<void> {
  await inAccount(database.db, shop, async (trx) => {
    const agents = await listAgents(trx, shop);
    for (const { exten, email, phone } of phones) {
      const agent = agents.find((one) => one.email === email);
      const taken = await row(
        trx,
        sql`select 1 as one from voice.directory where kind = 'extension' and name = ${exten}`,
      );
      if (!agent || taken) continue;
      await sql`insert into voice.directory (kind, name, customer_account) values ('extension', ${exten}, ${shop})`.execute(
        trx,
      );
      await sql`
        insert into voice.extensions (customer_account, user_id, name, email, phone, exten, secret, state, requested_by, decided_by, decided_at)
        values (${shop}, ${agent.user_id}, ${agent.name}, ${agent.email}, ${phone}, ${exten},
          ${sealPassword(deps.secret, shop, exten, newPassword())}, 'approved', 'Wanjiru Maina', 'Wanjiru Maina', now())
        on conflict do nothing`.execute(trx);
    }
  });
}
