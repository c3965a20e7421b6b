import { z } from "zod";
import { duplicateKinds, duplicateReasons } from "../../rules/duplicates";
import { listOrders } from "../../rules/list-orders";
import { type Call, id, pageSchema, paging, sortField } from "../kit/contract";
import { Count, CrmRecord, crmProducts, customKey, RelatedRecord } from "./contract.records";

/** Either of them: the call itself asks for the one of the pair's kind, as a change of its records does. */
const needs = { permissions: ["View crm leads", "View crm contacts"], products: crmProducts } as const;
const oneId = z.object({ id });

/** What of a record is chosen in a merge. Stage and score are those of the record that is kept. */
export const mergeFields = [
  "name",
  "company",
  "phone",
  "email",
  "source",
  "value",
  "expected_close",
  "sales_manager",
] as const;
export type MergeField = (typeof mergeFields)[number];

const PairedRecord = CrmRecord.pick({ id: true, name: true, company: true, phone: true, email: true });

const pairFields = {
  id: Count,
  kind: z.enum(duplicateKinds),
  reasons: z.array(z.enum(duplicateReasons)),
  /** How likely they are the same, from 1 to 100. */
  score: Count,
};

export const DuplicatePair = z.object({
  ...pairFields,
  /** The older record. */
  first: PairedRecord,
  second: PairedRecord,
  found_at: z.string(),
});
export type DuplicatePair = z.infer<typeof DuplicatePair>;

export const RecordHoldings = z.object({
  notes: Count,
  calls: Count,
  appointments: Count,
  tasks: Count,
  deals: Count,
  sales: Count,
});
export type RecordHoldings = z.infer<typeof RecordHoldings>;

export const PairDetail = z.object({
  ...pairFields,
  state: z.enum(["open", "different", "merged"]),
  /** The two, the older one first; of a pair that was merged the kept one alone. */
  records: z.array(CrmRecord),
  /** What each of the records has beside its fields. */
  holdings: z.array(RecordHoldings),
  /** Who decided on the pair, and when. */
  by: z.string(),
  at: z.string().nullable(),
  /** Of a pair that was merged: the record that became part of the other, and why that can't be undone. */
  merged: z.object({ id: Count, name: z.string(), blocked: z.string() }).nullable(),
});
export type PairDetail = z.infer<typeof PairDetail>;

export const MergeForm = z.strictObject({
  /** Which of the two is kept. */
  keep_id: id,
  /** Of these fields the kept record gets the other's value; of the others it keeps its own. */
  take: z
    .array(z.union([z.enum(mergeFields), customKey]))
    .max(300)
    .default([]),
  /** The versions of both records that the choice was made with. */
  first_version: Count.min(1),
  second_version: Count.min(1),
});

export const duplicateFilters = {
  /** What one of the two is called or reached by. */
  q: z.string().trim().max(100).default("").catch(""),
  kind: z.enum(duplicateKinds).optional().catch(undefined),
  reason: z.enum(duplicateReasons).optional().catch(undefined),
  /** Pairs with this record. */
  record: id.optional().catch(undefined),
};

/** Pairs of leads or contacts that may be the same, and merging them. */
export const duplicateCalls = {
  duplicates: {
    method: "GET",
    path: "/duplicates",
    summary: "Pairs of leads or contacts that may be the same, the likeliest first",
    needs,
    query: z.object({ ...paging, ...duplicateFilters, sort: sortField(listOrders.duplicates) }),
    answers: { 200: pageSchema(DuplicatePair) },
  },
  duplicate: {
    method: "GET",
    path: "/duplicates/{id}",
    summary: "One pair with both records; of a merged pair the record that was kept",
    needs,
    params: oneId,
    answers: { 200: PairDetail },
  },
  mergeDuplicate: {
    method: "POST",
    path: "/duplicates/{id}/merge",
    summary: "Merge the two: what the other has moves to the kept record. Refused with 409 if one was changed since",
    needs,
    writes: true,
    params: oneId,
    body: MergeForm,
    answers: { 201: RelatedRecord },
  },
  undoMerge: {
    method: "POST",
    path: "/duplicates/{id}/undo",
    summary: "Undo a merge: both records are as they were, unless the kept one was changed since",
    needs,
    writes: true,
    params: oneId,
    answers: { 201: PairDetail },
  },
  keepApart: {
    method: "POST",
    path: "/duplicates/{id}/different",
    summary: "Say that the two are not the same; they are not suggested again",
    needs,
    writes: true,
    params: oneId,
    answers: { 201: PairDetail },
  },
} as const satisfies Record<string, Call>;
