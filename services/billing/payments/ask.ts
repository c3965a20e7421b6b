import { createHash, randomBytes } from "node:crypto";
import type { z } from "zod";
import { brand } from "../../../rules/brand";
import { showKes } from "../../../rules/money";
import { maskPhone } from "../../../rules/phone";
import { parsePhone } from "../../../rules/phone.foreign";
import type { Pushed } from "../../connectors/mpesa/mpesa";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { append } from "../../kit/events";
import { HttpError } from "../../kit/serve";
import type { LipaForm, SlipForm } from "../contract.payments";
import { type BillingDeps, currentTime } from "../deps";
import { lockWallet } from "../store";
import { lookLater, recordUnpaidPrompt, set } from "./advance";
import { loadPayerName } from "./credit";
import { lockPayment, type PaymentRow, paymentRows } from "./rows";
import { after } from "./states";

type RequestContext = { by: ActivityActor; person: { id: string; name: string } | undefined };
type Prompted = { phone: string; amount_cents: number; invoice_id: number | null; key: string };

/** How long the same wish on the same phone is the same prompt, milliseconds. */
const samePrompt = 60_000;

/** A Kenyan mobile number as M-Pesa takes it, or a 422 at the field. */
export function mpesaPhone(typed: string): string {
  const phone = parsePhone(typed);
  if (phone.ok && phone.e164.startsWith("+254")) return phone.e164;
  throw new HttpError(422, "Please correct the marked fields.", {
    phone: ["Enter a Kenyan mobile number, like 0712 345 678."],
  });
}

/**
 * Writes down that a prompt is to be sent, before it is. The same key, or the same wish on the same phone within a
 * minute, is the payment that is there already; `fresh` says that this call made it.
 */
