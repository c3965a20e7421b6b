import { z } from "zod";
import { currencies, recordKinds } from "../../rules/crm";
import { listOrders } from "../../rules/list-orders";
import { organisationReasons, readWebsite } from "../../rules/organisations";
import { type Call, id, pageSchema, paging, sortField } from "../kit/contract";
import {
  ContactPoint,
  Count,
  emailField,
  phoneField,
  RecordChange,
  recordNeeds,
  textField,
  version,
} from "./contract.records";

/** Organisations are open to whoever may see contacts; what is said of deals, to whoever may see deals. */
const needs = recordNeeds.contact;
const oneId = z.object({ id });

const website = textField(200, "A website has at most 200 characters.").transform((typed, context) => {
  if (typed === "") return "";
  const read = readWebsite(typed);
  if (read !== undefined && read.length <= 200) return read;
  context.addIssue({ code: "custom", message: "Enter a website such as www.example.co.ke." });
  return z.NEVER;
});

export const OrganisationForm = z.strictObject({
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(1, "Enter a name.")
    .max(200, "A name has at most 200 characters."),
  website,
  phone: phoneField,
  email: emailField,
  town: textField(100, "A town has at most 100 characters."),
  address: textField(300, "An address has at most 300 characters."),
  tax_pin: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[AP]\d{9}[A-Z]$/, "A KRA PIN is a letter, nine digits and a letter, such as P051234567X.")
    .or(z.literal(""))
    .default(""),
  note: textField(5000, "A note has at most 5,000 characters."),
  /** A person of the account; null: no one. Left out, it is whoever adds it, or stays as it is. */
  sales_manager_id: z.string().max(60).nullable().optional(),
});

const organisationFields = {
  id: Count,
  name: z.string(),
  website: z.string(),
  phone: z.string(),
  email: z.string(),
  town: z.string(),
  sales_manager_id: z.string().nullable(),
  sales_manager: z.string(),
  version: Count,
  created_by: z.string(),
  created_at: z.string(),
};

/** Counted no further than 1,000. */
const held = {
  people: Count,
  /** Null for whoever may not see deals. */
  open_deals: Count.nullable(),
};

export const Organisation = z.object({
  ...organisationFields,
  ...held,
  /** Its further numbers and addresses, where the list is asked for them. */
  contact_points: z.array(ContactPoint).optional(),
});
export type Organisation = z.infer<typeof Organisation>;

export const OrganisationMatch = z.object({
  id: Count,
  name: z.string(),
  town: z.string(),
  website: z.string(),
  people: Count,
  reasons: z.array(z.enum(organisationReasons)).min(1),
});
export type OrganisationMatch = z.infer<typeof OrganisationMatch>;

const dealSumStates = ["open", "won", "lost"] as const;
export type DealSumState = (typeof dealSumStates)[number];

const DealSum = z.object({
  state: z.enum(dealSumStates),
  currency: z.enum(currencies),
  deals: Count,
  cents: Count,
});

export const OrganisationActivity = z.object({
  kind: z.enum(["note", "call", "appointment"]),
  at: z.string(),
  record: z.object({ kind: z.enum(recordKinds), id: Count, name: z.string() }),
  text: z.string(),
  by: z.string(),
});
export type OrganisationActivity = z.infer<typeof OrganisationActivity>;

export const OrganisationDetail = z.object({
  ...organisationFields,
  address: z.string(),
  tax_pin: z.string(),
  note: z.string(),
  /** Its further numbers and addresses, and those first ones that have a label. */
  contact_points: z.array(ContactPoint),
  people: Count,
  /** What its deals are worth, each currency by itself; null for whoever may not see deals. */
  deals: z.array(DealSum).nullable(),
  /** The last changes, newest first. */
  changes: z.array(RecordChange),
  /** The newest notes about its people and deals, and their appointments. */
  activities: z.array(OrganisationActivity),
  /** Others that may be the same. */
  likely: z.array(OrganisationMatch),
});
export type OrganisationDetail = z.infer<typeof OrganisationDetail>;

export const organisationFilters = {
  q: z.string().trim().max(100).default("").catch(""),
  /** "none": no one's. */
  sales_manager: z.string().max(60).optional().catch(undefined),
  /** In any letters, to its end. */
  town: z.string().trim().max(100).optional().catch(undefined),
};

/** Organisations that contacts and deals belong to. */
export const organisationCalls = {
  organisations: {
    method: "GET",
    path: "/organisations",
    summary: "Organisations, a page at a time",
    needs,
    query: z.object({
      ...paging,
      ...organisationFilters,
      sort: sortField(listOrders.organisations),
      /** With their further numbers and addresses. */
      points: z.enum(["1"]).optional().catch(undefined),
    }),
    answers: { 200: pageSchema(Organisation) },
  },
  organisationMatches: {
    method: "GET",
    path: "/organisations/matches",
    summary: "Organisations that may be the one with this name, website, number or address, the likeliest first",
    needs,
    query: z.object({
      name: z.string().trim().max(200).default("").catch(""),
      website: z.string().trim().max(200).default("").catch(""),
      phone: z.string().trim().max(40).default("").catch(""),
      email: z.string().trim().max(254).default("").catch(""),
    }),
    answers: { 200: z.object({ data: z.array(OrganisationMatch) }) },
  },
  organisation: {
    method: "GET",
    path: "/organisations/{id}",
    summary: "One organisation with the sums of its deals, its changes and what may be the same organisation",
    needs,
    params: oneId,
    answers: { 200: OrganisationDetail },
  },
  createOrganisation: {
    method: "POST",
    path: "/organisations",
    summary: "Add an organisation; several may have one name",
    needs,
    writes: true,
    body: OrganisationForm,
    answers: { 201: OrganisationDetail },
  },
  updateOrganisation: {
    method: "PUT",
    path: "/organisations/{id}",
    summary: "Change what an organisation says; one that was changed since `version` is refused with 409",
    needs,
    writes: true,
    params: oneId,
    body: OrganisationForm.extend({ version }),
    answers: { 201: OrganisationDetail },
  },
  setOrganisationManager: {
    method: "PUT",
    path: "/organisations/{id}/sales-manager",
    summary: "Give an organisation to a person of the account, or to no one",
    needs,
    writes: true,
    params: oneId,
    body: z.strictObject({ sales_manager_id: z.string().max(60).nullable() }),
    answers: { 201: OrganisationDetail },
  },
  deleteOrganisation: {
    method: "DELETE",
    path: "/organisations/{id}",
    summary: "Delete an organisation. Its people and deals stay, with another organisation or with none",
    needs,
    writes: true,
    params: oneId,
    query: z.object({
      /** The organisation that its people and deals belong to then. */
      move_to: id.optional(),
    }),
    answers: { 200: z.object({ status: Count, message: z.string() }) },
  },
} as const satisfies Record<string, Call>;
