import { readCallback } from "../../connectors/mpesa/callback";
import type { PaymentStatus } from "../../connectors/mpesa/mpesa";
import { recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { sendLater } from "../../kit/jobs";
import { type BillingDeps, currentTime } from "../deps";
import { lockWallet } from "../store";
import { credit, markUnmatched, takeReceipt } from "./credit";
import { loadPayment, lockPayment, type PaymentRow } from "./rows";
import { after, type Claimed, evaluate, nextCheck, type PaymentState } from "./states";

/** Brings one payment as far as what is known allows. Its job; safe to run any number of times at once. */
export const paymentTask = "billing.payment";

/** Another look at a payment at a given time; a look that was planned moves there. */
export function lookLater(trx: Trx, account: string, id: number, at?: Date): Promise<void> {
  return sendLater(trx, paymentTask, { account, id }, { key: `payment:${account}:${id}`, ...(at ? { at } : {}) });
}

/** Asks M-Pesa, outside any transaction, then decides under the locks by what is known by then. */
export async function advance(database: Database, deps: BillingDeps, account: string, id: number): Promise<void> {
  const seen = await readAccount(database.db, account, async (trx) => {
    const row = await loadPayment(trx, account, id);
    return row && { row, told: await listCallbacks(trx, account, id) };
  });
  if (seen?.row.source !== "mpesa") return;
  const prompt = promptOf(seen.row, seen.told, currentTime(deps));
  const open = prompt !== undefined && seen.row.state !== "paid" && seen.row.state !== "unmatched";
  const away: PaymentStatus = { kind: "unreachable" };
  const truth: PaymentStatus | { kind: "unasked" } = open
    ? ((await deps.mpesa?.query(prompt)) ?? away)
    : { kind: "unasked" };
  await inAccount(database.db, account, async (trx) => {
    await lockWallet(trx, account);
    const row = await lockPayment(trx, account, id);
    if (row) await decide(deps, trx, account, row, await listCallbacks(trx, account, id), prompt, truth);
  });
}

type StoredCallbacks = Awaited<ReturnType<typeof listCallbacks>>;

function listCallbacks(trx: Trx, account: string, id: number) {
  return trx
    .selectFrom("billing.callbacks")
    .select(["id", "body", "state"])
    .where("customer_account", "=", account)
    .where("payment_id", "=", id)
    .orderBy("id")
    .execute();
}

/**
 * The prompt to ask about. When the push was never answered, the callbacks name it: they came to an address that only
 * M-Pesa was told. Not while the push may still be answered.
 */
function promptOf(row: PaymentRow, told: StoredCallbacks, now: Date): string | undefined {
  if (row.checkout_id !== null) return row.checkout_id;
  const lost = row.state === "unknown" || (row.push_at !== null && now.getTime() - row.push_at.getTime() >= 60_000);
  if (!lost) return undefined;
  const named = new Set(told.flatMap(({ body }) => readCallback(body)?.checkoutId ?? []));
  const [only] = named;
  return named.size === 1 ? only : undefined;
}

async function decide(
  deps: BillingDeps,
  trx: Trx,
  account: string,
  row: PaymentRow,
  told: StoredCallbacks,
  prompt: string | undefined,
  truth: PaymentStatus | { kind: "unasked" },
): Promise<void> {
  const now = currentTime(deps);
  const own = row.checkout_id ?? prompt;
  const read = told.map((each) => ({ ...each, claim: readCallback(each.body) }));
  // Before the prompt is known nothing can be said against a callback.
  const strange = own === undefined ? [] : read.filter(({ claim }) => claim?.checkoutId !== own);
  const claims: Claimed[] =
    own === undefined ? [] : read.flatMap(({ claim }) => (claim?.checkoutId === own ? claim : []));
  const fresh = told.filter(({ state }) => state === "new").map((each) => each.id);
  if (row.state === "paid")
    return compare(
      trx,
      account,
      row,
      claims,
      strange.map((each) => each.id),
      fresh,
    );

  if (own !== undefined && row.checkout_id === null)
    await set(trx, account, row.id, { checkout_id: own, merchant_id: row.merchant_id ?? "" });
  await set(trx, account, row.id, { checked_at: now, checks: row.checks + (truth.kind === "unasked" ? 0 : 1) });
  const conflicting = strange.map((each) => each.id).filter((each) => fresh.includes(each));
  await mark(trx, account, conflicting, "conflicting");
  if (conflicting.length > 0) await tellOfStrange(trx, account, row);

  const verdict = evaluate({ ...row, claims, truth }, now);
  const next = await carryOut(deps, trx, account, row, verdict, now);
  if (own !== undefined && next !== "wait")
    await mark(
      trx,
      account,
      fresh.filter((each) => !conflicting.includes(each)),
      "used",
    );
  const age = now.getTime() - row.asked_at.getTime();
  const state = next === "wait" ? row.state : next;
  const claimed = claims.length > 0 || (own === undefined && told.length > 0);
  const wait = nextCheck(state, age, claimed);
  if (wait !== undefined) await lookLater(trx, account, row.id, new Date(Date.now() + wait));
}

/** Does what was decided; the state it led to, or "wait". */
async function carryOut(
  deps: BillingDeps,
  trx: Trx,
  account: string,
  row: PaymentRow,
  verdict: ReturnType<typeof evaluate>,
  now: Date,
): Promise<PaymentState | "wait"> {
  if (verdict.do === "wait") return "wait";
  if (verdict.do === "confirm") {
    await set(trx, account, row.id, { confirmed_at: now });
    return "wait";
  }
  if (verdict.do === "credit") {
    if (verdict.receipt && !(await takeReceipt(trx, account, row.id, verdict.receipt))) {
      await markUnmatched(trx, account, row, `The receipt ${verdict.receipt} has paid for something else already.`);
      return "unmatched";
    }
    await credit(deps, trx, account, row, { cents: row.amount_cents, reference: verdict.receipt, by: "system" });
    return "paid";
  }
  const to = after(row.state, verdict.event);
  if (to === undefined) return "wait";
  if (to === "unmatched") {
    await markUnmatched(trx, account, row, verdict.reason);
    return to;
  }
  if (to === row.state) return "wait";
  await set(trx, account, row.id, { state: to, reason: verdict.reason, done_at: to === "refused" ? now : null });
  await recordUnpaidPrompt(trx, account, row, to, verdict.reason);
  await append(trx, account, "payment", { id: row.id, state: to });
  return to;
}

/** What comes after the money: the receipt is noted; what does not fit is told, and changes no money. */
async function compare(
  trx: Trx,
  account: string,
  row: PaymentRow,
  claims: Claimed[],
  strange: number[],
  fresh: number[],
): Promise<void> {
  const paid = claims.filter(({ code }) => code === "0");
  let receipt = row.reference;
  let wrong = strange.some((each) => fresh.includes(each)) ? "A callback names another prompt, or can't be read." : "";
  for (const claim of paid) {
    if (claim.cents !== row.credited_cents)
      wrong = `A callback tells of another amount: ${claim.cents ?? "none"} cents.`;
    else if (!receipt && claim.receipt && (await takeReceipt(trx, account, row.id, claim.receipt)))
      receipt = claim.receipt;
    else if (claim.receipt && claim.receipt !== receipt) wrong = `A callback names another receipt: ${claim.receipt}.`;
  }
  if (receipt !== row.reference) await set(trx, account, row.id, { reference: receipt });
  if (fresh.length > 0 && wrong) await markUnmatched(trx, account, row, wrong);
  await mark(trx, account, fresh, wrong ? "conflicting" : "used");
}

/** That a prompt was refused, or that nothing is known of it. */
export function recordUnpaidPrompt(
  trx: Trx,
  account: string,
  row: PaymentRow,
  to: PaymentState,
  reason: string,
): Promise<void> {
  return recordActivity(trx, account, "system", {
    action: to === "refused" ? "Payment refused" : "Payment not answered",
    description: `The M-Pesa prompt requested by ${row.asked_by}: ${reason}`,
    subject: "payment",
    subject_id: String(row.id),
  });
}

async function tellOfStrange(trx: Trx, account: string, row: PaymentRow): Promise<void> {
  await recordActivity(trx, account, "system", {
    action: "Conflicting callback",
    description: "A callback names another prompt, or can't be read. It changed nothing.",
    subject: "payment",
    subject_id: String(row.id),
  });
}

type Change = Partial<
  Pick<
    PaymentRow,
    | "state"
    | "reason"
    | "done_at"
    | "checkout_id"
    | "merchant_id"
    | "checked_at"
    | "checks"
    | "confirmed_at"
    | "reference"
    | "push_at"
  >
>;

export async function set(trx: Trx, account: string, id: number, change: Change): Promise<void> {
  await trx
    .updateTable("billing.payments")
    .set(change)
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .execute();
}

async function mark(trx: Trx, account: string, ids: number[], state: "used" | "conflicting"): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("billing.callbacks")
    .set({ state })
    .where("customer_account", "=", account)
    .where("id", "in", ids)
    .execute();
}
