import { z } from "zod";
import type { Product } from "../../rules/access";
import { statuses } from "../../rules/ticket-labels";
import { type Call, pageSchema, paging } from "../kit/contract";
import { Instant, text } from "./contract.fields";

/**
 * A file that was uploaded to the chat-uploads folder before: its name and its download address (R063). The address is
 * good for an hour; with the upload's `id` it is kept, and shown with a fresh address from then on.
 */
export const IssueFile = z.object({
  name: text.min(1).max(200),
  url: z.string().min(1).max(2000),
  id: z.uuid().optional(),
});
export type IssueFile = z.infer<typeof IssueFile>;

/** The fixed values of a reported issue (spec 1 §9), to the letter. */
export const issueValues = {
  channel_id: 3,
  disposition_id: 65,
  disposition_name: "Service downtime and Outages",
  sub_disposition_id: 245,
  sub_disposition_name: "Product mulfunction",
  priority_id: 5,
  type_id: 3,
  created_by: null,
  group_ids: [14, 16],
  policy_id: 16,
} as const;
export const issueSource = "Issue reported";

/**
 * Every product that can be subscribed to: the number and the name that a report carries, the drawer's own names where it
 * has one (products.tsv), and the documented names of the subscription.
 */
export const issueProducts: readonly { id: number; name: string; products: readonly Product[] }[] = [
  { id: 1, name: "Bulk SMS", products: ["SMS", "BULK"] },
  { id: 2, name: "Call Management Service", products: ["Voice"] },
  { id: 3, name: "Chats", products: ["Chats"] },
  { id: 4, name: "Jibu 360", products: ["CRM", "Jibu 360"] },
  { id: 5, name: "Ticketing", products: ["Ticketing"] },
  { id: 6, name: "Surveys", products: ["Surveys"] },
  { id: 7, name: "Whatsapp", products: ["Whatsapp"] },
  { id: 8, name: "Email", products: ["Email"] },
  { id: 9, name: "Value Added Services", products: ["Vas", "Value Added Services"] },
  { id: 10, name: "Airtime", products: ["Airtime"] },
  { id: 11, name: "Payments", products: ["Payments"] },
  { id: 12, name: "Data", products: ["Data"] },
  { id: 13, name: "Reseller", products: ["Reseller"] },
  { id: 14, name: "USSD Codes", products: ["USSD Codes"] },
];

/** Offered per product (spec 1 §5), to the letter. */
export const predefinedIssues: Readonly<Record<string, readonly string[]>> = {
  "Bulk SMS": [
    "Resource overcharging",
    "Delayed delivery",
    "Unable to schedule bulk message",
    "Unable to upload contact file",
  ],
  "Call Management Service": [
    "Un even call distribution",
    "Unable to logout of queue",
    "Unable to disposition a call",
    "Unable to ticket a call",
  ],
  Chats: ["Chats not routed to logged in customer support", "Unable to disposition chats", "Unable to ticket a chats"],
  "Jibu 360": ["Unable to add a lead", "Unable to advance a lead to contact"],
  Ticketing: ["Unable to change ticket status", "Unable to change ticket stage", "Unable to assign ticket to member"],
};

/** One per ticked issue, or one for Other (R060). `description`: the issue, the product's name and the account (R061). */
export const IssueTicket = z.object({
  product_id: z.number().int().positive(),
  product: text.min(1).max(100),
  channel_id: z.literal(issueValues.channel_id),
  disposition_id: z.literal(issueValues.disposition_id),
  disposition_name: z.literal(issueValues.disposition_name),
  sub_disposition_id: z.literal(issueValues.sub_disposition_id),
  sub_disposition_name: z.literal(issueValues.sub_disposition_name),
  description: text.min(1, "Describe the issue.").max(5000, "A description has at most 5,000 characters."),
  reported_by: text.max(254),
  reported_by_name: text.max(200),
  priority_id: z.literal(issueValues.priority_id),
  type_id: z.literal(issueValues.type_id),
  created_by: z.null(),
  group_ids: z.tuple([z.literal(14), z.literal(16)]),
  policy_id: z.literal(issueValues.policy_id),
  files: z.array(IssueFile).max(20).default([]),
});
export type IssueTicket = z.infer<typeof IssueTicket>;

/** The documented form (R062). The accounts in it are checked against the caller's, never believed. */
export const IssueForm = z.object({
  files: z.array(IssueFile).max(20).default([]),
  customer_account: z.string().max(64).optional(),
  jibu_account: z.string().max(64),
  source: z.literal(issueSource),
  name: text.max(200),
  tickets: z.array(IssueTicket).min(1, "Select at least one issue, or describe it under Other.").max(20),
});
export type IssueForm = z.input<typeof IssueForm>;

/** The entry of one issue as the form wants it. */
export function issueTicket(given: {
  issue: string;
  product: { id: number; name: string };
  account: string;
  by: { id: string; name: string };
  files?: IssueFile[];
}): IssueTicket {
  const { issue, product, account, by, files = [] } = given;
  return {
    ...issueValues,
    group_ids: [14, 16],
    product_id: product.id,
    product: product.name,
    description: `${issue}, ${product.name}, ${account}`,
    reported_by: by.id,
    reported_by_name: by.name,
    files,
  };
}

export const ReportedIssue = z.object({
  id: z.number().int(),
  subject: z.string(),
  description: z.string(),
  product: z.string(),
  status: z.enum(statuses),
  reported_by: z.string(),
  files: z.array(IssueFile),
  created_at: Instant,
  updated_at: Instant,
  resolved_at: Instant.nullable(),
  /** The last public answer of the support desk. */
  answer: z.string().nullable(),
});
export type ReportedIssue = z.infer<typeof ReportedIssue>;

/** The issue drawer: open to everybody who is signed in. */
export const issueCalls = {
  issueProducts: {
    delegated: true,
    method: "GET",
    path: "/issues/products",
    summary: "The subscribed products of the support account, each with its predefined issues",
    answers: {
      200: z.object({
        support_account: z.string(),
        data: z.array(z.object({ id: z.number().int(), name: z.string(), issues: z.array(z.string()) })),
      }),
    },
  },
  reportIssue: {
    delegated: true,
    method: "POST",
    path: "/issues",
    summary: "Report issues: one ticket at the support desk for each",
    writes: true,
    body: IssueForm,
    answers: {
      201: z.object({
        status: z.literal(201),
        message: z.literal("Issue reported successfully"),
        ids: z.array(z.number().int()),
      }),
    },
  },
  issues: {
    delegated: true,
    method: "GET",
    path: "/issues",
    summary: "The issues that this account reported, newest first",
    query: z.object({ ...paging, status: z.enum(statuses).optional().catch(undefined) }),
    answers: { 200: pageSchema(ReportedIssue) },
  },
} as const satisfies Record<string, Call>;
