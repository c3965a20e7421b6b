import { z } from "zod";
import { maxEmail, maxName, maxValue } from "../../rules/contact";
import { rowKinds } from "../../rules/file-import";
import { listOrders } from "../../rules/list-orders";
import { RefusedRow, ToldRow } from "../kit/contact-file/shapes";
import { type Call, DoneAnswer, id, pageSchema, paging, sortField } from "../kit/contract";
import { FoundContact } from "./contract.found";
import { Import, Mapping } from "./contract.imports";

export const groupTypes = ["sms", "email", "airtime"] as const;
const needs = { permissions: ["Create contacts"], products: ["SMS", "Email", "Airtime"] } as const;
/** Choosing a group is part of sending: the senders may read groups as well. */
const choosing = {
  permissions: [
    ...(["Create contacts", "Send bulk message", "Send single message", "Create whatsapp message"] as const),
    "Create Surveys",
  ],
  products: ["SMS", "Email", "Airtime", "Whatsapp", "Surveys"],
} as const;

export const ContactGroup = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.enum(groupTypes),
  contacts: z.number().int(),
  field_names: z.array(z.string()),
  created_at: z.string(),
});
export type ContactGroup = z.infer<typeof ContactGroup>;

export const Contact = z.object({
  contact_id: z.number().int(),
  msisdn: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string(),
  fields: z.record(z.string(), z.string()),
  blacklisted: z.boolean(),
  added_at: z.string(),
});
export type Contact = z.infer<typeof Contact>;

const groupName = z.string().trim().min(1, "Give the group a name.").max(100, "A name has at most 100 characters.");
export const GroupForm = z.strictObject({ name: groupName, type: z.enum(groupTypes).default("sms") });

const long = (most: number) => `Use at most ${most.toLocaleString("en-GB")} characters.`;
const fields = z.record(z.string().max(64), z.string().max(maxValue, long(maxValue))).default({});
export const ContactForm = z.strictObject({
  phone: z.string().trim().max(64).default(""),
  name: z.string().trim().max(maxName, long(maxName)).default(""),
  email: z.union([z.literal(""), z.email("This is not an email address.").max(maxEmail, long(maxEmail))]).default(""),
  fields,
});

export const BlacklistEntry = z.object({
  id: z.number().int(),
  msisdn: z.string(),
  reason: z.string(),
  source: z.enum(["staff", "stop", "import"]),
  added_by: z.string(),
  created_at: z.string(),
});
export type BlacklistEntry = z.infer<typeof BlacklistEntry>;

const q = z.string().trim().max(100).default("").catch("");
const oneId = z.object({ id });

