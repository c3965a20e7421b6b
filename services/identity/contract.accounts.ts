import { z } from "zod";
import { type Call, pageSchema, paging } from "../kit/contract";

export const accountStates = ["active", "suspended"] as const;

const Product = z.object({
  product: z.string(),
  /** active, or where its subscription stands (services/billing/contract.products). */
  state: z.string(),
  plan: z.string(),
  active_until: z.string().nullable(),
});

/** An account as the platform sees it. */
export const PlatformAccount = z.object({
  number: z.string(),
  name: z.string(),
  platform: z.boolean(),
  /** The number of the reseller whose account it is, or null. */
  parent: z.string().nullable(),
  state: z.enum(accountStates),
  suspended_at: z.string().nullable(),
  suspended_why: z.string(),
  /** 'platform', the number of its reseller, or nothing. */
  suspended_by: z.string(),
  products: z.array(Product),
  /** null when billing does not answer, or has no wallet for it yet. */
  balance_cents: z.number().int().nullable(),
  held_cents: z.number().int().nullable(),
  people: z.number().int(),
  /** When one of its people changed something last. */
  last_activity_at: z.string().nullable(),
  created_at: z.string(),
});
export type PlatformAccount = z.infer<typeof PlatformAccount>;

export const AccountDetail = PlatformAccount.extend({
  phone: z.string(),
  country: z.string(),
  parent_name: z.string(),
  /** What it said it came for when it signed up. */
  requested_products: z.array(z.string()),
  owners: z.array(z.object({ name: z.string(), email: z.string() })),
  children: z.number().int(),
});
export type AccountDetail = z.infer<typeof AccountDetail>;

/** The platform's own staff only, and each needs the permission itself (R044), as for what waits for them in billing. */
const needs = {
  platform: true,
  permissions: ["Can view all billing information", "Can approve sender ID"],
  explicit: true,
} as const;

const params = z.object({ account: z.string().regex(/^[\w-]{1,32}$/) });
const body = z.strictObject({
  reason: z
    .string({ error: "Enter the reason." })
    .trim()
    .min(3, "Enter a reason of at least three letters.")
    .max(200, "Use at most 200 characters."),
});

/** All accounts, for the people who run the platform; another account's own people have none of these calls. */
export const accountCalls = {
  accounts: {
    method: "GET",
    path: "/platform/accounts",
    summary: "All accounts, the newest first",
    needs,
    query: z.object({
      ...paging,
      q: z.string().trim().max(100).default("").catch(""),
      state: z.enum(accountStates).optional().catch(undefined),
    }),
    answers: { 200: pageSchema(PlatformAccount) },
  },
  account: {
    method: "GET",
    path: "/platform/accounts/{account}",
    summary: "One account",
    needs,
    params,
    answers: { 200: AccountDetail },
  },
  suspendAccount: {
    method: "POST",
    path: "/platform/accounts/{account}/suspension",
    summary: "Suspend an account: it and its children send and spend nothing; its people read why",
    needs,
    writes: true,
    params,
    body,
    answers: { 201: AccountDetail },
  },
  resumeAccount: {
    method: "POST",
    path: "/platform/accounts/{account}/resumption",
    summary: "Lift the platform's suspension; what its reseller suspended stays so",
    needs,
    writes: true,
    params,
    body,
    answers: { 201: AccountDetail },
  },
} as const satisfies Record<string, Call>;
