import { z } from "zod";
import { labelColourNames, maxContactLabels } from "../../rules/chat-labels";
import { type Call, DoneAnswer, id, Problem, pageSchema, paging } from "../kit/contract";
import { Count, inboxNeeds, text } from "./contract.fields";
import { Contact, ContactLabel } from "./contract.schemas";

const readers = {
  products: ["Chats"],
  permissions: ["View chat inbox", "Manage chat settings", "Set whatsapp bot", "Create whatsapp message"],
} as const;
const keepers = { products: ["Chats"], permissions: ["Manage chat settings", "Set whatsapp bot"] } as const;

/** A label as it is managed. */
export const Label = z.object({
  id: z.number().int(),
  name: z.string(),
  colour: z.enum(labelColourNames),
  archived: z.boolean(),
  /** Conversations that have it. */
  used: Count,
  updated_by: z.string(),
  updated_at: z.string(),
});
export type Label = z.infer<typeof Label>;

export const LabelForm = z.strictObject({
  name: text.pipe(z.string().min(1, "Give the label a name.").max(40, "At most 40 characters.")),
  colour: z.enum(labelColourNames, { error: "Choose a colour." }),
  /** Agents can't put it on conversations any more; those that have it keep it. */
  archived: z.boolean().default(false),
});

/** What conversations are sorted by, one set for all channels. */
export const labelCalls = {
  labels: {
    method: "GET",
    path: "/labels",
    summary: "The labels of conversations by name, a page at a time, with how many conversations have each",
    needs: readers,
    query: z.object({
      ...paging,
      q: z.string().trim().max(100).default("").catch(""),
      label_id: id.optional().catch(undefined),
      state: z.enum(["active", "archived"]).optional().catch(undefined),
    }),
    answers: { 200: pageSchema(Label) },
  },
  saveLabel: {
    method: "POST",
    path: "/labels",
    summary: "Make or change a label",
    needs: keepers,
    writes: true,
    body: LabelForm.extend({ id: id.optional() }),
    answers: { 201: DoneAnswer.extend({ id: Count }), 406: Problem },
  },
  removeLabel: {
    method: "DELETE",
    path: "/labels/{id}",
    summary: "Take a label from the list: deleted when no conversation has it, else archived",
    needs: keepers,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
  inboxFilters: {
    method: "GET",
    path: "/inbox-filters",
    summary:
      "Labels that are not archived, the teams, the skills, and the agents with what is written after @ to mention them in a note",
    needs: inboxNeeds,
    answers: {
      200: z.object({
        labels: z.array(ContactLabel),
        teams: z.array(z.object({ id: z.number().int(), name: z.string() })),
        /** With the agents who have each, by id. */
        skills: z.array(z.object({ id: z.number().int(), name: z.string(), agents: z.array(z.string()) })),
        agents: z.array(z.object({ id: z.string(), name: z.string(), handle: z.string() })),
      }),
    },
  },
  labelContact: {
    method: "POST",
    path: "/contacts/{id}/labels",
    summary: "Put labels on a conversation and take labels off; doing it twice is doing it once",
    needs: inboxNeeds,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({
      add: z.array(id).max(maxContactLabels).default([]),
      remove: z.array(id).max(maxContactLabels).default([]),
    }),
    answers: { 201: z.object({ status: z.literal(201), message: z.string(), contact: Contact }), 406: Problem },
  },
} satisfies { [name: string]: Call };
