import { z } from "zod";
import { pointKey } from "../../rules/contact-points";
import { customerRelations } from "../../rules/customer-links";
import { readPoint } from "../../rules/read-point";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { soughtPoints } from "./contract.points";

/** Everyone who sees something of a customer, in any part of the product: the page of a customer is theirs. */
const needs = {
  permissions: [
    ...(["View crm leads", "View crm contacts", "View crm deals"] as const),
    ...(["View chat inbox", "View tickets", "View my tickets", "View ticket kanban"] as const),
    ...(["View bulk message", "Send bulk message", "Send single message"] as const),
    ...(["Create whatsapp message", "View whatsapp outbox", "Create Surveys"] as const),
    ...(["Make outbound calls", "Receive inbound calls", "View voice inbound dashboard"] as const),
    ...(["View voice outbound dashboard", "View supervisor inbound stats"] as const),
  ],
} as const;

/** A number in any spelling or an address, as the key that it is found by. */
const Key = z.string().transform((typed, context) => {
  const read = readPoint(typed);
  if ("value" in read) return pointKey(read.value);
  context.addIssue({ code: "custom", message: read.reason });
  return z.NEVER;
});

export const CustomerLink = z.object({
  id: z.number().int(),
  /** Numbers in E.164 and addresses in small letters. */
  first: z.string(),
  second: z.string(),
  relation: z.enum(customerRelations),
  by: z.string(),
  at: z.string(),
});
export type CustomerLink = z.infer<typeof CustomerLink>;

/** What people say of numbers and addresses that are, or are not, one customer's (docs/decisions/0142-joined-customers.md). */
export const customerLinkCalls = {
  customerLinks: {
    method: "GET",
    path: "/customer-links",
    summary: "The numbers and addresses that people joined with these or set apart from them, through others too",
    needs,
    query: z.object({
      /** Numbers in any spelling and addresses, with commas between them; what is neither is left out. */
      points: soughtPoints,
    }),
    answers: { 200: z.object({ data: z.array(CustomerLink) }) },
  },
  linkCustomer: {
    method: "POST",
    path: "/customer-links",
    summary: "Join two numbers or addresses of one customer, or set them apart; it replaces an earlier link of the two",
    needs,
    writes: true,
    body: z.strictObject({ point: Key, other: Key, relation: z.enum(customerRelations) }),
    answers: { 201: CustomerLink },
  },
  unlinkCustomer: {
    method: "DELETE",
    path: "/customer-links/{id}",
    summary: "Remove a link between two numbers or addresses",
    needs,
    writes: true,
    params: z.object({ id }),
    answers: { 200: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
