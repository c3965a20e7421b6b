import { z } from "zod";
import { type Call, id, pageSchema, paging } from "../kit/contract";
import { Payment } from "./contract.payments";

export const approvalKinds = ["product", "bank", "unmatched"] as const;
export const approvalStates = ["open", "approved", "refused"] as const;

/** Something of an account that waits for the platform: a product request, a bank slip, an unmatched M-Pesa payment. */
export const Approval = z.object({
  id: z.number().int(),
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  customer_account: z.string(),
  account_name: z.string(),
  title: z.string(),
  details: z.string(),
  amount_cents: z.number().int(),
  reference: z.string(),
  file_id: z.string().nullable(),
  asked_by: z.string(),
  asked_at: z.string(),
  decided_by: z.string(),
  decided_at: z.string().nullable(),
  reason: z.string(),
});
export type Approval = z.infer<typeof Approval>;

/** The platform's own staff only, and each needs the permission itself (R044). */
const platform = {
  platform: true,
  permissions: ["Can view all billing information", "Can approve sender ID"],
  explicit: true,
} as const;

export const approvalCalls = {
  approvals: {
    method: "GET",
    path: "/approvals",
    summary: "What waits for the platform, of all accounts, newest first",
    needs: platform,
    query: z.object({
      ...paging,
      kind: z.enum(approvalKinds).optional().catch(undefined),
      state: z.enum(approvalStates).optional().catch(undefined),
      customer_account: z.string().max(32).optional().catch(undefined),
    }),
    answers: { 200: pageSchema(Approval) },
  },
  slip: {
    method: "GET",
    path: "/approvals/{id}/slip",
    summary: "A link to the file of a bank slip, good for ten minutes",
    needs: platform,
    params: z.object({ id }),
    answers: { 200: z.object({ url: z.string() }) },
  },
  decidePayment: {
    method: "POST",
    path: "/approvals/{id}",
    summary: "Approve or refuse a bank slip, or settle an unmatched payment; never by the person who asked",
    needs: platform,
    writes: true,
    params: z.object({ id }),
    body: z
      .strictObject({
        decision: z.enum(["approve", "refuse"]),
        /** What really arrived, when it is not what was asked for. */
        amount_cents: z.number().int().min(100).max(1_000_000_000).nullable().default(null),
        /** The bank's or M-Pesa's own number of the payment. */
        reference: z.string().trim().max(40).default(""),
        reason: z.string().trim().max(200).default(""),
      })
      .refine((body) => body.decision === "approve" || body.reason.length >= 3, {
        path: ["reason"],
        message: "Enter the reason.",
      }),
    answers: { 201: Payment },
  },
} as const satisfies Record<string, Call>;
