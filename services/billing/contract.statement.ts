import { z } from "zod";
import { type Call, day, pageSchema, paging } from "../kit/contract";
import { looking, paying } from "./contract.payments";

const Cents = z.number().int();

/** One line of the statement: `cents` changed the balance, `balance_cents` is what it was afterwards. */
export const StatementLine = z.object({
  seq: z.number().int(),
  at: z.string(),
  kind: z.enum(["topup", "hold", "release", "charge", "credit", "transfer", "adjust"]),
  description: z.string(),
  product: z.string(),
  reference: z.string(),
  cents: Cents,
  balance_cents: Cents,
});
export type StatementLine = z.infer<typeof StatementLine>;

/** Charges by period; days are Nairobi's. */
export const Charges = z.object({
  start_date: z.string(),
  end_date: z.string(),
  step: z.enum(["day", "month"]),
  periods: z.array(z.object({ period: z.string(), cents: Cents })),
  products: z.array(z.object({ product: z.string(), cents: Cents, times: Cents })),
  total_cents: Cents,
  /** The same for the span of equal length before. */
  before_cents: Cents,
  latest: z.array(z.object({ at: z.string(), description: z.string(), product: z.string(), cents: Cents })),
});
export type Charges = z.infer<typeof Charges>;

export const BillingDetails = z.object({
  billing_customer_id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  town: z.string(),
  kra_pin: z.string(),
  available_cents: Cents,
  /** Held for work under way. */
  held_cents: Cents,
  /** Below this the owner is warned; null: never. */
  low_balance_cents: Cents.nullable(),
  is_low: z.boolean(),
});
export type BillingDetails = z.infer<typeof BillingDetails>;

const text = (most: number) => z.string().trim().max(most, `At most ${most} characters.`).default("");

export const BillingForm = z.strictObject({
  name: z.string().trim().min(2, "Enter the name for the invoices.").max(120, "At most 120 characters."),
  email: z.email("Enter the email address for invoices and alerts.").max(254),
  phone: text(30),
  address: text(200),
  town: text(60),
  /** KRA: a letter (A a person, P a company), nine digits, a letter. */
  kra_pin: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^(|[AP]\d{9}[A-Z])$/, "A KRA PIN is a letter, nine digits and a letter, like P051234567X.")
    .default(""),
});
export type BillingForm = z.input<typeof BillingForm>;

const charges = <P extends string, N extends object>(path: P, summary: string, needs: N) =>
  ({
    method: "GET",
    path,
    summary,
    needs,
    query: z.object({ start_date: day, end_date: day }),
    answers: { 200: Charges },
  }) as const;

export const statementCalls = {
  saveBilling: {
    method: "POST",
    path: "/billing",
    summary: "Set who the invoices are made out to",
    needs: paying,
    writes: true,
    body: BillingForm,
    answers: { 200: BillingDetails },
  },
  billingDetails: {
    method: "GET",
    path: "/billing/{id}",
    summary: "Who the invoices are made out to, and the balance; id is the billing customer's",
    needs: looking,
    params: z.object({ id: z.string().max(64) }),
    answers: { 200: BillingDetails },
  },
  saveLowBalance: {
    method: "POST",
    path: "/billing/low-balance",
    summary: "Below which balance the owner is warned; null: never",
    needs: paying,
    writes: true,
    body: z.strictObject({ low_balance_cents: z.number().int().min(0).max(1_000_000_000).nullable() }),
    answers: { 201: BillingDetails },
  },
  statement: {
    method: "GET",
    path: "/billing/statement/lines",
    summary: "Everything that changed the balance, newest first, with the balance after it",
    needs: looking,
    query: z.object({ ...paging, start_date: day, end_date: day }),
    answers: { 200: pageSchema(StatementLine) },
  },
  generalCharges: charges("/billing/charges/general", "Charges of all products by period", {
    permissions: ["Can view all billing information"],
  } as const),
  smsCharges: charges("/billing/charges/sms", "Charges for SMS by period", {
    permissions: ["Can view SMS billing information"],
    products: ["SMS", "BULK"],
  } as const),
  chatsCharges: charges("/billing/charges/chats", "Charges for chats by period", {
    permissions: ["Can view chats billing information"],
    products: ["Chats"],
  } as const),
  voiceCharges: charges("/billing/charges/voice", "Charges for voice by period", {
    permissions: ["Can view voice billing information"],
    products: ["Voice"],
  } as const),
} as const satisfies Record<string, Call>;
