import { z } from "zod";
import { recordKinds } from "../../rules/crm";
import { maxRecordTags, maxTags, readTag } from "../../rules/crm-tags";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { anyRecord, Count, crmProducts, RecordTag } from "./contract.records";

const setting = { permissions: ["View crm settings"], products: crmProducts } as const;
const reading = {
  permissions: ["View crm leads", "View crm contacts", "View crm deals", "View crm settings"],
  products: crmProducts,
} as const;
const oneId = z.object({ id });

/** The name of a tag with single spaces. */
const TagName = z.string({ error: "Enter a tag." }).transform((typed, context) => {
  const read = readTag(typed);
  if ("name" in read) return read.name;
  context.addIssue({ code: "custom", message: read.reason });
  return z.NEVER;
});

/** Records of a kind that one call changes. */
export const maxTagged = 500;

const Tag = RecordTag.extend({
  created_by: z.string(),
  created_at: z.string(),
  /** On how many records of each kind it is, counted no further than 10,001; where it is asked for. */
  records: z.object({ lead: Count, contact: Count, deal: Count }).optional(),
});
export type Tag = z.infer<typeof Tag>;

/** Tags of leads, contacts and deals; a record says its own as `tags`. */
export const tagCalls = {
  tags: {
    method: "GET",
    path: "/tags",
    summary: "The tags of the account by their names; with `counts=1` on how many records each is",
    needs: reading,
    query: z.object({ counts: z.enum(["1"]).optional().catch(undefined) }),
    answers: { 200: z.object({ data: z.array(Tag) }) },
  },
  renameTag: {
    method: "PUT",
    path: "/tags/{id}",
    summary: "Give a tag another name; the name of another tag is refused with 409: join the two instead",
    needs: setting,
    writes: true,
    params: oneId,
    body: z.strictObject({ name: TagName }),
    answers: { 201: Tag },
  },
  joinTags: {
    method: "POST",
    path: "/tags/{id}/join",
    summary: "Make one tag of two: the records with this one have the other one, and this one is deleted",
    needs: setting,
    writes: true,
    params: oneId,
    body: z.strictObject({ into: id }),
    answers: { 201: Tag },
  },
  deleteTag: {
    method: "DELETE",
    path: "/tags/{id}",
    summary: "Delete a tag; it is taken off every record",
    needs: setting,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  setRecordTags: {
    method: "PUT",
    path: "/record-tags/{id}",
    summary: `Give a lead, a contact or a deal these tags and no others. New names become tags of the account, up to ${maxTags}`,
    needs: anyRecord,
    writes: true,
    params: oneId,
    body: z.strictObject({
      type: z.enum(recordKinds),
      tags: z.array(TagName).max(maxRecordTags, `A record has at most ${maxRecordTags} tags.`),
    }),
    answers: { 200: z.object({ data: z.array(RecordTag) }) },
  },
  tagRecords: {
    method: "POST",
    path: "/record-tags",
    summary: `Add tags to up to ${maxTagged} records of a kind, or take tags off them`,
    needs: anyRecord,
    writes: true,
    body: z.strictObject({
      type: z.enum(recordKinds),
      records: z.array(id).min(1).max(maxTagged),
      /** Names of tags to add; new names become tags of the account. */
      names: z.array(TagName).max(maxRecordTags).default([]),
      /** Tags to add by their ids. */
      add: z.array(id).max(maxRecordTags).default([]),
      /** Tags to take off by their ids. */
      remove: z.array(id).max(maxRecordTags).default([]),
    }),
    answers: {
      200: z.object({
        /** What the undo is called for; null: nothing was changed. */
        change_id: Count.nullable(),
        /** The records that have other tags now; the others had them so already. */
        changed: z.array(Count),
        /** Records that have as many tags as they may have, or are not there any more. */
        refused: z.array(z.object({ id: Count, reason: z.string() })),
      }),
    },
  },
} as const satisfies Record<string, Call>;
