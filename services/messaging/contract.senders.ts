import { z } from "zod";
import { listOrders } from "../../rules/list-orders";
import { senderDecisions, senderNetworks, senderPattern, senderStatuses, shortCodePattern } from "../../rules/senders";
import { type Call, id, pageSchema, paging, sortField } from "../kit/contract";
import { Sender, SendingHours } from "./contract.answers";

const products = ["SMS", "BULK"] as const;
/** Open to everybody of an account with SMS (R098). */
const everybody = { products } as const;
/** The platform's own staff only, and each needs the permission itself (R044). */
const platform = { platform: true, explicit: true } as const;
const approving = { ...platform, permissions: ["Can approve sender ID"] } as const;
const viewing = { ...platform, permissions: ["Can view all senders info"] } as const;
const assigning = { ...platform, permissions: ["Can manually assign sender ID"] } as const;
const examining = { ...platform, permissions: ["Can approve sender ID", "Can view all senders info"] } as const;

export const SenderState = z.object({
  network: z.enum(senderNetworks),
  status: z.enum(senderStatuses),
  reason: z.string(),
  decided_at: z.string().nullable(),
});

/**
 * A sender ID an account may put on a message. `shared`: every account's; `not_on`: networks that have not approved it;
 * `hours`: when it delivers, null at any hour; `footer`: what is added to each text.
 */
export const UsableSender = Sender.extend({
  shared: z.boolean(),
  not_on: z.array(z.enum(senderNetworks)),
  hours: SendingHours.nullable(),
  footer: z.string(),
  /** What the short links of a text begin with; null: links stay as they are. */
  links: z.string().nullable(),
});
export type UsableSender = z.infer<typeof UsableSender>;

/** A sender ID of the account and where it stands. R099: sender, status, time requested, time approved. */
export const SenderRecord = z.object({
  id: z.number().int(),
  sender: z.string(),
  kind: z.enum(["transactional", "promotional"]),
  status: z.enum(senderStatuses),
  /** A reseller lets the account use it; or the platform gave it without a request. */
  given: z.boolean(),
  assigned: z.boolean(),
  purpose: z.string(),
  sample: z.string(),
  requested_by: z.string(),
  requested_at: z.string(),
  approved_at: z.string().nullable(),
  networks: z.array(SenderState),
});
export type SenderRecord = z.infer<typeof SenderRecord>;

const Paper = z.object({ id: z.string(), name: z.string(), bytes: z.number().int() });
const owned = { customer_account: z.string(), account_name: z.string() };

export const SenderDetail = SenderRecord.extend({ papers: z.array(Paper.extend({ url: z.string() })) });
export type SenderDetail = z.infer<typeof SenderDetail>;

export const PlatformSender = SenderRecord.extend(owned);
export type PlatformSender = z.infer<typeof PlatformSender>;

/** `same`: other accounts that have the same name approved. */
export const PlatformSenderDetail = PlatformSender.extend({
  papers: z.array(Paper),
  same: z.array(z.object(owned)),
});
export type PlatformSenderDetail = z.infer<typeof PlatformSenderDetail>;

const words = (empty: string, least: number, most: number) =>
  z
    .string({ error: empty })
    .trim()
    .min(least, empty)
    .max(most, `Use at most ${most.toLocaleString("en-GB")} characters.`);
const networks = z
  .array(z.enum(senderNetworks))
  .min(1, "Choose at least one network.")
  .max(senderNetworks.length)
  .transform((all) => [...new Set(all)]);
const kind = Sender.shape.kind.default("transactional");
const named = "Use 1 to 11 letters and digits, with at least one letter.";

export const SenderRequest = z.strictObject({
  sender: z.string({ error: "Enter the sender ID." }).trim().min(1, "Enter the sender ID.").regex(senderPattern, named),
  kind,
  networks: networks.default([...senderNetworks]),
  purpose: words("Say what you will send from it.", 10, 500),
  sample: words("Write a message as you would send it.", 5, 480),
  /** Files sent before: the letter that authorises the name, the company's registration. */
  paper_ids: z.array(z.uuid()).max(5, "Attach at most 5 files.").default([]),
});

