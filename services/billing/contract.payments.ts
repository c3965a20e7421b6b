import { z } from "zod";
import { type Call, day, id, localDate, pageSchema, paging } from "../kit/contract";

/** Who may spend the account's money, and who may look at what was spent. */
export const paying = { permissions: ["Manage settings"] } as const;
export const looking = { permissions: ["Manage settings", "Can view all billing information"] } as const;

/**
 * M-Pesa: requested (the prompt is being sent), prompted (the phone shows it), paid, refused, timed_out (nobody
 * answered; a late answer still counts), unknown (M-Pesa never answered us: never sent again), unmatched (a person looks
 * at it). A bank slip is requested, then paid or refused.
 */
export const paymentStates = ["requested", "prompted", "paid", "refused", "timed_out", "unknown", "unmatched"] as const;

export const Payment = z.object({
  id: z.number().int(),
  source: z.enum(["mpesa", "bank"]),
  state: z.enum(paymentStates),
  /** The state in a sentence for the person who waits. */
  words: z.string(),
  /** Nothing more will happen by itself: stop polling. */
  final: z.boolean(),
  amount_cents: z.number().int(),
  /** What reached the balance. */
  credited_cents: z.number().int(),
  /** M-Pesa: the phone that was asked, E.164; bank: empty. */
  phone: z.string(),
  bank: z.string(),
  /** M-Pesa's receipt number, or the bank slip's number. */
  reference: z.string(),
  /** The day on the bank slip, YYYY-MM-DD. */
  paid_on: z.string().nullable(),
  file_id: z.string().nullable(),
  note: z.string(),
  invoice_id: z.number().int().nullable(),
  asked_by: z.string(),
  asked_at: z.string(),
  done_at: z.string().nullable(),
  decided_by: z.string(),
  /** Why it was refused or unmatched. */
  reason: z.string(),
});
export type Payment = z.infer<typeof Payment>;

const key = z.string().min(8).max(100);
const note = z.string().trim().max(200, "A note has at most 200 characters.").default("");

/** An amount that M-Pesa can move: whole shillings, 10 to 250,000. */
const mpesaCents = z
  .number()
  .int()
  .min(1_000, "The smallest payment is KES 10.")
  .max(25_000_000, "M-Pesa moves at most KES 250,000 at once.")
  .refine((cents) => cents % 100 === 0, "M-Pesa moves whole shillings only.");

/** `key` is made by the page: the same key is the same payment, however often it is posted. */
export const LipaForm = z.strictObject({
  phone: z.string().trim().min(1, "Enter the M-Pesa phone number.").max(30),
  amount_cents: mpesaCents,
  /** A pro forma invoice that is paid with it. */
  invoice_id: id.nullable().default(null),
  key,
});
export type LipaForm = z.input<typeof LipaForm>;

export const SlipForm = z.strictObject({
  amount_cents: z
    .number()
    .int()
    .min(100, "Enter the amount on the slip.")
    .max(1_000_000_000, "One slip is at most KES 10,000,000."),
  bank: z.string().trim().min(2, "Enter the bank.").max(60),
  reference: z.string().trim().min(3, "Enter the number of the slip.").max(40),
  paid_on: localDate("Enter the day on the slip."),
  /** The uploaded slip. */
  file_id: z.string().trim().max(100).nullable().default(null),
  invoice_id: id.nullable().default(null),
  note,
  key,
});
export type SlipForm = z.input<typeof SlipForm>;

const filters = { state: z.enum(paymentStates).optional().catch(undefined), start_date: day, end_date: day };
const owner = z.object({ account: z.string().max(64), group: z.string().max(64) });

/** Money coming in. Documented under the messaging service; the account's money is kept here, so they are here. */
export const paymentCalls = {
  lipa: {
    method: "POST",
    path: "/lipa",
    summary: "Ask for a payment on an M-Pesa phone; one prompt a key",
    needs: paying,
    writes: true,
    whileSuspended: true,
    body: LipaForm,
    answers: { 201: Payment },
  },
  requestTopUp: {
    method: "POST",
    path: "/topup/request",
    summary: "Tell of a payment at the bank; the balance grows when a second person has approved it",
    needs: paying,
    writes: true,
    whileSuspended: true,
    body: SlipForm,
    answers: { 201: Payment },
  },
  payment: {
    method: "GET",
    path: "/payments/{id}",
    summary: "One payment, for the page that waits",
    needs: looking,
    params: z.object({ id }),
    answers: { 200: Payment },
  },
  checkPayment: {
    method: "POST",
    path: "/payments/{id}/check",
    summary: "Ask M-Pesa now what became of a prompt",
    needs: paying,
    writes: true,
    whileSuspended: true,
    params: z.object({ id }),
    answers: { 201: Payment },
  },
  topUps: {
    method: "GET",
    path: "/top-ups/{account}/{group}",
    summary: "Payments into the account, newest first",
    needs: looking,
    params: owner,
    query: z.object({ ...paging, ...filters, source: z.enum(["mpesa", "bank"]).optional().catch(undefined) }),
    answers: { 200: pageSchema(Payment) },
  },
  topUpRequests: {
    method: "GET",
    path: "/requests/{account}/{group}",
    summary: "Bank slips and what became of them, newest first",
    needs: looking,
    params: owner,
    query: z.object({ ...paging, ...filters }),
    answers: { 200: pageSchema(Payment) },
  },
} as const satisfies Record<string, Call>;
