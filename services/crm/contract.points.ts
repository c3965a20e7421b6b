import { z } from "zod";
import { pointKey, pointLabels, pointRecordKinds, unlabelled } from "../../rules/contact-points";
import { readPoint } from "../../rules/read-point";
import { type Call, id } from "../kit/contract";
import { OrganisationDetail } from "./contract.organisations";
import { Count, crmProducts, RecordDetail, recordNeeds } from "./contract.records";

/** Either of them: the call itself asks for the one of the record's kind. */
const needs = { permissions: ["View crm leads", "View crm contacts"], products: crmProducts } as const;
const oneId = z.object({ id });

/** Numbers and addresses that are looked for at once. */
const maxSought = 50;

/** Numbers in any spelling and addresses, with commas between them, as the keys that they are found by. */
export const soughtPoints = z
  .string()
  .max(8_000)
  .default("")
  .catch("")
  .transform((typed) => {
    const read = typed.split(",", maxSought).map(readPoint);
    return [...new Set(read.flatMap((point) => ("value" in point ? pointKey(point.value) : [])))];
  });

const PointMatch = z.object({
  id: Count,
  kind: z.enum(pointRecordKinds),
  name: z.string(),
  /** The number in E.164, or the address in small letters, that was found. */
  key: z.string(),
  /** It is the first number or address of the record. */
  is_primary: z.boolean(),
});
export type PointMatch = z.infer<typeof PointMatch>;

const label = z.enum(pointLabels, { error: "Choose a label." });

const PointLabelForm = z.strictObject({
  /** The lead, the contact or the organisation. */
  id,
  /** A number in any spelling, or an email address. */
  value: z.string({ error: "Enter a phone number or an email address." }).max(300, "This is too long."),
  label,
});

const NewPointForm = PointLabelForm.extend({ label: label.default(unlabelled) });

/** Further numbers and addresses of leads and contacts; a record says its own as `contact_points`. */
export const pointCalls = {
  recordsWithPoint: {
    method: "GET",
    path: "/contact-points",
    summary:
      "The leads and contacts with one of these numbers or addresses: first those that have it as their first one, " +
      "contacts before leads, the oldest first",
    needs,
    query: z.object({
      /** Numbers in any spelling and addresses, with commas between them; what is neither is left out. */
      points: soughtPoints,
      /** Where no record has one of them, those that have a number or an address which is joined with one of these by hand. */
      joined: z.enum(["1"]).optional().catch(undefined),
    }),
    answers: { 200: z.object({ data: z.array(PointMatch) }) },
  },
  addContactPoint: {
    method: "POST",
    path: "/contact-points",
    summary: "Give a lead or a contact a further number or address; where it has none yet, it becomes its first one",
    needs,
    writes: true,
    body: NewPointForm,
    answers: { 201: RecordDetail },
  },
  labelContactPoint: {
    method: "PUT",
    path: "/contact-points",
    summary: "Give a number or an address that a lead or a contact has, the first one too, another label",
    needs,
    writes: true,
    body: PointLabelForm,
    answers: { 201: RecordDetail },
  },
  removeContactPoint: {
    method: "DELETE",
    path: "/contact-points/{id}",
    summary: "Take a further number or address away",
    needs,
    writes: true,
    params: oneId,
    answers: { 200: RecordDetail },
  },
  makePointPrimary: {
    method: "POST",
    path: "/contact-points/{id}/primary",
    summary: "Make a further number or address the first one; the one that was first becomes a further one",
    needs,
    writes: true,
    params: oneId,
    answers: { 201: RecordDetail },
  },
} as const satisfies Record<string, Call>;

/** The same of organisations, open to whoever may see them. */
const ofOrganisation = { needs: recordNeeds.contact, writes: true } as const;

/** Further numbers and addresses of organisations; an organisation says its own as `contact_points`. */
export const organisationPointCalls = {
  addOrganisationPoint: {
    method: "POST",
    path: "/organisation-points",
    summary: "Give an organisation a further number or address; where it has none yet, it becomes its first one",
    ...ofOrganisation,
    body: NewPointForm,
    answers: { 201: OrganisationDetail },
  },
  labelOrganisationPoint: {
    method: "PUT",
    path: "/organisation-points",
    summary: "Give a number or an address that an organisation has, the first one too, another label",
    ...ofOrganisation,
    body: PointLabelForm,
    answers: { 201: OrganisationDetail },
  },
  removeOrganisationPoint: {
    method: "DELETE",
    path: "/organisation-points/{id}",
    summary: "Take a further number or address of an organisation away",
    ...ofOrganisation,
    params: oneId,
    answers: { 200: OrganisationDetail },
  },
  makeOrganisationPointPrimary: {
    method: "POST",
    path: "/organisation-points/{id}/primary",
    summary: "Make a further number or address of an organisation the first one",
    ...ofOrganisation,
    params: oneId,
    answers: { 201: OrganisationDetail },
  },
} as const satisfies Record<string, Call>;
