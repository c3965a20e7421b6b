import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import {
  type AfterOutcome,
  afterOutcome,
  afterOutcomes,
  afterRange,
  type FinishedKind,
  isChosen,
} from "../../../rules/survey/after-records";
import { FinishedRecord } from "../../kit/contract.finished";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { startInterval } from "../../kit/interval";
import { checkedRows } from "../../kit/row-schema";
import { hasRows, json } from "../../kit/rows";
import type { SurveyDeps } from "../deps";
import type { RunOptions } from "./run";
import { loadRun, type RunRow } from "./store";

/** Pages of finished records of a run in one look: more than a day of the busiest account has. */
const mostPages = 1_000;

type AfterDeps = Pick<SurveyDeps, "clientsOfAccount"> & { now?(): Date };

/** Puts those with whom something was finished among the people of the runs that ask after it, until stopped. */
export function startAfterRecords(
  database: Database,
  options: Omit<RunOptions, "publicUrl">,
): { stop(): Promise<void> } {
  return startInterval(() => joinAfterRecords(database, options), {
    everyMs: options.everyMs ?? 15_000,
    onError: (err) => options.log.error({ err }, "runs of surveys that ask after something"),
  });
}

const DueInstance = z.object({ instance_id: z.number(), customer_account: z.string() });

/** One look at what was finished, for every run that asks after it. Several processes may do it at once. */
export async function joinAfterRecords(database: Database, options: Omit<RunOptions, "publicUrl">): Promise<void> {
  const runs = await checkedRows(
    database.db,
    DueInstance,
    sql`select instance_id, customer_account from survey.runs where after_kind is not null order by instance_id`,
  );
  for (const { instance_id, customer_account } of runs)
    await lookAfter(database, options, customer_account, instance_id).catch((err: unknown) =>
      options.log.error({ err, instance: instance_id }, "a run of a survey that asks after something"),
    );
}

async function lookAfter({ db }: Database, deps: AfterDeps, account: string, id: number): Promise<void> {
  const instance = await readAccount(db, account, (trx) => loadRun(trx, account, id));
  if (instance?.status !== "running" || !instance.after_kind || !instance.started_at) return;
  const { after_kind, started_at: started, after_seen_at: seen, after_minutes: minutes } = instance;
  const range = afterRange({ now: deps.now?.() ?? new Date(), started, seen, minutes });
  if (!range) return;
  let from = micros(range.from);
  const until = micros(range.until);
  let after = 0;
  for (let page = 0; page < mostPages; page++) {
    const found = await readFinished(deps, account, after_kind, { from, until, after });
    const last = found.data.at(-1);
    const seenAt = found.more && last ? last.at : until;
    const outs = await listOptedOut(deps, account, found.data);
    await inAccount(db, account, (trx) => takeRecords(trx, account, id, { records: found.data, outs, seenAt }));
    if (!found.more || !last) return;
    from = last.at;
    after = last.record;
  }
}

/** A moment as services tell it to one another, in microseconds. */
function micros(at: Date): string {
  return at.toISOString().replace("Z", "000Z");
}

type FinishedQuery = { from: string; until: string; after: number };

/** @throws Error where the service gives no clear answer */
async function readFinished(
  { clientsOfAccount }: AfterDeps,
  account: string,
  kind: FinishedKind,
  body: FinishedQuery,
): Promise<{ data: FinishedRecord[]; more: boolean }> {
  const { chat, ticketing, voice, crm } = clientsOfAccount(account);
  const keeper = { chat, ticket: ticketing, call: voice, sale: crm }[kind];
  const answer = await keeper.finished({ body });
  if (answer.status !== 200) throw new Error(`${kind}: ${answer.status} ${answer.body.message}`);
  return answer.body;
}

/** @throws Error where messaging gives no clear answer: no one is asked who may not be */
async function listOptedOut(
  { clientsOfAccount }: AfterDeps,
  account: string,
  records: readonly FinishedRecord[],
): Promise<Set<string>> {
  const msisdns = [...new Set(records.map(({ phone }) => phone).filter((phone) => phone !== ""))];
  if (msisdns.length === 0) return new Set();
  const answer = await clientsOfAccount(account).messaging.optedOut({ body: { msisdns } });
  if (answer.status !== 200) throw new Error(`messaging answered ${answer.status}: ${answer.body.message}`);
  return new Set(answer.body.msisdns);
}

