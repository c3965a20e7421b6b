import { z } from "zod";
import { rowKinds } from "../../rules/file-import";
import { targetStates, templateIds, templateTypes } from "../../rules/outbound";
import { ToldRow } from "../kit/contact-file/shapes";
import { type Call, DoneAnswer, id, pageSchema, paging } from "../kit/contract";
import { Count, settingsNeeds, uploadNeeds, voiceProducts, wholeNumber } from "./contract.schemas";
import { Target, TargetCounts, TargetGroup } from "./contract.targets";

const dialNeeds = { permissions: ["Make outbound calls"], products: voiceProducts } as const;
/** Whoever reads what became of the lists, and whoever uploads them. */
const groupNeeds = {
  permissions: ["Upload payment file", "View voice outbound dashboard", "View voice settings"],
  products: voiceProducts,
} as const;
const oneId = z.object({ id });
const account = z.object({ customer_account: z.string().max(64).optional().catch(undefined) });
const Template = z.enum(templateIds);

export const OutboundSettings = z.object({
  call_from: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time like 08:00."),
  call_until: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time like 19:00."),
  /** 1 is Monday. */
  call_days: z.array(z.coerce.number().int().min(1).max(7)).min(1, "Choose at least one day.").max(7),
  max_attempts: wholeNumber.min(1, "At least 1.").max(20, "At most 20."),
  retry_minutes: wholeNumber.min(1, "At least 1 minute.").max(10_080, "At most 10,080 minutes, a week."),
  /** Percent of the answered calls of 30 days that may have had no agent within 2 s. */
  drop_cap: z.coerce.number("Enter a number such as 3.").min(0, "0 to 10 %.").max(10, "0 to 10 %."),
});
export type OutboundSettings = z.infer<typeof OutboundSettings>;

const targetFilters = {
  ...paging,
  q: z.string().trim().max(40).default("").catch(""),
  state: z.enum(targetStates).optional().catch(undefined),
  group: id.optional().catch(undefined),
};

