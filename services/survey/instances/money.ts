import { sql } from "kysely";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { rows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { SurveyDeps } from "../deps";
import { closeKeywords } from "./keywords";
import { loadSpent } from "./send-whatsapp";
import { loadRun } from "./store";

type MoneyDeps = Pick<SurveyDeps, "clientsOfAccount">;

/** The name under which billing knows the money of a run. */
function holdName(id: number): string {
  return `survey:${id}`;
}

/**
 * Holds the cost of a run on WhatsApp, then starts it. That it is being started was written down before: when the
 * process dies in between, the worker comes here again, and billing holds the same reference once.
 * @throws HttpError 422 where there is not enough money, 503 while billing does not answer
 */
export async function holdAndStart({ db }: Pick<Database, "db">, deps: MoneyDeps, account: string, id: number) {
  const before = await readAccount(db, account, (trx) => loadRun(trx, account, id));
  if (before?.status !== "pending" || before.held_cents === 0) return;
  const description = `Survey on WhatsApp: ${before.name}`.slice(0, 200);
  const held = await deps.clientsOfAccount(account).billing.hold({
    body: { reference: holdName(id), cents: before.held_cents, description },
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
    await sql`update survey.instances set held_cents = 0, version = 0, trouble = ${held.body.message.slice(0, 300)}
      where ${mine}`.execute(trx);
    await sql`delete from survey.runs where instance_id = ${id}`.execute(trx);
    await closeKeywords(trx, account, id);
  });
  if (held.status !== 201) throw new HttpError(422, held.body.message, held.body.errors);
}

/**
 * Charges what WhatsApp took of a run that is over, and gives back the rest of the hold. Twice changes nothing.
 * @returns whether nothing of it is left to do
 */
export async function settleRun({ db }: Pick<Database, "db">, deps: MoneyDeps, account: string, id: number) {
  const found = await readAccount(db, account, async (trx) => ({
    instance: await loadRun(trx, account, id),
    spent: await loadSpent(trx, account, id),
  }));
  const { instance, spent } = found;
  if (!instance || instance.held_cents === 0 || instance.money_closed) return true;
  if (spent.open) return false;
  const settled = Math.min(instance.held_cents, spent.cents);
  const answer = await deps.clientsOfAccount(account).billing.settle({
    params: { reference: holdName(id) },
    body: { settled_cents: settled, released_cents: instance.held_cents - settled, closed: true },
  });
  if (answer.status !== 201 && answer.status !== 404)
    throw new Error(`billing answered ${answer.status}: ${answer.body.message}`);
  await inAccount(db, account, (trx) =>
    rows(
      trx,
      sql`update survey.instances set settled_cents = ${settled}, money_closed = true
        where customer_account = ${account} and id = ${id} returning id`,
    ),
  );
  return true;
}
