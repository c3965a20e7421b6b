import { z } from "zod";
import { pointKey, pointLabels, pointRecordKinds, unlabelled } from "../../rules/contact-points";
import { readPoint } from "../../rules/read-point";
import { type Call, id } from "../kit/contract";
import { Count, crmProducts, RecordDetail } from "./contract.records";

/** Either of them: the call itself asks for the one of the record's kind. */
const needs = { permissions: ["View crm leads", "View crm contacts"], products: crmProducts } as const;
const oneId = z.object({ id });

/** Numbers and addresses that are looked for at once. */
const maxSought = 50;

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
      points: z
        .string()
        .max(8_000)
        .default("")
        .catch("")
        .transform((typed) => {
          const read = typed.split(",", maxSought).map(readPoint);
          return [...new Set(read.flatMap((point) => ("value" in point ? pointKey(point.value) : [])))];
        }),
    }),
    answers: { 200: z.object({ data: z.array(PointMatch) }) },
  },
  addContactPoint: {
    method: "POST",
    path: "/contact-points",
    summary: "Give a lead or a contact a further number or address; where it has none yet, it becomes its first one",
    needs,
    writes: true,
    body: z.strictObject({
      /** The lead or the contact. */
      id,
      /** A number in any spelling, or an email address. */
      value: z.string({ error: "Enter a phone number or an email address." }).max(300, "This is too long."),
      label: z.enum(pointLabels, { error: "Choose a label." }).default(unlabelled),
    }),
    answers: { 201: RecordDetail },
  },
  labelContactPoint: {
    method: "PUT",
    path: "/contact-points",
    summary: "Give a number or an address that a lead or a contact has, the first one too, another label",
    needs,
    writes: true,
    body: z.strictObject({
      /** The lead or the contact. */
      id,
      /** One of its numbers in any spelling, or one of its addresses. */
      value: z.string({ error: "Enter a phone number or an email address." }).max(300, "This is too long."),
      label: z.enum(pointLabels, { error: "Choose a label." }),
    }),
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