export async function beginPrompt(
  deps: BillingDeps,
  trx: Trx,
  account: string,
  form: Prompted,
  context: RequestContext,
): Promise<{ row: PaymentRow; secret: string; fresh: boolean }> {
  if (!deps.mpesa) throw new HttpError(503, "M-Pesa is not set up here. Pay at the bank and send the slip instead.");
  const wallet = await lockWallet(trx, account);
  if (!wallet) throw new HttpError(404, "This account has no balance.");
  const known = await paymentRows(trx, account).where("p.key", "=", form.key).executeTakeFirst();
  if (known) return { row: known, secret: "", fresh: false };
  const now = currentTime(deps);
  const open = await paymentRows(trx, account)
    .where("p.source", "=", "mpesa")
    .where("p.phone", "=", form.phone)
    .where("p.state", "in", ["requested", "prompted", "unknown"])
    .where("p.asked_at", ">", new Date(now.getTime() - samePrompt))
    .orderBy("p.id", "desc")
    .executeTakeFirst();
  if (open && open.amount_cents === form.amount_cents && open.invoice_id === form.invoice_id)
    return { row: open, secret: "", fresh: false };
  if (open) throw new HttpError(409, "That phone shows another prompt of ours. Answer it first, then ask again.");
  const secret = randomBytes(32).toString("base64url");
  const row = await trx
    .insertInto("billing.payments")
    .values({
      customer_account: account,
      ...form,
      source: "mpesa",
      user_id: context.person?.id ?? null,
      asked_by: context.person?.name ?? brand.name,
      asked_at: now,
      push_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("billing.payment_callback_tokens")
    .values({ secret_hash: secretHash(secret), customer_account: account, payment_id: row.id })
    .execute();
  await recordActivity(trx, account, context.by, {
    action: "Payment asked for",
    description: `${showKes(form.amount_cents)} by M-Pesa from ${maskPhone(form.phone)}.`,
    subject: "payment",
    subject_id: String(row.id),
  });
  // Whatever happens to this process, somebody looks at it in a minute.
  await lookLater(trx, account, row.id, new Date(Date.now() + samePrompt));
  return { row, secret, fresh: true };
}

export function secretHash(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

/** Sends the prompt that was written down, once, and writes down what M-Pesa said. */
export async function sendPrompt(
  database: Database,
  deps: BillingDeps,
  account: string,
  begun: { row: PaymentRow; secret: string; fresh: boolean },
  description: string,
): Promise<PaymentRow> {
  const { row, secret, fresh } = begun;
  if (!fresh || !deps.mpesa) return row;
  const pushed = await deps.mpesa.push({
    phone: row.phone,
    cents: row.amount_cents,
    account,
    description,
    callbackUrl: deps.callbackUrl(secret),
  });
  return inAccount(database.db, account, (trx) => note(trx, account, row, pushed, currentTime(deps)));
}

async function note(trx: Trx, account: string, row: PaymentRow, pushed: Pushed, now: Date): Promise<PaymentRow> {
  await lockWallet(trx, account);
  const current = (await lockPayment(trx, account, row.id)) ?? row;
  const state = current.state;
  if (pushed.kind === "prompted") {
    // A late answer to the push: the callbacks may have named the prompt already.
    const to = after(state, "prompted") ?? state;
    await set(trx, account, row.id, { state: to, checkout_id: pushed.checkoutId, merchant_id: pushed.merchantId });
  } else {
    const event = pushed.kind === "unknown" ? "lost" : "refused";
    const reason =
      pushed.kind === "refused"
        ? pushed.words
        : pushed.kind === "unsent"
          ? "M-Pesa could not be reached, and nothing was asked for. Try again in a moment."
          : "M-Pesa did not answer.";
    const to = after(state, event);
    if (to) {
      await set(trx, account, row.id, { state: to, reason, done_at: to === "refused" ? now : null });
      await recordUnpaidPrompt(trx, account, row, to, reason);
    }
  }
  await append(trx, account, "payment", { id: row.id });
  return (await lockPayment(trx, account, row.id)) ?? current;
}

/** Begins and sends a prompt for a top-up or a pro forma invoice. */
export async function lipa(
  database: Database,
  deps: BillingDeps,
  account: string,
  form: z.output<typeof LipaForm>,
  context: RequestContext,
): Promise<PaymentRow> {
  const phone = mpesaPhone(form.phone);
  const begun = await inAccount(database.db, account, async (trx) => {
    if (form.invoice_id !== null) await mustBePayable(trx, account, form.invoice_id, form.amount_cents);
    return beginPrompt(deps, trx, account, { ...form, phone }, context);
  });
  return sendPrompt(database, deps, account, begun, form.invoice_id === null ? "Top up" : "Invoice");
}

/** The total of a pro forma of this account that is open. @throws HttpError 404, 409 */
async function openTotal(trx: Trx, account: string, invoice: number): Promise<number> {
  const found = await trx
    .selectFrom("billing.invoices as i")
    .innerJoin("billing.invoice_marks as m", (on) =>
      on.onRef("m.customer_account", "=", "i.customer_account").onRef("m.invoice_id", "=", "i.id"),
    )
    .select(["i.total_cents", "m.state"])
    .where("i.customer_account", "=", account)
    .where("i.id", "=", invoice)
    .executeTakeFirst();
  if (!found) throw new HttpError(404, "There is no such invoice to pay.");
  if (found.state !== "open") throw new HttpError(409, "That invoice is not open any more.");
  return found.total_cents;
}

/** The pro forma is open, and the payment covers it together with the balance. */
async function mustBePayable(trx: Trx, account: string, invoice: number, cents: number): Promise<void> {
  const total = await openTotal(trx, account, invoice);
  const wallet = await lockWallet(trx, account);
  if ((wallet?.available_cents ?? 0) + cents < total)
    throw new HttpError(422, "Please correct the marked fields.", {
      amount_cents: [`The invoice is ${showKes(total)}; that is not enough, even with the balance.`],
    });
}

/** Binds the uploaded slip to its form, by the form's key: a second post of it binds the same file once more. */
async function bindSlip(
  deps: BillingDeps,
  account: string,
  form: z.output<typeof SlipForm>,
  { person }: RequestContext,
): Promise<void> {
  if (form.file_id === null) return;
  const wrong = (words: string) => new HttpError(422, "Please correct the marked fields.", { file_id: [words] });
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(form.file_id)) throw wrong("Upload the slip again.");
  const body = { ids: [form.file_id], subject: "bank slip", subject_id: form.key };
  const bound = await deps.uploadsFor?.(account).attach({ body: person ? { ...body, user_id: person.id } : body });
  if (bound?.status !== 201) throw wrong("The slip could not be kept. Upload it again, or send it without the file.");
}

/** A payment at the bank: waits for the approval of a person of the platform. The same key is the same slip. */
export async function requestTopUp(
  database: Database,
  deps: BillingDeps,
  account: string,
  form: z.output<typeof SlipForm>,
  context: RequestContext,
): Promise<PaymentRow> {
  await bindSlip(deps, account, form, context);
  return inAccount(database.db, account, async (trx) => {
    if (!(await lockWallet(trx, account))) throw new HttpError(404, "This account has no balance.");
    const known = await paymentRows(trx, account).where("p.key", "=", form.key).executeTakeFirst();
    if (known) return known;
    if (form.invoice_id !== null) await openTotal(trx, account, form.invoice_id);
    const same = await paymentRows(trx, account)
      .where("p.source", "=", "bank")
      .where("p.reference", "=", form.reference)
      .where("p.bank", "=", form.bank)
      .where("p.state", "in", ["requested", "paid"])
      .executeTakeFirst();
    if (same)
      throw new HttpError(422, "Please correct the marked fields.", { reference: ["That slip was sent in already."] });
    const row = await trx
      .insertInto("billing.payments")
      .values({
        customer_account: account,
        ...form,
        source: "bank",
        user_id: context.person?.id ?? null,
        asked_by: context.person?.name ?? brand.name,
        asked_at: currentTime(deps),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("billing.approvals")
      .values({
        customer_account: account,
        kind: "bank",
        subject: String(row.id),
        account_name: await loadPayerName(trx, account),
        title: `Bank slip ${form.reference}`,
        details: [`${form.bank}, paid on ${form.paid_on}`, form.note].filter(Boolean).join(". "),
        amount_cents: form.amount_cents,
        reference: form.reference,
        file_id: form.file_id,
        user_id: row.user_id,
        asked_by: row.asked_by,
      })
      .execute();
    await recordActivity(trx, account, context.by, {
      action: "Bank slip sent in",
      description: `${showKes(form.amount_cents)} at ${form.bank}, slip ${form.reference}.`,
      subject: "payment",
      subject_id: String(row.id),
    });
    return row;
  });
}