/** Lists of numbers to call, and the calls of an agent who dials them one by one (spec 2 §7). */
export const outboundCalls = {
  templateTypes: {
    method: "GET",
    path: "/uploads/template-types",
    summary: "The kinds of files of numbers to call, each with the columns of its template",
    needs: uploadNeeds,
    answers: {
      200: z.object({ data: z.array(z.object({ id: Template, name: z.string(), columns: z.array(z.string()) })) }),
    },
  },
  targetGroups: {
    method: "GET",
    path: "/uploads/companies/{id}",
    summary: "The account's lists of numbers to call, newest first; `trash=1`: the deleted ones",
    needs: groupNeeds,
    params: z.object({ id: z.string().max(64) }),
    query: z.object({ ...paging, trash: z.enum(["1"]).optional().catch(undefined) }),
    answers: { 200: pageSchema(TargetGroup) },
  },
  uploadTargets: {
    method: "POST",
    path: "/uploads/contacts-group",
    summary: "Upload a file of numbers to call (multipart, field `file`); it is read at once, and becomes a list",
    needs: uploadNeeds,
    writes: true,
    raw: true,
    query: z.object({ template: Template.default(templateTypes[0].id).catch(templateTypes[0].id) }),
    answers: { 201: TargetGroup },
  },
  changePriority: {
    method: "POST",
    path: "/uploads/change-priority",
    summary: "Say which list is called first: 5 is the highest",
    needs: uploadNeeds,
    writes: true,
    body: z.strictObject({ id, priority: z.coerce.number().int().min(1, "1 to 5.").max(5, "1 to 5.") }),
    answers: { 201: TargetGroup },
  },
  activateGroup: {
    method: "POST",
    path: "/uploads/group-cancel-activate",
    summary: "Stop calling the numbers of a list, or go on",
    needs: uploadNeeds,
    writes: true,
    body: z.strictObject({ id, active: z.boolean() }),
    answers: { 201: TargetGroup },
  },
  deleteGroup: {
    method: "DELETE",
    path: "/uploads/{id}/delete-contacts-group",
    summary: "Put a list into the trash; it can be restored",
    needs: uploadNeeds,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  restoreGroup: {
    method: "POST",
    path: "/uploads/{id}/restore-contacts-group",
    summary: "Take a list out of the trash",
    needs: uploadNeeds,
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  targetGroup: {
    method: "GET",
    path: "/uploads/contacts-group/{id}",
    summary: "One list with how many of its numbers wait, were reached, did not answer or are in the trash",
    needs: groupNeeds,
    params: oneId,
    answers: { 200: TargetGroup.extend({ counts: TargetCounts }) },
  },
  groupContacts: {
    method: "GET",
    path: "/reports/{id}/group-contacts",
    summary: "The numbers of a list, or of all with 0, newest change first, narrowed by state and by number",
    needs: groupNeeds,
    params: z.object({ id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    query: z.object(targetFilters),
    answers: { 200: pageSchema(Target) },
  },
  fileRows: {
    method: "GET",
    path: "/file/{id}/contacts",
    summary: "The rows of a list's file that were refused or there already, with line and reason",
    needs: uploadNeeds,
    params: oneId,
    query: z.object({ ...paging, kind: z.enum(rowKinds).optional().catch(undefined) }),
    answers: { 200: pageSchema(ToldRow) },
  },
  assignContacts: {
    method: "POST",
    path: "/assign/contacts",
    summary: 'Give the waiting numbers of a list to one agent, or with "" back to everybody',
    needs: uploadNeeds,
    writes: true,
    body: z.strictObject({
      group_id: id,
      user_id: z.string().max(64),
      most: z.coerce.number().int().min(1).max(100_000).default(100_000),
    }),
    answers: { 201: z.object({ status: z.literal(201), message: z.string(), assigned: Count }) },
  },
  dispositionSummary: {
    method: "GET",
    path: "/disposition/summary/{id}",
    summary: "What became of the calls to the numbers of a list, or of all with 0",
    needs: groupNeeds,
    params: z.object({ id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    answers: {
      200: z.object({
        counts: TargetCounts,
        attempts: Count,
        connects: Count,
        /** Calls that an answering machine took. */
        machines: Count,
        /** Of answered calls; "" is without one. */
        dispositions: z.array(z.object({ disposition: z.string(), calls: Count })),
      }),
    },
  },
  assignCall: {
    method: "GET",
    path: "/assign/call/{id}",
    summary:
      "The next number for the agent who asks, of a list or of any with 0: theirs alone until it is called; 403: no call scheduled",
    needs: dialNeeds,
    delegated: false,
    writes: true,
    params: z.object({ id: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
    query: account,
    answers: { 202: z.object({ status: z.literal(202), data: Target }) },
  },
  currentTarget: {
    method: "GET",
    path: "/assign/current",
    summary:
      "The number that the agent has before them, the call-backs that wait for them, and whether it is time to call",
    needs: dialNeeds,
    delegated: false,
    answers: {
      200: z.object({
        target: Target.nullable(),
        callBacks: z.array(Target),
        /** Open lists with the numbers that wait now. */
        groups: z.array(z.object({ id: Count, name: z.string() })),
        open: z.boolean(),
        hours: z.string(),
      }),
    },
  },
  releaseTarget: {
    method: "POST",
    path: "/targets/{id}/release",
    summary: "Give back the number that one has: to be called later, or into the trash with why",
    needs: dialNeeds,
    delegated: false,
    writes: true,
    params: oneId,
    body: z.strictObject({
      to: z.enum(["waiting", "trash"]),
      reason: z.string().trim().max(200, "At most 200 characters.").default(""),
    }),
    answers: { 201: DoneAnswer },
  },
  restoreTarget: {
    method: "POST",
    path: "/targets/{id}/restore",
    summary: "Take a number out of the trash: it waits again",
    needs: { permissions: ["View voice outbound dashboard"], products: voiceProducts },
    writes: true,
    params: oneId,
    answers: { 201: DoneAnswer },
  },
  addTargets: {
    method: "POST",
    path: "/voice/call-targets/{account}/{group}",
    summary: "Add numbers to a list by hand, at most 1,000; those that are not taken are named with why",
    needs: settingsNeeds,
    writes: true,
    params: z.object({ account: z.string().max(64), group: z.string().trim().min(1).max(200) }),
    body: z.strictObject({
      targets: z
        .array(
          z.strictObject({
            phone: z.string().trim().max(40),
            name: z.string().trim().max(200).default(""),
            note: z.string().trim().max(2000).default(""),
          }),
        )
        .min(1, "Enter at least one number.")
        .max(1_000, "At most 1,000 numbers at once."),
    }),
    answers: {
      201: z.object({
        status: z.literal(201),
        group: TargetGroup,
        added: Count,
        refused: z.array(z.object({ line: Count, phone: z.string(), reason: z.string() })),
      }),
    },
  },
  outboundSettings: {
    method: "GET",
    path: "/voice/outbound/settings",
    summary: "When numbers of lists are called, and how often one that does not answer",
    needs: { permissions: [...settingsNeeds.permissions, ...dialNeeds.permissions], products: voiceProducts },
    answers: { 200: OutboundSettings },
  },
  saveOutboundSettings: {
    method: "PUT",
    path: "/voice/outbound/settings",
    summary: "Change when numbers of lists are called, and how often",
    needs: settingsNeeds,
    writes: true,
    body: OutboundSettings.partial({ drop_cap: true }).strict(),
    answers: { 201: OutboundSettings },
  },
  scheduleCallBack: {
    method: "POST",
    path: "/voice/calls/{reference}/call-back",
    summary:
      "Call the other side of a call again at a time: the agent of the call is notified then, and has it before them",
    needs: dialNeeds,
    delegated: false,
    writes: true,
    params: z.object({ reference: z.string().min(1).max(100) }),
    body: z.strictObject({
      at: z.iso.datetime({ error: "Enter a day and a time." }),
      note: z.string().trim().max(2000, "At most 2,000 characters.").default(""),
    }),
    answers: { 201: Target },
  },
} as const satisfies Record<string, Call>;