/** Contact groups, contacts, their imports and the blacklist. */
export const contactCalls = {
  types: {
    delegated: true,
    method: "GET",
    path: "/user/types",
    summary: "The types a contact group may have",
    answers: { 200: z.object({ data: z.array(z.enum(groupTypes)) }) },
  },
  groups: {
    method: "POST",
    path: "/contact-groups/list/",
    summary: "Contact groups, a page at a time",
    needs: choosing,
    query: z.object({
      ...paging,
      q,
      type: z.enum(groupTypes).optional().catch(undefined),
      sort: sortField(listOrders.groups),
    }),
    answers: { 200: pageSchema(ContactGroup) },
  },
  allGroups: {
    method: "GET",
    path: "/contact-groups/all/",
    summary: "Every contact group of a type, for choosing one",
    needs: choosing,
    query: z.object({ type: z.string().max(40).default("sms") }),
    answers: { 200: z.object({ data: z.array(ContactGroup) }) },
  },
  group: {
    method: "GET",
    path: "/contact-groups/{id}",
    summary: "One contact group",
    needs: choosing,
    params: oneId,
    answers: { 200: ContactGroup },
  },
  createGroup: {
    method: "POST",
    path: "/contact-groups",
    summary: "Create a contact group",
    needs,
    writes: true,
    body: GroupForm,
    answers: { 201: ContactGroup },
  },
  renameGroup: {
    method: "PUT",
    path: "/contact-groups/{id}",
    summary: "Rename a contact group",
    needs,
    writes: true,
    params: oneId,
    body: z.strictObject({ name: groupName }),
    answers: { 201: ContactGroup },
  },
  deleteGroup: {
    method: "DELETE",
    path: "/contact-groups/{id}",
    summary: "Delete a contact group; its contacts stay in other groups",
    needs,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  contacts: {
    method: "POST",
    path: "/contact-groups/{id}/contacts/",
    summary: "The contacts of a group, a page at a time",
    needs,
    params: oneId,
    query: z.object({ ...paging, q, sort: sortField(listOrders.groupContacts) }),
    answers: { 200: pageSchema(Contact) },
  },
  contact: {
    method: "GET",
    path: "/contact-groups/{id}/contacts/{contact_id}",
    summary: "One contact of a group",
    needs,
    params: z.object({ id, contact_id: id }),
    answers: { 200: Contact },
  },
  findContacts: {
    method: "GET",
    path: "/contacts/search",
    summary: "Contacts of any group by number or name, each once; `more` says that there are others",
    needs,
    query: z.object({ q, limit: z.coerce.number().int().min(1).max(50).catch(5).default(5) }),
    answers: { 200: z.object({ data: z.array(FoundContact), more: z.boolean() }) },
  },
  addContacts: {
    method: "POST",
    path: "/contact-groups/add-contacts",
    summary: "Add contacts to a group by hand, at most 1,000 at once",
    needs,
    writes: true,
    body: z.strictObject({
      group_id: id,
      contacts: z.array(ContactForm).min(1).max(1000),
      /** What to do with those who are in the group: update them, or refuse the row and say who it is. */
      existing: z.enum(["update", "refuse"]).default("update"),
    }),
    answers: {
      201: z.object({
        added: z.number().int(),
        updated: z.number().int(),
        refused: z.array(RefusedRow.extend({ existing: z.string().optional() })),
      }),
    },
  },
  updateContact: {
    method: "POST",
    path: "/contact-groups/{id}/update-contacts",
    summary: "Change one contact of a group",
    needs,
    writes: true,
    params: oneId,
    body: ContactForm.extend({ contact_id: id }),
    answers: { 201: Contact },
  },
  deleteContact: {
    method: "GET",
    path: "/contact-groups/{id}/delete-contacts/{contact_id}",
    summary: "Take a contact out of a group",
    needs,
    writes: true,
    params: z.object({ id, contact_id: id }),
    answers: { 201: DoneAnswer },
  },
  templateTypes: {
    method: "GET",
    path: "/uploads/template-types",
    summary: "The kinds of contact file and the columns each expects",
    needs,
    answers: { 200: z.object({ data: z.array(z.object({ type: z.string(), columns: z.array(z.string()) })) }) },
  },
  upload: {
    method: "POST",
    path: "/uploads/contacts-group",
    summary: "Upload a contact file (multipart, field `file`); answers with its columns and a preview",
    needs,
    writes: true,
    raw: true,
    answers: { 201: Import },
  },
  imports: {
    method: "GET",
    path: "/uploads/contacts-group",
    summary: "Imports, newest first",
    needs,
    query: z.object(paging),
    answers: { 200: pageSchema(Import) },
  },
  import: {
    method: "GET",
    path: "/uploads/contacts-group/{id}",
    summary: "One import: its columns, progress and counts",
    needs,
    params: oneId,
    answers: { 200: Import },
  },
  startImport: {
    method: "POST",
    path: "/uploads/contacts-group/{id}/start",
    summary: "Start an uploaded import into a group, a new one by name or an old one by id",
    needs,
    writes: true,
    params: oneId,
    body: z.strictObject({ mapping: Mapping, group_id: id.optional(), group_name: groupName.optional() }),
    answers: { 201: Import },
  },
  undoImport: {
    method: "DELETE",
    path: "/uploads/{id}/delete-contacts-group",
    summary: "Undo an import: what it added goes, what it replaced comes back",
    needs,
    writes: true,
    params: oneId,
    answers: { 201: Import },
  },
  refusedRows: {
    method: "GET",
    path: "/file/{id}/contacts",
    summary: "The rows of an import that were refused, repeated or changed, with line and reason",
    needs,
    params: oneId,
    query: z.object({ ...paging, kind: z.enum(rowKinds).optional().catch(undefined) }),
    answers: { 200: pageSchema(ToldRow) },
  },
  blacklist: {
    method: "GET",
    path: "/blacklist",
    summary: "Numbers that are never messaged",
    needs,
    query: z.object({ ...paging, q, sort: sortField(listOrders.blacklist) }),
    answers: { 200: pageSchema(BlacklistEntry) },
  },
  addToBlacklist: {
    method: "POST",
    path: "/blacklist",
    summary: "Add numbers to the blacklist, one a line",
    needs,
    writes: true,
    body: z.strictObject({
      phones: z.string().trim().min(1, "Enter at least one phone number.").max(100_000),
      reason: z.string().trim().max(200).default(""),
    }),
    answers: { 201: z.object({ added: z.number().int(), already: z.number().int(), refused: z.array(RefusedRow) }) },
  },
  importBlacklist: {
    method: "POST",
    path: "/blacklist/import",
    summary:
      "Add the numbers of a file to the blacklist (multipart, field `file`), with a column named Reason if it has one; answers with the import that has begun",
    needs,
    writes: true,
    raw: true,
    answers: { 201: Import },
  },
  removeFromBlacklist: {
    method: "DELETE",
    path: "/blacklist/{id}",
    summary: "Take a number off the blacklist",
    needs,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
