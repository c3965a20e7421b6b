import { z } from "zod";
import { products } from "../../rules/access";
import { type Call, id, Problem } from "../kit/contract";
import { Invoice } from "./contract.invoices";
import { Payment, paying } from "./contract.payments";

export const productStates = ["available", "requested", "active"] as const;
/** The same, finer: what the tile says below its state. */
export const subscriptionStates = [
  "available",
  "requested",
  "approved",
  "refused",
  "awaiting_payment",
  "active",
  "grace",
  "suspended",
] as const;

const product = z.enum(products);

export const Plan = z.object({
  code: z.string(),
  product,
  name: z.string(),
  period: z.enum(["month", "year"]),
  /** Before VAT. 0: nothing but what is used. */
  price_cents: z.number().int(),
  vat_cents: z.number().int(),
  total_cents: z.number().int(),
  includes: z.array(z.string()),
});
export type Plan = z.infer<typeof Plan>;

/** What is paid by use, from the balance. In 1/10,000 KES, VAT included. */
export const Rate = z.object({ what: z.string(), unit: z.string(), price: z.number() });

/** What a product needs to work: how it is told from the account's data, and the page where it is done, if there is one. */
export const ProductNeed = z.object({
  what: z.string(),
  check: z.enum(["sender", "balance", "channel", "number", "group", "domain"]),
  url: z.string().nullable(),
});
export type ProductNeed = z.infer<typeof ProductNeed>;

export const ProductTile = z.object({
  product,
  about: z.string(),
  /** Not on sale yet: shown, and neither asked for nor paid (406). */
  coming: z.boolean(),
  state: z.enum(productStates),
  detail: z.enum(subscriptionStates),
  /** A sentence: until when, why not, what next. */
  words: z.string(),
  /** The platform looks at a request before the product can be used. */
  approval: z.boolean(),
  needs: z.array(ProductNeed),
  plan: Plan.nullable(),
  plans: z.array(Plan),
  rates: z.array(Rate),
  active_until: z.string().nullable(),
  auto_renew: z.boolean(),
  /** The open pro forma, when one waits to be paid. */
  invoice_id: z.number().int().nullable(),
  requested_by: z.string(),
  requested_at: z.string().nullable(),
  reason: z.string(),
});
export type ProductTile = z.infer<typeof ProductTile>;

const key = z.string().min(8).max(100);

export const ProductRequestForm = z.strictObject({
  product,
  plan: z.string().max(40).nullable().default(null),
  note: z.string().trim().max(500, "At most 500 characters.").default(""),
});

/** balance: paid at once from the balance. mpesa: a prompt on the phone. invoice: a pro forma to be paid later. */
export const PayForm = z.strictObject({
  product,
  plan: z.string().min(1, "Choose a plan.").max(40),
  method: z.enum(["balance", "mpesa", "invoice"]),
  phone: z.string().trim().max(30).default(""),
  auto_renew: z.boolean().default(false),
  key,
});
export type PayForm = z.input<typeof PayForm>;

export const productCalls = {
  products: {
    delegated: true,
    method: "GET",
    path: "/products",
    summary: "Every product with its state for this account",
    answers: { 200: z.object({ data: z.array(ProductTile) }) },
  },
  requestProduct: {
    method: "POST",
    path: "/products",
    summary: "Ask for a product",
    needs: paying,
    writes: true,
    body: ProductRequestForm,
    answers: { 201: ProductTile, 406: Problem },
  },
  /** For the platform's own staff; `id` is the approval's (GET /approvals, kind product). */
  updateProductRequest: {
    method: "POST",
    path: "/product-request-update",
    summary: "Approve or refuse a product request",
    needs: {
      platform: true,
      permissions: ["Can view all billing information", "Can approve sender ID"],
      explicit: true,
    },
    writes: true,
    body: z
      .strictObject({
        id,
        decision: z.enum(["approve", "refuse"]),
        reason: z.string().trim().max(200).default(""),
      })
      .refine((body) => body.decision === "approve" || body.reason.length >= 3, {
        path: ["reason"],
        message: "Enter the reason.",
      }),
    answers: { 201: ProductTile, 406: Problem },
  },
  plans: {
    delegated: true,
    method: "GET",
    path: "/product/plans",
    summary: "Plans and prices, of all products or one",
    query: z.object({ product: product.optional().catch(undefined) }),
    answers: {
      200: z.object({ data: z.array(Plan), rates: z.array(Rate.extend({ product })), vat_percent: z.number() }),
    },
  },
  payProduct: {
    method: "POST",
    path: "/product/pay",
    summary: "Take a plan: paid from the balance, by M-Pesa prompt, or later by pro forma invoice",
    needs: paying,
    writes: true,
    body: PayForm,
    answers: {
      201: z.object({ product: ProductTile, invoice: Invoice, payment: Payment.nullable() }),
      406: Problem,
    },
  },
  renewal: {
    method: "POST",
    path: "/product/renewal",
    summary: "Whether a plan renews automatically from the balance",
    needs: paying,
    writes: true,
    body: z.strictObject({ product, auto_renew: z.boolean() }),
    answers: { 201: ProductTile, 406: Problem },
  },
  chatChannels: {
    method: "GET",
    path: "/chat/channels/",
    summary: "The chat channels a plan brings, with their state",
    needs: { permissions: ["Manage chat channels", "Manage settings"] },
    query: z.object({ customer_account: z.string().max(64).optional().catch(undefined) }),
    answers: {
      200: z.object({
        data: z.array(z.object({ channel: z.string(), name: z.string(), product, state: z.enum(productStates) })),
      }),
    },
  },
} as const satisfies Record<string, Call>;
