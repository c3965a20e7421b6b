import { z } from "zod";
import { products } from "../../rules/access";
import { type Call, DoneAnswer, localDate, pageSchema, paging } from "../kit/contract";
import { Sender } from "../messaging/contract.answers";

const needs = { permissions: ["Create child account"], products: ["Reseller"] } as const;

/** An account number; anything else is an unknown one. */
const number = z.string().regex(/^[\w-]{1,32}$/);
const ofChild = z.object({ child: number });
const q = z.string().trim().max(100).default("").catch("");
const one = number.optional().catch(undefined);
const Count = z.number().int();

export const childStates = ["active", "suspended"] as const;

export const Child = z.object({
  number: z.string(),
  name: z.string(),
  products: z.array(z.string()),
  /** 1/10,000 KES for a part of an SMS. */
  part_price: Count,
  /** What is left of it over the parent's own price; below zero when that has risen since. null: not known, or not asked for. */
  margin: Count.nullable(),
  /** null when billing does not answer, or was not asked. */
  balance_cents: Count.nullable(),
  state: z.enum(childStates),
  suspended_at: z.string().nullable(),
  /** An owner has signed in, or was asked to come. */
  owner: z.enum(["joined", "invited"]),
  created_by: z.string(),
  created_at: z.string(),
});
export type Child = z.infer<typeof Child>;

/** What a parent may give: its own products and approved senders, and the least price of a part. */
export const Offer = z.object({
  products: z.array(z.string()),
  part_price: Count,
  senders: z.array(Sender.pick({ sender: true, kind: true })),
});
export type Offer = z.infer<typeof Offer>;

export const Activation = z.object({
  id: z.number().int(),
  child: z.string(),
  child_name: z.string(),
  product: z.string(),
  reference: z.string(),
  amount_cents: Count,
  paid_on: z.string(),
  note: z.string(),
  created_by: z.string(),
  created_at: z.string(),
});
export type Activation = z.infer<typeof Activation>;

/** What somebody works in a child account with; `expires_in` in seconds. */
export const DelegationToken = z.object({
  access_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: Count,
  child: z.string(),
  child_name: z.string(),
});
export type DelegationToken = z.infer<typeof DelegationToken>;

const text = (words: string, most: number) =>
  z.string({ error: words }).trim().min(1, words).max(most, `Use at most ${most} characters.`);
const email = z
  .string({ error: "Enter the owner's email address." })
  .trim()
  .toLowerCase()
  .max(254, "This address is too long.")
  .pipe(z.email("Write the address like name@company.co.ke."));
const product = z.enum(products, { error: "Choose a product." });
const partPrice = z.number({ error: "Enter the price per part." }).int().min(1).max(10_000_000);
const ownerName = text("Enter the owner's name.", 100);
const name = text("Enter the name of the account.", 100);

export const ChildForm = z.strictObject({
  name,
  owner_name: ownerName,
  owner_email: email,
  products: z.array(product).max(products.length).default([]),
  part_price: partPrice,
  /** The same key opens one account, however often it is sent. */
  key: z.string().min(8).max(80),
});

export const ActivationForm = z.strictObject({
  product,
  reference: text("Enter the reference of the payment.", 60),
  amount_cents: z.number({ error: "Enter the amount." }).int().min(1, "Enter an amount above zero.").max(1e12),
  paid_on: localDate("Enter the day of the payment."),
  note: z.string().trim().max(200, "Use at most 200 characters.").default(""),
});

/** Child accounts of a reseller. Whatever is not the caller's own child is unknown (404). */
export const resellerCalls = {
  resellerOffer: {
    method: "GET",
    path: "/reseller/offer",
    summary: "What this account may pass on: products, approved senders, its own price of a part",
    needs,
    answers: { 200: Offer },
  },
  children: {
    method: "GET",
    path: "/reseller/children",
    summary: "The child accounts, the newest first",
    needs,
    query: z.object({
      ...paging,
      q,
      state: z.enum(childStates).optional().catch(undefined),
      /** Without it neither balances nor margins are asked for: both are null. */
      money: z.union([z.boolean(), z.stringbool()]).default(true).catch(true),
    }),
    answers: { 200: pageSchema(Child) },
  },
  child: {
    method: "GET",
    path: "/reseller/children/{child}",
    summary: "One child account",
    needs,
    params: ofChild,
    answers: { 200: Child },
  },
  createChild: {
    method: "POST",
    path: "/reseller/children",
    summary: "Open a child account and mail its owner an invitation",
    needs,
    writes: true,
    body: ChildForm,
    answers: { 201: Child },
  },
  updateChild: {
    method: "PUT",
    path: "/reseller/children/{child}",
    summary: "Change a child's name, products or price; products that this account lacks stay as they are",
    needs,
    writes: true,
    params: ofChild,
    body: z.strictObject({
      name: name.optional(),
      products: z.array(product).max(products.length).optional(),
      part_price: partPrice.optional(),
    }),
    answers: { 201: Child },
  },
  inviteChildOwner: {
    method: "POST",
    path: "/reseller/children/{child}/owner",
    summary: "Mail the owner's invitation again, or to another address, while no owner has joined",
    needs,
    writes: true,
    params: ofChild,
    body: z.strictObject({ name: ownerName, email }),
    answers: { 201: DoneAnswer },
  },
  suspendChild: {
    method: "POST",
    path: "/reseller/children/{child}/suspend",
    summary: "Stop the sending of a child and of its own children; its people can still sign in",
    needs,
    writes: true,
    params: ofChild,
    body: z.strictObject({ reason: z.string().trim().max(200, "Use at most 200 characters.").default("") }),
    answers: { 201: Child },
  },
  resumeChild: {
    method: "POST",
    path: "/reseller/children/{child}/resume",
    summary: "Let a child send again; what was paused stays paused until it is resumed",
    needs,
    writes: true,
    params: ofChild,
    answers: { 201: Child },
  },
  activations: {
    method: "GET",
    path: "/reseller/activations",
    summary: "Products of children that were paid offline, the newest first",
    needs,
    query: z.object({ ...paging, q, child: one }),
    answers: { 200: pageSchema(Activation) },
  },
  activateOffline: {
    method: "POST",
    path: "/reseller/children/{child}/activations",
    summary: "Switch on a product of a child that was paid offline; the same reference counts once",
    needs,
    writes: true,
    params: ofChild,
    body: ActivationForm,
    answers: { 201: Activation },
  },
  childSenders: {
    method: "GET",
    path: "/reseller/children/{child}/senders",
    summary: "The sender names of a child, its own and those it was given",
    needs,
    params: ofChild,
    answers: { 200: z.object({ data: z.array(Sender.extend({ given: z.boolean() })) }) },
  },
  giveChildSenders: {
    method: "POST",
    path: "/reseller/children/{child}/senders",
    summary: "Exactly those of this account's approved sender names that a child may use",
    needs,
    writes: true,
    params: ofChild,
    body: z.strictObject({ senders: z.array(z.string().max(15)).max(200).default([]) }),
    answers: { 201: z.object({ data: z.array(Sender.extend({ given: z.boolean() })) }) },
  },
  startDelegation: {
    method: "POST",
    path: "/reseller/children/{child}/delegation",
    summary:
      "A token for work in a child account, good for one hour; it ends with the session, and when another begins",
    needs,
    writes: true,
    params: ofChild,
    answers: { 201: DelegationToken },
  },
  stopDelegation: {
    method: "POST",
    path: "/user/delegation/end",
    summary: "End the work in a child account; asked with its token",
    writes: true,
    delegated: true,
    answers: { 200: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
