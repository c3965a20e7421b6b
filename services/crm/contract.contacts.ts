import { z } from "zod";
import { recordKinds } from "../../rules/crm";
import { listOrders } from "../../rules/list-orders";
import { type Call, id, pageSchema, paging, sortField } from "../kit/contract";
import {
  anyRecord,
  Count,
  CrmRecord,
  customKey,
  inOrganisation,
  MoveForm,
  RecordDetail,
  RecordForm,
  RelatedRecord,
  recordFilters,
  recordNeeds,
  version,
} from "./contract.records";

const needs = recordNeeds.contact;
const oneId = z.object({ id });

export const ContactNote = z.object({
  id: Count,
  text: z.string(),
  by: z.string(),
  /** Colleagues whom it mentions, as it is written. */
  mentions: z.array(z.object({ id: z.string(), words: z.string() })),
  /** Written by who asks: they may change it. */
  own: z.boolean(),
  created_at: z.string(),
  changed_at: z.string().nullable(),
});
export type ContactNote = z.infer<typeof ContactNote>;

const noteText = z
  .string({ error: "Write the note." })
  .trim()
  .min(1, "Write the note.")
  .max(5000, "A note has at most 5,000 characters.");

/** Fields of which a conversion takes the lead's value or keeps the contact's. */
export const mergedFields = ["name", "company", "phone", "email", "source"] as const;
export type MergedField = (typeof mergedFields)[number];

export const ConversionForm = z.strictObject({
  lead_id: id,
  /** The contact that the lead becomes part of; null: a new one. */
  contact_id: id.nullable().default(null),
  /** Of these fields the contact gets the lead's value; of the others it keeps its own. A custom field is the contact's. */
  take: z
    .array(z.union([z.enum(mergedFields), customKey]))
    .max(100)
    .default([]),
  /** Whether a deal is made with the lead's value, currency and expected close. */
  deal: z.boolean().default(true),
  /** Contact and deal belong to it; left out, that of the contact, or the one whose name the lead's company says. */
  ...inOrganisation,
  /** They belong to a new one with the lead's company as its name, though there may be one of that name. */
  new_organisation: z.boolean().default(false),
});

const Conversion = z.object({
  contact: RelatedRecord,
  deal: RelatedRecord.nullable(),
  organisation: z.object({ id: Count, name: z.string() }).nullable(),
});
export type Conversion = z.infer<typeof Conversion>;

/** Contacts of the CRM, and what leads, contacts and deals have in common. */
export const contactCalls = {
  crmContacts: {
    method: "GET",
    path: "/contacts/",
    summary: "Contacts of the CRM, a page at a time",
    needs,
    scope: "contacts:read",
    query: z.object({ ...paging, ...recordFilters, sort: sortField(listOrders.records) }),
    answers: { 200: pageSchema(CrmRecord) },
  },
  crmContact: {
    method: "GET",
    path: "/contacts/{id}",
    summary: "One contact with its deals, its changes and what may be the same contact",
    needs,
    scope: "contacts:read",
    params: oneId,
    answers: { 200: RecordDetail },
  },
  createCrmContact: {
    method: "POST",
    path: "/contacts/",
    summary: "Add a contact in the first stage; it belongs to whoever adds it",
    needs,
    scope: "contacts:write",
    writes: true,
    body: RecordForm.extend(inOrganisation),
    answers: { 201: RecordDetail },
  },
  moveContact: {
    method: "PUT",
    path: "/contact-stages/{contact_id}",
    summary: "Put a contact into another stage; a lost one needs a reason",
    needs,
    scope: "contacts:write",
    writes: true,
    params: z.object({ contact_id: id }),
    body: MoveForm,
    answers: { 201: RecordDetail },
  },
  updateContactDetails: {
    method: "PUT",
    path: "/contact-details/{id}",
    summary: "Change what a lead, a contact or a deal says; one that was changed since `version` is refused with 409",
    needs: anyRecord,
    scope: ["leads:write", "contacts:write", "deals:write"],
    writes: true,
    params: oneId,
    body: RecordForm.extend({ ...inOrganisation, type: z.enum(recordKinds).default("lead"), version }),
    answers: { 201: RecordDetail },
  },
  setSalesManager: {
    method: "PUT",
    path: "/sales-manager/{id}",
    summary: "Give a lead, a contact or a deal to a person of the account, or to nobody",
    needs: anyRecord,
    writes: true,
    params: oneId,
    body: z.strictObject({
      type: z.enum(recordKinds).default("lead"),
      sales_manager_id: z.string().max(60).nullable(),
    }),
    answers: { 201: RecordDetail },
  },
  salesManagers: {
    method: "GET",
    path: "/sales-managers",
    summary: "The people of the account who can be given leads, contacts and deals",
    needs: anyRecord,
    answers: { 200: z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) }) },
  },
  contactNotes: {
    method: "GET",
    path: "/contact-notes/{id}",
    summary: "The notes of a lead, a contact or a deal, newest first",
    needs: anyRecord,
    params: oneId,
    query: z.object(paging),
    answers: { 200: pageSchema(ContactNote) },
  },
  addContactNote: {
    method: "POST",
    path: "/contact-notes",
    summary: "Write a note about a lead, a contact or a deal",
    needs: anyRecord,
    writes: true,
    body: z.strictObject({ id, text: noteText }),
    answers: { 201: ContactNote },
  },
  updateContactNote: {
    method: "PUT",
    path: "/contact-notes/{id}",
    summary: "Change a note of one's own",
    needs: anyRecord,
    writes: true,
    params: oneId,
    body: z.strictObject({ text: noteText }),
    answers: { 201: ContactNote },
  },
  convertLead: {
    method: "POST",
    path: "/convert-lead",
    summary:
      "Make a contact of a lead, or add it to one, and a deal; a lead that was converted is converted no second time",
    needs: recordNeeds.lead,
    writes: true,
    body: ConversionForm,
    answers: { 201: Conversion },
  },
  conversionMatches: {
    method: "GET",
    path: "/convert-lead/{id}/matches",
    summary: "The contacts with a lead's number or address",
    needs: recordNeeds.lead,
    params: oneId,
    answers: { 200: z.object({ data: z.array(CrmRecord) }) },
  },
  undoConversion: {
    method: "POST",
    path: "/convert-lead/{id}/undo",
    summary: "Undo a conversion, unless its contact or deal was changed since",
    needs: recordNeeds.lead,
    writes: true,
    params: oneId,
    answers: { 201: RecordDetail },
  },
} as const satisfies Record<string, Call>;