type FinishedPage = { records: readonly FinishedRecord[]; outs: Set<string>; seenAt: string };

/** Takes what was not taken before, each record once whoever reads it. */
async function takeRecords(trx: Trx, account: string, id: number, page: FinishedPage): Promise<void> {
  // Other looks at the same run wait here.
  const instance = await loadRun(trx, account, id, true);
  if (instance?.status !== "running") return;
  const fresh = await checkedRows(
    trx,
    FinishedRecord,
    sql`select x.* from jsonb_to_recordset(${json(page.records)}) as x (record bigint, at text, phone text, name text)
      where not exists (select from survey.after_records r where r.customer_account = ${account}
        and r.instance_id = ${id} and r.record = x.record and r.finished_at = x.at::timestamptz)
      order by x.at::timestamptz, x.record`,
  );
  let left = (instance.max_joiners ?? 0) - instance.joined_count;
  for (const record of fresh) {
    const { phone } = record;
    const outcome = afterOutcome({
      phone,
      chosen: isChosen(instance.after_share, drawFor(id, record.record)),
      asked: await wasAsked(trx, account, instance, phone),
      optedOut: page.outs.has(phone),
      full: left <= 0,
    });
    if (outcome === "asked") left -= await joinRun(trx, account, id, record);
    await keepRecord(trx, account, id, record, outcome);
  }
  await sql`update survey.instances set after_seen_at = ${page.seenAt}::timestamptz
    where customer_account = ${account} and id = ${id}`.execute(trx);
}

/** A number from 0 to 1 that a record has in a run. */
function drawFor(instance: number, record: number): number {
  const hash = createHash("sha256").update(`${instance}:${record}`).digest();
  return hash.readUInt32BE(0) / 2 ** 32;
}

/** Whether someone is about to be asked by this run, was asked by it where it asks once, or after anything lately. */
async function wasAsked(
  trx: Trx,
  account: string,
  { id, after_days }: Pick<RunRow, "id" | "after_days">,
  msisdn: string,
): Promise<boolean> {
  if (msisdn === "") return false;
  return hasRows(
    trx,
    sql`select 1 from survey.after_records
        where customer_account = ${account} and msisdn = ${msisdn} and msisdn <> '' and outcome = 'asked'
          and at > now() - make_interval(days => ${after_days})
      union all select 1 from survey.recipients
        where customer_account = ${account} and instance_id = ${id} and msisdn = ${msisdn} and state = 'waiting'
      limit 1`,
  );
}

/** They are asked with the next look at the run. Answers how many more it has. */
async function joinRun(trx: Trx, account: string, id: number, { phone, name }: FinishedRecord): Promise<number> {
  await sql`update survey.instances set joined_count = joined_count + 1
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sql`
    insert into survey.recipients (customer_account, instance_id, msisdn, name, joined)
    values (${account}, ${id}, ${phone}, ${name}, true)
    on conflict (customer_account, instance_id, msisdn) do update set state = 'waiting', joined = true`.execute(trx);
  return 1;
}

async function keepRecord(
  trx: Trx,
  account: string,
  id: number,
  { record, phone, at }: FinishedRecord,
  outcome: AfterOutcome,
): Promise<void> {
  await sql`
    insert into survey.after_records (customer_account, instance_id, record, msisdn, finished_at, outcome)
    values (${account}, ${id}, ${record}, ${phone}, ${at}::timestamptz, ${outcome})
    on conflict do nothing`.execute(trx);
}

const OutcomeCount = z.object({ outcome: z.enum(afterOutcomes), count: z.number() });

/** What came of what was finished, for a run. */
export function countOutcomes(trx: Trx, account: string, id: number) {
  return checkedRows(
    trx,
    OutcomeCount,
    sql`select outcome, count(*)::int as count from survey.after_records
      where customer_account = ${account} and instance_id = ${id} group by outcome order by 2 desc, 1`,
  );
}
