import { sql } from "kysely";
import { z } from "zod";
import { webhookDays, webhookPause } from "../../../rules/webhook-events";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { type IntervalLoop, startInterval } from "../../kit/interval";
import { fetchOutside, OutsideError, type OutsidePolicy } from "../../kit/outside";
import { AccountRow, checkedRow, checkedRows } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { signedHeaders } from "./signature";
import { hostName, openSecret, requestBody } from "./store";

export type DeliverDeps = {
  serviceSecret: string;
  log: { error(fields: object, message: string): void };
  policy?: OutsidePolicy;
  /** How often is looked for what waits, ms. 1,000. */
  everyMs?: number;
  now?(): Date;
};

/** Web hooks that are called at one time in this process, and requests of one of them. */
const hooksAtOnce = 10;
const requestsAtOnce = 4;
/** Requests of one web hook before another one has its turn. */
const turn = 40;
/** For so long nobody else sends what a process has taken, in seconds: longer than a whole turn may last. */
const claimSeconds = 300;
const seconds = 15;

const DueHook = z.object({ customer_account: z.string(), webhook_id: z.number(), version: z.number() });
type DueHook = z.infer<typeof DueHook>;
const Hook = z.object({
  id: z.number(),
  url: z.string(),
  secret: z.instanceof(Buffer),
  active: z.boolean(),
  failures: z.number(),
});
type Hook = z.infer<typeof Hook>;
const WaitingRequest = z.object({
  id: z.number(),
  uid: z.string(),
  event: z.string(),
  payload: z.record(z.string(), z.unknown()),
  created_at: z.date(),
  queued_at: z.date(),
});
type WaitingRequest = z.infer<typeof WaitingRequest>;
type RequestOutcome = { ok: boolean; gone: boolean; status: number | null; error: string };

/**
 * Sends what waits for web hooks until stopped; several processes may do it. The requests of one web hook go out in
 * order, a few at a time. One that fails holds back the others of its web hook: it is called again after a pause that
 * grows with each failure. A receiver can get a request twice, never none: it answers 2xx before it counts as told.
 */
export function startWebhooks(database: Database, deps: DeliverDeps): IntervalLoop {
  const { log, everyMs = 1_000 } = deps;
  const onError = (err: unknown) => log.error({ err }, "calling web hooks");
  return startInterval(
    async () => {
      for (let more = true; more; ) {
        const due = await claim(database, hooksAtOnce);
        await Promise.all(due.map((hook) => callHook(database, deps, hook).catch(onError)));
        more = due.length === hooksAtOnce;
      }
    },
    { everyMs, onError },
  );
}

async function claim({ db }: Database, most: number): Promise<DueHook[]> {
  return checkedRows(
    db,
    DueHook,
    sql`
    update events.webhooks_due d set claimed_until = now() + make_interval(secs => ${claimSeconds})
    from (select customer_account, webhook_id from events.webhooks_due
      where due <= now() and claimed_until < now() order by due limit ${most} for update skip locked) next
    where d.customer_account = next.customer_account and d.webhook_id = next.webhook_id
    returning d.customer_account, d.webhook_id, d.version`,
  );
}

async function callHook(database: Database, deps: DeliverDeps, due: DueHook): Promise<void> {
  const { customer_account: account, webhook_id: id } = due;
  const { db } = database;
  const { hook, waiting } = await inAccount(db, account, async (trx) => {
    const found = await checkedRow(
      trx,
      Hook,
      sql`select id, url, secret, active, failures from events.webhooks
      where customer_account = ${account} and id = ${id}`,
    );
    // What was tried for days is not tried any more.
    await sql`update events.webhook_deliveries set state = 'failed', done_at = now()
      where customer_account = ${account} and webhook_id = ${id} and state = 'waiting'
        and queued_at < now() - make_interval(days => ${webhookDays})`.execute(trx);
    const rows = await checkedRows(
      trx,
      WaitingRequest,
      sql`select id, uid, event, payload, created_at, queued_at
      from events.webhook_deliveries where customer_account = ${account} and webhook_id = ${id} and state = 'waiting'
      order by id limit ${turn}`,
    );
    return { hook: found, waiting: rows };
  });
  if (!hook) return;
  let failures = hook.failures;
  let active = hook.active;
  let left = active ? waiting : [];
  while (left.length > 0 && active) {
    // After a failure one request shows whether it answers again.
    const several = left.slice(0, failures === 0 ? requestsAtOnce : 1);
    left = left.slice(several.length);
    const outcomes = await Promise.all(several.map((one) => send(deps, account, hook, one)));
    const bad = outcomes.find(({ ok }) => !ok);
    failures = bad ? failures + 1 : 0;
    active = !outcomes.some(({ gone }) => gone);
    await inAccount(db, account, (trx) => record(trx, { account, hook, active, failures }, several, outcomes));
    if (bad) break;
  }
  const pause = failures === 0 || !active ? 0 : webhookPause(failures);
  await inAccount(db, account, (trx) => leave(trx, due, { pause, active }));
}

