import { z } from "zod";
import { type Call, DoneAnswer, id, Problem, pageSchema, paging } from "../kit/contract";
import { Count, handling, ids, overseeing, reading, text, userIds } from "./contract.fields";
import { explaining, sorting, TicketFiltersBody, ticketFilters } from "./contract.filters";
import { BulkChange, ItemForm, ticketFields } from "./contract.forms";
import {
  Comment,
  Conflict,
  HistoryEntry,
  Ticket,
  TicketDetail,
  TicketFile,
  TicketItem,
  TicketPage,
} from "./contract.schemas";

const oneId = z.object({ id });
/** A ticket's page is /ticketing/show/{index}: its number or its uuid. */
const index = z.object({
  id: z
    .string()
    .max(40)
    .regex(/^([1-9]\d{0,14}|[0-9a-f-]{36})$/i),
});
const ticketId = z.object({ ticket_id: id });
const saved = z.object({ status: z.literal(201), message: z.string(), ticket: TicketDetail });
const account = z.object({ account: z.string().max(64).optional().catch(undefined) });

/** Tickets: the list, one ticket, and everything that is done to it. */
export const ticketCalls = {
  ticketList: {
    method: "POST",
    path: "/ticket-list/",
    summary: "Tickets by the filters of R121, a page at a time",
    needs: reading,
    query: z.object({
      ...paging,
      ...ticketFilters,
      ...sorting,
      ...explaining,
      customer_account: z.string().max(64).optional().catch(undefined),
    }),
    body: TicketFiltersBody,
    answers: { 200: TicketPage },
  },
  createTicket: {
    method: "POST",
    path: "/tickets",
    summary: "Open a ticket (multipart: the fields of TicketForm, and files)",
    needs: handling,
    writes: true,
    raw: true,
    answers: { 201: saved, 406: Problem },
  },
  ticket: {
    method: "GET",
    path: "/tickets/{id}",
    summary: "One ticket with its files, items, clocks and why each is due when it is",
    needs: reading,
    params: index,
    answers: { 200: TicketDetail },
  },
  updateTicket: {
    method: "POST",
    path: "/ticket/update",
    summary:
      "Change a ticket (multipart: the fields of TicketUpdate, and files); a stale save of the same field is 409",
    needs: handling,
    writes: true,
    raw: true,
    answers: { 201: saved, 406: Problem, 409: z.union([Conflict, Problem]) },
  },
  updateProperty: {
    method: "POST",
    path: "/ticket/update-property",
    summary: "Change one property of a ticket: its status, stage, priority and so on",
    needs: reading,
    writes: true,
    body: z.strictObject({
      id,
      property: z.enum(ticketFields),
      value: z.union([z.string().max(20_000), z.number(), z.null()]),
      version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    }),
    answers: { 201: saved, 406: Problem, 409: z.union([Conflict, Problem]) },
  },
  destroyTicket: {
    method: "GET",
    path: "/tickets/destroy/{id}",
    summary: "Delete a ticket; it can be brought back for 30 days",
    needs: overseeing,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  restoreTicket: {
    method: "POST",
    path: "/tickets/{id}/restore",
    summary: "Bring a deleted ticket back",
    needs: overseeing,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  addFiles: {
    method: "POST",
    path: "/tickets/files",
    summary: "Add files to a ticket (multipart: ticket_id, then files)",
    needs: handling,
    writes: true,
    raw: true,
    answers: { 201: z.object({ data: z.array(TicketFile) }) },
  },
  removeFile: {
    method: "POST",
    path: "/tickets/files/{id}/delete",
    summary: "Take a file off a ticket",
    needs: handling,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  updateItem: {
    method: "POST",
    path: "/ticket-item/update",
    summary: "Add an item to a ticket (no id), change it, or take it away (delete)",
    needs: handling,
    writes: true,
    body: ItemForm,
    answers: { 201: z.object({ data: z.array(TicketItem) }) },
  },
  updatePolicy: {
    method: "POST",
    path: "/ticket-policy/update",
    summary: "Choose the policy of a ticket, or none (null) to let the rules choose",
    needs: handling,
    writes: true,
    body: z.strictObject({ ticket_id: id, policy_id: id.nullable() }),
    answers: { 201: saved },
  },
  attachGroups: {
    method: "POST",
    path: "/ticket-groups/{ticket_id}/attach",
    summary: "Give a ticket to groups",
    needs: handling,
    writes: true,
    params: ticketId,
    body: z.strictObject({ group_ids: ids.pipe(z.array(z.number()).min(1, "Choose at least one group.")) }),
    answers: { 201: saved },
  },
  detachGroups: {
    method: "POST",
    path: "/ticket-groups/{ticket_id}/detach",
    summary: "Take a ticket from groups",
    needs: handling,
    writes: true,
    params: ticketId,
    body: z.strictObject({ group_ids: ids.pipe(z.array(z.number()).min(1, "Choose at least one group.")) }),
    answers: { 201: saved },
  },
  ticketMembers: {
    method: "POST",
    path: "/ticket-members/{ticket_id}",
    summary: "Give a ticket to people, or take it from them; watchers only get word of it",
    needs: handling,
    writes: true,
    params: ticketId,
    body: z.strictObject({ add: userIds, remove: userIds, watch: userIds, unwatch: userIds }),
    answers: { 201: saved },
  },
  itemMembers: {
    method: "POST",
    path: "/item-members",
    summary: "Give an item of a ticket to a person",
    needs: handling,
    writes: true,
    body: z.strictObject({ item_id: id, member_id: text.min(1, "Choose a person.").max(64) }),
    answers: { 201: z.object({ data: z.array(TicketItem) }) },
  },
  detachItemMember: {
    method: "GET",
    path: "/item-members/{id}/detach",
    summary: "Take an item of a ticket from a person",
    needs: handling,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  comments: {
    method: "GET",
    path: "/tickets/{id}/comments",
    summary: "The comments of a ticket and of those merged into it, newest first",
    needs: reading,
    params: oneId,
    query: z.object({ ...paging, kind: z.enum(["all", "public", "internal"]).default("all").catch("all") }),
    answers: { 200: pageSchema(Comment) },
  },
  comment: {
    method: "POST",
    path: "/tickets/{id}/comments",
    summary: "Comment on a ticket (multipart: the fields of CommentForm, and files)",
    needs: handling,
    writes: true,
    raw: true,
    params: oneId,
    answers: {
      201: z.object({ status: z.literal(201), message: z.string(), comment: Comment, ticket_id: z.number().int() }),
    },
  },
  history: {
    method: "GET",
    path: "/tickets/{id}/history",
    summary: "Everything that happened to a ticket, newest first",
    needs: reading,
    params: oneId,
    query: z.object(paging),
    answers: { 200: pageSchema(HistoryEntry) },
  },
  similar: {
    method: "GET",
    path: "/tickets/{id}/similar",
    summary: "Tickets of the same customer, and those with like words, most similar first",
    needs: reading,
    params: oneId,
    answers: {
      200: z.object({ data: z.array(Ticket.extend({ reasons: z.array(z.string()), likeness: z.number() })) }),
    },
  },
  customerTickets: {
    method: "GET",
    path: "/customer-tickets/",
    summary: "The tickets of a customer: a customer id, a phone number or an email address",
    needs: { permissions: ["View tickets", "View my tickets", "View chat inbox"], products: ["Ticketing"] },
    query: z.object({ ...paging, id: text.max(254), ...account.shape }),
    answers: { 200: TicketPage },
  },
  mergeTicket: {
    method: "POST",
    path: "/merge-ticket",
    summary: "Merge tickets into another; their messages go with them and know where they came from",
    needs: overseeing,
    writes: true,
    body: z.strictObject({
      ticket_id: id,
      merge_ids: ids.pipe(z.array(z.number()).min(1, "Choose the tickets to merge.").max(50)),
    }),
    answers: { 201: saved, 406: Problem },
  },
  unmergeTicket: {
    method: "POST",
    path: "/un-merge-ticket",
    summary: "Take a merged ticket out again, with what came from it",
    needs: overseeing,
    writes: true,
    body: z.strictObject({ ticket_id: id }),
    answers: { 201: saved, 406: Problem },
  },
  bulkChange: {
    method: "POST",
    path: "/tickets/bulk",
    summary: "Change at most 500 tickets at once; each refusal comes back with its reason",
    needs: overseeing,
    writes: true,
    body: z.strictObject({
      ids: ids.pipe(z.array(z.number()).min(1, "Choose at least one ticket.")),
      change: BulkChange,
    }),
    answers: {
      201: z.object({
        status: z.literal(201),
        message: z.string(),
        changed: z.array(z.number().int()),
        unchanged: Count,
        refused: z.array(z.object({ id: z.number().int(), reason: z.string() })),
      }),
    },
  },
} as const satisfies Record<string, Call>;