export const SenderDecisions = z
  .strictObject({
    decisions: z
      .array(z.strictObject({ network: z.enum(senderNetworks), decision: z.enum(senderDecisions) }))
      .min(1, "Decide for at least one network.")
      .max(senderNetworks.length),
    reason: z.string().trim().max(300, "Use at most 300 characters.").default(""),
  })
  .refine(({ decisions, reason }) => reason.length >= 3 || decisions.every(({ decision }) => decision === "approve"), {
    path: ["reason"],
    message: "Give the reason. The account reads it.",
  })
  .refine(({ decisions }) => new Set(decisions.map(({ network }) => network)).size === decisions.length, {
    path: ["decisions"],
    message: "Decide once for each network.",
  });

export const SenderAssignment = z.strictObject({
  customer_account: z
    .string({ error: "Enter the account number." })
    .trim()
    .regex(/^[\w-]{1,32}$/, "Enter the account number."),
  sender: z
    .string({ error: "Enter the sender ID." })
    .trim()
    .refine((name) => senderPattern.test(name) || shortCodePattern.test(name), {
      message: "Use 1 to 11 letters and digits, or the digits of a short code.",
    }),
  kind,
  networks: networks.default([...senderNetworks]),
  note: z.string().trim().max(500, "Use at most 500 characters.").default(""),
});

const oneId = z.object({ id });
const status = z.enum(senderStatuses).optional().catch(undefined);
const q = z.string().trim().max(100).default("").catch("");

/** Sender IDs (/sms/settings): asked for by accounts, decided and assigned by the platform. The calls are not documented. */
export const senderCalls = {
  senderData: {
    method: "GET",
    path: "/senders/data",
    summary: "The account's sender IDs with their status on each network, the newest first; and the shared one",
    needs: everybody,
    query: z.object({ ...paging, status, q, sort: sortField(listOrders.senders) }),
    answers: { 200: pageSchema(SenderRecord).extend({ shared: z.string().nullable() }) },
  },
  sender: {
    method: "GET",
    path: "/senders/data/{id}",
    summary: "One sender ID of the account with its papers",
    needs: everybody,
    params: oneId,
    answers: { 200: SenderDetail },
  },
  requestSender: {
    method: "POST",
    path: "/senders/requests",
    summary: "Ask for a sender ID; asking again changes a request that waits, or renews one that was rejected",
    needs: everybody,
    writes: true,
    body: SenderRequest,
    answers: { 201: SenderDetail },
  },
  waitingSenders: {
    method: "GET",
    path: "/senders/waiting",
    summary: "Sender IDs of all accounts that a network has yet to decide on, the newest first",
    needs: approving,
    query: z.object({ ...paging, q, sort: sortField(listOrders.senders) }),
    answers: { 200: pageSchema(PlatformSender) },
  },
  decideSender: {
    method: "POST",
    path: "/senders/{id}/decision",
    summary: "Approve, reject or suspend a sender ID on some networks; never by the person who asked",
    needs: approving,
    writes: true,
    params: oneId,
    body: SenderDecisions,
    answers: { 201: PlatformSenderDetail },
  },
  allSenders: {
    method: "GET",
    path: "/senders/all",
    summary: "The sender IDs of all accounts, the newest first",
    needs: viewing,
    query: z.object({ ...paging, status, q, sort: sortField(listOrders.senders) }),
    answers: { 200: pageSchema(PlatformSender) },
  },
  platformSender: {
    method: "GET",
    path: "/senders/all/{id}",
    summary: "One sender ID of any account with its papers",
    needs: examining,
    params: oneId,
    answers: { 200: PlatformSenderDetail },
  },
  senderPaper: {
    method: "GET",
    path: "/senders/all/{id}/papers/{paper}",
    summary: "A link to a paper of a request, good for ten minutes",
    needs: examining,
    params: z.object({ id, paper: z.uuid() }),
    answers: { 200: z.object({ url: z.string() }) },
  },
  assignSender: {
    method: "POST",
    path: "/senders/assignments",
    summary: "Give an account a sender ID or a short code, approved at once; twice is once",
    needs: assigning,
    writes: true,
    body: SenderAssignment,
    answers: { 201: PlatformSender },
  },
} as const satisfies Record<string, Call>;
