import { z } from "zod";
import { mailingStatuses, recipientEvents, recipientStatuses } from "../../rules/email";
import { listOrders } from "../../rules/list-orders";
import { type Call, day, id, pageSchema, paging, sortField } from "../kit/contract";
import { Price } from "../messaging/contract.price";
import {
  Mailing,
  MailingDetail,
  MailingForm,
  MailingRecipient,
  Rendered,
  Summary,
  sending,
  viewing,
} from "./contract.schemas";

const q = z.string().trim().max(100).default("").catch("");
const oneId = z.object({ id });

export const mailingFilters = {
  kind: z.enum(["bulk", "single"]).optional().catch(undefined),
  status: z.enum(mailingStatuses).optional().catch(undefined),
  start_date: day,
  end_date: day,
  q,
};

const change = (verb: string, summary: string) =>
  ({
    method: "POST",
    path: `/mailings/{id}/${verb}`,
    summary,
    needs: sending,
    writes: true,
    params: oneId,
    answers: { 201: Mailing },
  }) as const;

/** Mailings, their recipients and the figures. */
export const mailingCalls = {
  priceMailing: {
    method: "POST",
    path: "/mailings/price",
    summary: "Who gets an email and what it costs, before it is made; writes nothing",
    needs: sending,
    body: MailingForm,
    answers: { 200: Price },
  },
  createMailing: {
    method: "POST",
    path: "/mailings",
    summary: "Make a priced draft with its recipients; nothing is reserved or sent before it is confirmed",
    needs: sending,
    writes: true,
    body: MailingForm,
    answers: { 201: MailingDetail },
  },
  mailings: {
    method: "GET",
    path: "/mailings",
    summary: "Bulk and single emails, newest first",
    needs: viewing,
    query: z.object({ ...paging, ...mailingFilters, sort: sortField(listOrders.blasts) }),
    answers: { 200: pageSchema(Mailing) },
  },
  mailing: {
    method: "GET",
    path: "/mailings/{id}",
    summary: "One mailing with counts, money and progress",
    needs: viewing,
    params: oneId,
    answers: { 200: MailingDetail },
  },
  renderMailing: {
    method: "GET",
    path: "/mailings/{id}/preview",
    summary: "A mailing as one of its recipients gets it",
    needs: viewing,
    params: oneId,
    query: z.object({ seq: z.coerce.number().int().min(0).catch(0).default(0) }),
    answers: { 200: Rendered },
  },
  confirmMailing: change("confirm", "Reserve the cost and send, or schedule; confirming twice is confirming once"),
  sampleMailing: {
    method: "POST",
    path: "/mailings/{id}/sample",
    summary: "Reserve the cost, send the first emails and wait until it is resumed",
    needs: sending,
    writes: true,
    params: oneId,
    body: z.strictObject({ recipients: z.int().min(1, "At least 1 email.").max(500, "At most 500 emails.") }),
    answers: { 201: Mailing },
  },
  testMailing: {
    method: "POST",
    path: "/mailings/{id}/test",
    summary: "Send the first recipient's email to an address of one's own, at the price of one",
    needs: sending,
    writes: true,
    params: oneId,
    body: z.strictObject({ to: z.string().trim().max(254), key: z.string().min(8).max(60) }),
    answers: { 201: Mailing },
  },
  pauseMailing: change("pause", "Stop sending for now"),
  resumeMailing: change("resume", "Continue sending"),
  cancelMailing: change("cancel", "Stop sending; what was not sent is refunded"),
  recipients: {
    method: "GET",
    path: "/mailings/{id}/recipients",
    summary: "The recipients of a mailing",
    needs: viewing,
    params: oneId,
    query: z.object({
      ...paging,
      status: z
        .enum([...recipientStatuses, ...recipientEvents])
        .optional()
        .catch(undefined),
      /** Only who followed this link of the mailing. */
      link: z.coerce.number().int().min(0).optional().catch(undefined),
      q,
    }),
    answers: { 200: pageSchema(MailingRecipient) },
  },
  emailSummary: {
    method: "GET",
    path: "/dashboard/summary",
    summary: "Email figures for a span of days",
    needs: viewing,
    query: z.object({ start_date: day, end_date: day }),
    answers: { 200: Summary },
  },
} as const satisfies Record<string, Call>;