async function record(
  trx: Trx,
  { account, hook, active, failures }: { account: string; hook: Hook; active: boolean; failures: number },
  sent: readonly WaitingRequest[],
  outcomes: readonly RequestOutcome[],
): Promise<void> {
  const told = outcomes.map(({ ok, status, error }, place) => ({ id: sent[place]?.id ?? 0, ok, status, error }));
  await sql`
    update events.webhook_deliveries d set attempts = attempts + 1, status = told.status, error = told.error,
      state = case when told.ok then 'delivered' else 'waiting' end, done_at = case when told.ok then now() end
    from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as told (id bigint, ok boolean, status int, error text)
    where d.customer_account = ${account} and d.webhook_id = ${hook.id} and d.id = told.id`.execute(trx);
  const bad = outcomes.find(({ ok }) => !ok);
  await sql`
    update events.webhooks set active = active and ${active}, failures = ${failures},
      last_delivered_at = case when ${outcomes.some(({ ok }) => ok)} then now() else last_delivered_at end,
      last_error = ${bad?.error ?? sql`last_error`}, last_error_at = case when ${bad !== undefined} then now() else last_error_at end
    where customer_account = ${account} and id = ${hook.id}`.execute(trx);
}

/** Takes the web hook from the list of what is due, unless something waits or was added meanwhile. */
async function leave(trx: Trx, due: DueHook, { pause, active }: { pause: number; active: boolean }): Promise<void> {
  const { customer_account: account, webhook_id: id, version } = due;
  const waits = sql`${active} and exists (select from events.webhook_deliveries
    where customer_account = ${account} and webhook_id = ${id} and state = 'waiting')`;
  const found = await hasRows(
    trx,
    sql`
    delete from events.webhooks_due d where customer_account = ${account} and webhook_id = ${id}
      and version = ${version} and not (${waits}) returning webhook_id`,
  );
  if (found) return;
  await sql`
    update events.webhooks_due set claimed_until = '-infinity', due = now() + make_interval(secs => ${pause})
    where customer_account = ${account} and webhook_id = ${id}`.execute(trx);
}

async function send(deps: DeliverDeps, account: string, hook: Hook, one: WaitingRequest): Promise<RequestOutcome> {
  const body = requestBody({ ...one, account });
  const secret = openSecret(deps.serviceSecret, account, hook.id, hook.secret);
  const headers = {
    "content-type": "application/json",
    ...signedHeaders(secret, one.uid, deps.now?.() ?? new Date(), body),
  };
  try {
    const answer = await fetchOutside(
      hook.url,
      { method: "POST", headers, body, redirect: "manual", signal: AbortSignal.timeout(seconds * 1000) },
      deps.policy,
    );
    await answer.body?.cancel();
    const { ok, status } = answer;
    return { ok, status, gone: status === 410, error: ok ? "" : `${hostName(hook.url)} answered ${status}.` };
  } catch (error) {
    const known = error instanceof OutsideError;
    if (!known) deps.log.error({ err: error }, "calling a web hook");
    return { ok: false, gone: false, status: null, error: known ? error.message : "The request failed." };
  }
}

/** Days for which the log of a web hook is kept. */
const logDays = 14;

/** Drops what was told long ago. */
export async function tidyWebhooks({ db }: Database): Promise<void> {
  const rows = await checkedRows(db, AccountRow, sql`select customer_account as account from events.cursor`);
  for (const { account } of rows)
    await inAccount(db, account, (trx) =>
      sql`delete from events.webhook_deliveries where customer_account = ${account} and state <> 'waiting'
        and created_at < now() - make_interval(days => ${logDays})`.execute(trx),
    );
}
