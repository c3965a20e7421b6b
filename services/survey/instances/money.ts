import { sql } from "kysely";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { RunMoney } from "../contract.runs";
import type { SurveyDeps } from "../deps";
import { closeKeywords } from "./keywords";
import { loadSpent } from "./send-whatsapp";
import { loadRun, type RunRow } from "./store";

type MoneyDeps = Pick<SurveyDeps, "clientsOfAccount">;

/** The name under which billing knows the money of a run. */
export function holdName(id: number): string {
  return `survey:${id}`;
}

/** How long what a run says at its end may take to be sent before the rest of its money is given back. */
const lastWordsMinutes = 10;

/**
 * Reserves the cost of a run, then starts it. What of it is for SMS is spent by messaging, message by message. That it is
 * being started was written down before: when the process dies in between, the worker comes here again, and billing holds
 * the same reference once.
 * @throws HttpError 422 where there is not enough money, 503 while billing does not answer
 */
export async function holdAndStart({ db }: Pick<Database, "db">, deps: MoneyDeps, account: string, id: number) {
  const before = await readAccount(db, account, (trx) => loadRun(trx, account, id));
  if (before?.status !== "pending" || before.held_cents === 0) return;
  const { held_cents: cents, sms_held_cents: shared_cents } = before;
  const description = `Survey ${channelWords(before)}: ${before.name}`.slice(0, 200);
  const held = await deps.clientsOfAccount(account).billing.hold({
    body: { reference: holdName(id), cents, description, shared_cents },
  });
  if (held.status !== 201 && held.status !== 422 && held.status !== 404)
    throw new HttpError(503, "Billing does not answer. The run starts as soon as it does.");
  await inAccount(db, account, async (trx) => {
    const now = await loadRun(trx, account, id, true);
    if (now?.status !== "pending" || now.held_cents === 0) return;
    const mine = sql`customer_account = ${account} and id = ${id}`;
    if (held.status === 201) {
      await sql`update survey.instances set status = 'running', started_at = now(), trouble = '' where ${mine}`.execute(
        trx,
      );
      return;
    }
    // Why is kept: the one who started it may not be looking any more.
    await sql`update survey.instances set held_cents = 0, sms_held_cents = 0, version = 0, trouble = ${held.body.message.slice(0, 300)}
      where ${mine}`.execute(trx);
    await sql`delete from survey.runs where instance_id = ${id}`.execute(trx);
    await closeKeywords(trx, account, id);
  });
  if (held.status !== 201) throw new HttpError(422, held.body.message, held.body.errors);
}

function channelWords({ channel, fallback }: RunRow): string {
  if (channel === "whatsapp") return fallback === null ? "on WhatsApp" : "on WhatsApp and by SMS";
  return fallback === "whatsapp" ? "by SMS and on WhatsApp" : "by SMS";
}

/**
 * Charges what WhatsApp took of a run that is over, and gives back the rest of the hold, when its last words are sent. Twice
 * changes nothing. @returns whether nothing of it is left to do
 */
export async function settleRun({ db }: Pick<Database, "db">, deps: MoneyDeps, account: string, id: number) {
  const found = await readAccount(db, account, async (trx) => ({
    instance: await loadRun(trx, account, id),
    spent: await loadSpent(trx, account, id),
    speaks: await hasLastWords(trx, account, id),
  }));
  const { instance, spent, speaks } = found;
  if (!instance || instance.held_cents === 0 || instance.money_closed) return true;
  if (spent.open || speaks) return false;
  const settled = Math.min(instance.held_cents - instance.sms_held_cents, spent.cents);
  const answer = await deps.clientsOfAccount(account).billing.settle({
    params: { reference: holdName(id) },
    // All that is left: how much SMS have used is known to billing.
    body: { settled_cents: settled, closed: true },
  });
  if (answer.status !== 201 && answer.status !== 404)
    throw new Error(`billing answered ${answer.status}: ${answer.body.message}`);
  await inAccount(db, account, (trx) =>
    sql`update survey.instances set settled_cents = ${settled}, money_closed = true
      where customer_account = ${account} and id = ${id}`.execute(trx),
  );
  return true;
}

/** Whether SMS of a run are on their way to messaging. */
async function hasLastWords(trx: Trx, account: string, id: number): Promise<boolean> {
  return hasRows(
    trx,
    sql`select 1 from survey.messages where customer_account = ${account} and instance_id = ${id} and channel = 'sms'
      and state = 'waiting' and at > now() - ${lastWordsMinutes} * interval '1 minute' limit 1`,
  );
}

/** What became of the money of a run, from billing; null where nothing is held, and while billing does not answer. */
export async function loadMoney(
  { db }: Pick<Database, "db">,
  deps: MoneyDeps,
  account: string,
  { id, status, held_cents, sms_held_cents }: Pick<RunRow, "id" | "status" | "held_cents" | "sms_held_cents">,
): Promise<RunMoney | null> {
  if (held_cents === 0 || status === "pending") return null;
  const answer = await deps.clientsOfAccount(account).billing.holdOf({ params: { reference: holdName(id) } });
  if (answer.status !== 200) return null;
  const hold = answer.body;
  const spent = await readAccount(db, account, (trx) => loadSpent(trx, account, id));
  // Templates are charged together when the run is over.
  const templates = hold.closed ? hold.settled_cents : Math.min(held_cents - sms_held_cents, spent.cents);
  const charged_cents = templates + hold.others_settled_cents;
  const { released_cents } = hold;
  return {
    ...{ held_cents, charged_cents, released_cents, refunded_cents: hold.others_refunded_cents },
    left_cents: Math.max(0, held_cents - charged_cents - released_cents),
    beyond_cents: Math.max(0, charged_cents + released_cents - held_cents),
  };
}
