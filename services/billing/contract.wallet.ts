import { z } from "zod";
import { type Call, DoneAnswer } from "../kit/contract";

const reference = z.string().min(1).max(100);
const cents = z.number().int().min(0).max(1e13);

export const Hold = z.object({
  reference: z.string(),
  held_cents: z.number().int(),
  settled_cents: z.number().int(),
  released_cents: z.number().int(),
  /** Given back of what was charged, after the work. */
  refunded_cents: z.number().int(),
  /** So much of it other holds may take, and what they have taken and not given back. */
  shared_cents: z.number().int(),
  moved_cents: z.number().int(),
  /** What was charged for those holds, wherever the money was taken, and what was refunded of that later. */
  others_settled_cents: z.number().int(),
  others_refunded_cents: z.number().int(),
  closed: z.boolean(),
});

export const Wallet = z.object({
  billing_customer_id: z.string(),
  available_cents: z.number().int(),
  held_cents: z.number().int(),
});

/** What the platform sees of an account's money. */
export const AccountMoney = z.object({
  available_cents: z.number().int(),
  held_cents: z.number().int(),
  subscriptions: z.array(
    z.object({
      product: z.string(),
      state: z.string(),
      plan: z.string(),
      /** The plan without its period: "grow". */
      code: z.string(),
      active_until: z.string().nullable(),
    }),
  ),
});

export const Transfer = z.object({
  reference: z.string(),
  child: z.string(),
  cents: z.number().int(),
  /** What the parent has left. */
  available_cents: z.number().int(),
});

/** Money, always integer cents of KES. Holds are for services only: a person's spend goes through its module. */
export const walletCalls = {
  balance: {
    delegated: true,
    method: "GET",
    path: "/billing/balances/{billing_customer_id}",
    summary: "The available balance in cents",
    params: z.object({ billing_customer_id: z.string().max(64) }),
    answers: { 200: z.number().int() },
  },
  hold: {
    method: "POST",
    path: "/billing/holds",
    summary:
      "Hold an amount; the same reference holds once. `instead_of` gives back all of another hold with it. `out_of` takes what another hold shares first, and the rest from the balance; `shared_cents` is how much of this one others may take",
    internal: true,
    writes: true,
    body: z.strictObject({
      ...{ reference, cents, description: z.string().max(200) },
      instead_of: reference.optional(),
      out_of: reference.optional(),
      shared_cents: cents.optional(),
    }),
    answers: { 201: Hold },
  },
  settle: {
    method: "POST",
    path: "/billing/holds/{reference}/settle",
    summary:
      "Bring what is charged and given back of a hold up to these totals; without `released_cents` all that is left is given back. What was taken out of a hold that is open goes back to that one",
    internal: true,
    writes: true,
    params: z.object({ reference }),
    body: z.strictObject({ settled_cents: cents, released_cents: cents.optional(), closed: z.boolean() }),
    answers: { 201: Hold },
  },
  refund: {
    method: "POST",
    path: "/billing/holds/{reference}/refund",
    summary: "Give back some of what was charged for a piece of work that is over; once",
    internal: true,
    writes: true,
    params: z.object({ reference }),
    body: z.strictObject({ cents: cents.min(1), description: z.string().max(200) }),
    answers: { 201: Hold },
  },
  holdOf: {
    method: "GET",
    path: "/billing/holds/{reference}",
    summary: "What is held, charged and given back for one piece of work",
    internal: true,
    params: z.object({ reference }),
    answers: { 200: Hold },
  },
  openAccount: {
    method: "POST",
    path: "/billing/wallets",
    summary: "A wallet for a new account; opening it twice changes nothing",
    internal: true,
    writes: true,
    body: z.strictObject({
      name: z.string().max(200),
      email: z.string().max(254),
      phone: z.string().max(20).default(""),
    }),
    answers: { 201: Wallet },
  },
  accountMoney: {
    method: "GET",
    path: "/billing/accounts/own",
    summary: "Balance, what is held, and what became of each product",
    internal: true,
    answers: { 200: AccountMoney },
  },
  setAccountStatus: {
    method: "POST",
    path: "/billing/accounts/standing",
    summary: "Let the account spend nothing, with these words, or let it spend again",
    internal: true,
    writes: true,
    body: z.strictObject({ suspended: z.string().min(1).max(300).nullable() }),
    answers: { 201: DoneAnswer },
  },
  transfer: {
    method: "POST",
    path: "/billing/transfers",
    summary: "Move money from this account to a child account of its own; the same key moves it once",
    needs: { permissions: ["Create child account"], products: ["Reseller"] },
    writes: true,
    body: z.strictObject({
      child: z.string().max(32),
      cents: z.number().int().min(1, "Enter an amount above zero.").max(1e11),
      key: z.string().min(8).max(80),
      note: z.string().trim().max(100).default(""),
    }),
    answers: { 201: Transfer },
  },
} as const satisfies Record<string, Call>;
