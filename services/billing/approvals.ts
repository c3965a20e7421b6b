import { showKes } from "../../rules/money";
import { recordActivity } from "../kit/activities";
import { problem } from "../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../kit/database";
import { append } from "../kit/events";
import { byNumber } from "../kit/ordering";
import { pageAnswer } from "../kit/paging";
import { type Handlers, HttpError } from "../kit/serve";
import type { Approval, approvalCalls } from "./contract.approvals";
import { activityActor, type BillingDeps, callingPerson } from "./deps";
import { noticeLater } from "./notices";
import { credit, takeReceipt } from "./payments/credit";
import { asPayment, loadPayment, lockPayment, type PaymentRow } from "./payments/rows";
import { lockWallet, post } from "./store";

export type ApprovalRow = NonNullable<Awaited<ReturnType<typeof loadApproval>>>;

/** One approval, locked; the row is no account's, so it is found before the account is known. */
export function loadApproval(trx: Trx, id: number) {
  return trx.selectFrom("billing.approvals").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

/** The rules of a second person: open, and not decided by whoever asked. */
export function mustBeOthers(row: ApprovalRow, decider: { id: string } | undefined): void {
  if (!decider) throw new HttpError(403, "A person must decide this.");
  if (row.user_id !== null && row.user_id === decider.id)
    throw new HttpError(403, "Another person than the one who asked must decide this.");
  if (row.state !== "open") throw new HttpError(409, `This was ${row.state} already by ${row.decided_by}.`);
}

export async function closeApproval(
  trx: Trx,
  row: ApprovalRow,
  state: "approved" | "refused",
  decider: { id: string; name: string },
  reason: string,
): Promise<void> {
  const decided = { decided_by: decider.name, decided_user: decider.id, decided_at: new Date() };
  await trx
    .updateTable("billing.approvals")
    .set({ state, reason, ...decided })
    .where("id", "=", row.id)
    .execute();
}

/** What waits for the platform's people, and the second person's decision on money. */
export function approvalHandlers({ db }: Database, deps: BillingDeps): Handlers<typeof approvalCalls> {
  return {
    async approvals({ query }, { account }) {
      const body = await readAccount(db, account, async (trx) => {
        let found = trx.selectFrom("billing.approvals as a").selectAll("a");
        if (query.kind) found = found.where("a.kind", "=", query.kind);
        if (query.state) found = found.where("a.state", "=", query.state);
        if (query.customer_account) found = found.where("a.customer_account", "=", query.customer_account);
        const page = await pageAnswer(trx, found, query, byNumber("a.id"));
        return { ...page, data: page.data.map(asApproval) };
      });
      return { status: 200, body };
    },

    async slip({ params }, { account }) {
      const found = await inAccount(db, account, (trx) => loadApproval(trx, params.id));
      const none = problem(404, "There is no such file.");
      if (!found?.file_id || !deps.uploadsFor) return none;
      // Open, because the file is another account's: whoever has the link reads it, for ten minutes.
      const asked = { params: { id: found.file_id }, query: { seconds: 600, open: true } };
      const link = await deps.uploadsFor(found.customer_account).link(asked);
      return link.status === 200 ? { status: 200, body: { url: link.body.url } } : none;
    },

    async decidePayment({ params, body }, context) {
      const found = await inAccount(db, context.account, (trx) => loadApproval(trx, params.id));
      if (!found || found.kind === "product") return problem(404, "There is no such payment to decide.");
      const { customer_account: account } = found;
      const decider = callingPerson(context.who);
      return inAccount(db, account, async (trx) => {
        await lockWallet(trx, account);
        const payment = await lockPayment(trx, account, Number(found.subject));
        const row = await loadApproval(trx, params.id);
        if (!payment || !row) return problem(404, "There is no such payment to decide.");
        mustBeOthers(row, decider);
        if (!decider) return problem(403, "A person must decide this.");
        const by = activityActor(context);
        if (body.decision === "refuse") await refuse(trx, account, payment, body.reason, by, decider);
        else await approve(deps, trx, account, payment, row, body, { by, decider });
        await closeApproval(trx, row, body.decision === "approve" ? "approved" : "refused", decider, body.reason);
        const after = (await loadPayment(trx, account, payment.id)) ?? payment;
        return { status: 201, body: asPayment(after) };
      });
    },
  };
}

type Decider = { id: string; name: string };
type Decision = { amount_cents: number | null; reference: string; reason: string };

async function approve(
  deps: BillingDeps,
  trx: Trx,
  account: string,
  payment: PaymentRow,
  row: ApprovalRow,
  body: Decision,
  { by, decider }: { by: ReturnType<typeof activityActor>; decider: Decider },
): Promise<void> {
  const cents = body.amount_cents ?? payment.amount_cents;
  const reference = body.reference.toUpperCase() || payment.reference;
  if (payment.state === "paid") return correct(trx, account, payment, row, cents, by);
  if (payment.source === "mpesa" && !reference)
    throw new HttpError(422, "Please correct the marked fields.", { reference: ["Enter M-Pesa's receipt number."] });
  // A slip is known by its bank and number, a prompt by M-Pesa's receipt: each pays once, in any account.
  const receipt =
    payment.source === "bank" ? `${payment.bank} ${reference}`.toUpperCase().replace(/\s+/g, " ") : reference;
  if (!(await takeReceipt(trx, account, payment.id, receipt)))
    throw new HttpError(409, `${reference} has paid for something else already.`);
  const decided = { decided_by: decider.name, decided_user: decider.id };
  await credit(deps, trx, account, payment, { cents, reference, by, ...decided });
  const text = `${showKes(cents)} is on your balance: ${payment.source === "bank" ? `bank slip ${reference}` : `M-Pesa ${reference}`}.`;
  await noticeLater(trx, account, { subject: "Your payment was approved", text }, `approved:${row.id}`);
}

/** A payment that is in the books already, and was really another amount: the difference is posted. */
async function correct(
  trx: Trx,
  account: string,
  payment: PaymentRow,
  row: ApprovalRow,
  cents: number,
  by: ReturnType<typeof activityActor>,
): Promise<void> {
  const difference = cents - payment.credited_cents;
  const wallet = await lockWallet(trx, account);
  if (!wallet || wallet.available_cents + difference < 0)
    throw new HttpError(409, "The balance has been spent: the difference can't be taken back from it.");
  await post(trx, account, {
    kind: "adjust",
    reference: `payment:${payment.id}:${row.id}`,
    description: `Correction of a payment${payment.reference ? ` (${payment.reference})` : ""}`,
    entries: [
      { ledger: "cash", cents: -difference },
      { ledger: "available", cents: difference },
    ],
  });
  await trx
    .updateTable("billing.payments")
    .set({ credited_cents: cents })
    .where("customer_account", "=", account)
    .where("id", "=", payment.id)
    .execute();
  const description = `From ${showKes(payment.credited_cents)} to ${showKes(cents)}.`;
  await recordActivity(trx, account, by, {
    action: "Payment corrected",
    description,
    subject: "payment",
    subject_id: String(payment.id),
  });
  await append(trx, account, "balance", {});
}

async function refuse(
  trx: Trx,
  account: string,
  payment: PaymentRow,
  reason: string,
  by: ReturnType<typeof activityActor>,
  decider: Decider,
): Promise<void> {
  // What is paid stays paid: only the alert about it is closed.
  if (payment.state !== "paid")
    await trx
      .updateTable("billing.payments")
      .set({ state: "refused", reason, done_at: new Date(), decided_by: decider.name, decided_user: decider.id })
      .where("customer_account", "=", account)
      .where("id", "=", payment.id)
      .execute();
  const description = `${showKes(payment.amount_cents)}, requested by ${payment.asked_by}: ${reason}`;
  await recordActivity(trx, account, by, {
    action: "Payment refused",
    description,
    subject: "payment",
    subject_id: String(payment.id),
  });
  await append(trx, account, "payment", { id: payment.id });
  await noticeLater(
    trx,
    account,
    { subject: "A payment was not approved", text: description },
    `refused:${payment.id}`,
  );
}

function asApproval(row: ApprovalRow): Approval {
  const { subject: _subject, user_id: _asker, decided_user: _decider, ...rest } = row;
  return {
    ...rest,
    kind: row.kind,
    state: row.state,
    asked_at: row.asked_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}
