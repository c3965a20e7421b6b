import { z } from "zod";
import { listOrders } from "../../rules/list-orders";
import { maxEnrolled, sendStates, sequenceStates, stepKinds } from "../../rules/sequences";
import { type Call, id, pageSchema, paging, sortField } from "../kit/contract";
import { Count, crmProducts } from "./contract.records";

const using = { permissions: ["View crm leads", "View crm contacts"], products: crmProducts } as const;
const reading = {
  permissions: ["View crm leads", "View crm contacts", "View crm settings"],
  products: crmProducts,
} as const;
const oneId = z.object({ id });

/** The kinds of records that can be in a sequence. */
export const sequenceKinds = ["lead", "contact"] as const;
export type SequenceKind = (typeof sequenceKinds)[number];

/** One step as it went for a person. */
const SequenceSend = z.object({
  step_id: Count,
  kind: z.enum(stepKinds),
  state: z.enum(sendStates),
  subject: z.string(),
  body: z.string(),
  address: z.string(),
  reason: z.string(),
  cost_cents: Count,
  at: z.string(),
});

/** A lead or a contact in a sequence. */
export const SequencePerson = z.object({
  id: Count,
  sequence: z.object({ id: Count, name: z.string(), active: z.boolean() }),
  record: z.object({ id: Count, kind: z.enum(sequenceKinds), name: z.string() }),
  state: z.enum(sequenceStates),
  reason: z.string(),
  /** What comes next and when; null where nothing does. */
  next: z.object({ kind: z.enum(stepKinds), body: z.string(), subject: z.string(), at: z.string() }).nullable(),
  /** No step is done before someone resumes it; null: it goes on. */
  paused_at: z.string().nullable(),
  paused_by: z.string(),
  /** Why that could not be done when it was due. */
  trouble: z.string(),
  /** Steps that were done, and those that were refused. */
  done: Count,
  refused: Count,
  entered_at: z.string(),
  entered_by: z.string(),
  ended_at: z.string().nullable(),
  ended_by: z.string(),
});
export type SequencePerson = z.infer<typeof SequencePerson>;

export const peopleFilters = [...sequenceStates, "paused", "refused", "waiting"] as const;

const Refused = z.array(z.object({ id: Count, reason: z.string() }));
const chosen = z.strictObject({
  type: z.enum(sequenceKinds),
  records: z.array(id).min(1, "Choose at least one.").max(maxEnrolled, `At most ${maxEnrolled} at once.`),
});

/** Who is in a sequence. The specification has no call for them. */
export const sequencePeopleCalls = {
  sequencePeople: {
    method: "GET",
    path: "/sequences/{id}/people",
    summary: "The leads and contacts that are or were in a sequence, who was put in last first",
    needs: reading,
    params: oneId,
    query: z.object({
      ...paging,
      /** What the lead or the contact is called or reached by. */
      q: z.string().trim().max(100).default("").catch(""),
      sort: sortField(listOrders.sequencePeople),
      state: z.enum(peopleFilters).optional().catch(undefined),
    }),
    answers: { 200: pageSchema(SequencePerson) },
  },
  planSequence: {
    method: "POST",
    path: "/sequences/{id}/plan",
    summary: "What a sequence would do for one lead or contact and when, and what it costs; writes nothing",
    needs: using,
    params: oneId,
    body: z.strictObject({ type: z.enum(sequenceKinds), record: id }),
    answers: {
      200: z.object({
        /** Why the record can't be put in; "": it can. */
        refusal: z.string(),
        steps: z.array(
          z.object({
            step_id: Count,
            kind: z.enum(stepKinds),
            at: z.string(),
            to: z.string(),
            subject: z.string(),
            text: z.string(),
            /** Why it would not be done; "": it would. */
            refusal: z.string(),
            /** Parts of an SMS; 0 for others. */
            parts: Count,
            cost_cents: Count,
          }),
        ),
        cost_cents: Count,
      }),
    },
  },
  priceSequence: {
    method: "POST",
    path: "/sequences/{id}/price",
    summary: "How many of some leads or contacts can be put in a sequence, and what all its messages to them cost now",
    needs: using,
    params: oneId,
    body: chosen,
    answers: { 200: z.object({ records: Count, messages: Count, cost_cents: Count }) },
  },
  enrol: {
    method: "POST",
    path: "/sequences/{id}/people",
    summary: `Put up to ${maxEnrolled} leads or contacts in a sequence; those that can't be are named`,
    needs: using,
    writes: true,
    params: oneId,
    body: chosen,
    answers: {
      201: z.object({
        added: z.array(Count),
        refused: Refused,
        /** What the undo is called for; null: none was put in. */
        change_id: Count.nullable(),
      }),
    },
  },
  takeOut: {
    method: "POST",
    path: "/sequence-people/{id}/end",
    summary: "Take a lead or a contact out of a sequence; the steps that are left are not done",
    needs: using,
    writes: true,
    params: oneId,
    answers: { 201: SequencePerson },
  },
  pauseSequencePerson: {
    method: "POST",
    path: "/sequence-people/{id}/pause",
    summary: "Pause a sequence for one lead or contact, or resume it where it was; a reply still ends it",
    needs: using,
    writes: true,
    params: oneId,
    body: z.strictObject({ paused: z.boolean() }),
    answers: { 201: SequencePerson },
  },
  recordSequences: {
    method: "GET",
    path: "/record-sequences/{id}",
    summary: "The sequences that a lead or a contact is or was in, the last first, each with what was done",
    needs: using,
    params: oneId,
    answers: { 200: z.object({ data: z.array(SequencePerson.extend({ sends: z.array(SequenceSend) })) }) },
  },
} as const satisfies Record<string, Call>;
