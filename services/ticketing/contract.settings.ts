import { z } from "zod";
import { type Call, DoneAnswer, id } from "../kit/contract";
import { Count, choosing, Refs, setting, text } from "./contract.fields";

const oneId = z.object({ id });
const _account = z.object({ account: z.string().max(64).optional().catch(undefined) });
const name = (what: string) => text.min(1, `Give the ${what} a name.`).max(100, "A name has at most 100 characters.");
/** What takes the place of the one that goes; needed while tickets use it (statement 17). */
const replacing = z.object({ replace: z.coerce.number().int().positive().optional().catch(undefined) });

export const TicketType = z.object({ id: z.number().int(), name: z.string(), tickets: Count });
export const Disposition = z.object({
  id: z.number().int(),
  name: z.string(),
  tickets: Count,
  items: z.array(z.object({ id: z.number().int(), title: z.string(), tickets: Count })),
});
export type Disposition = z.infer<typeof Disposition>;

/** The four sets of the template wizard, each worth 25 (R123). */
export const templateSets = ["stages", "types", "hours", "policies"] as const;
export const Wizard = z.object({
  progress: z.number().int(),
  /** What people had made or changed themselves, and a template that was set now left as it is. */
  kept: z.array(z.string()).optional(),
  sets: z.array(
    z.object({
      set: z.enum(templateSets),
      name: z.string(),
      description: z.string(),
      done: z.boolean(),
      choices: z.array(z.object({ key: z.string(), name: z.string(), description: z.string() })),
    }),
  ),
});
export type Wizard = z.infer<typeof Wizard>;

const Named = z.object({ id: z.number().int(), name: z.string() });
export const Choices = z.object({
  boards: z.array(Named.extend({ stages: z.array(Named) })),
  types: z.array(Named),
  dispositions: z.array(Named.extend({ items: z.array(Named) })),
  groups: z.array(Named),
  users: z.array(z.object({ id: z.string(), name: z.string() })),
  policies: z.array(Named),
  grid: z.array(z.object({ id: z.number().int(), urgency: z.string(), impact: z.string(), priority: z.string() })),
});
export type Choices = z.infer<typeof Choices>;

/** Types, fixed lists, dispositions and the template wizard. */
export const settingCalls = {
  choices: {
    method: "GET",
    path: "/choices",
    summary: "What the menus of ticketing offer, by id and name: nothing is counted",
    needs: choosing,
    answers: { 200: Choices },
  },
  types: {
    method: "GET",
    path: "/types",
    summary: "The types of ticket",
    needs: choosing,
    answers: { 200: z.object({ data: z.array(TicketType) }) },
  },
  saveType: {
    method: "POST",
    path: "/types",
    summary: "Add a type of ticket, or rename one (with id)",
    needs: setting,
    writes: true,
    body: z.strictObject({ id: id.optional(), name: name("type") }),
    answers: { 201: TicketType },
  },
  deleteType: {
    method: "GET",
    path: "/types/{id}/delete",
    summary: "Delete a type; one in use asks for another in its place",
    needs: setting,
    writes: true,
    params: oneId,
    query: replacing,
    answers: { 201: DoneAnswer },
  },
  statuses: {
    method: "GET",
    path: "/statuses",
    summary: "The statuses of a ticket",
    needs: choosing,
    answers: { 200: Refs },
  },
  priorities: {
    method: "GET",
    path: "/priorities",
    summary: "The priorities, lowest first",
    needs: choosing,
    answers: { 200: Refs },
  },
  channels: {
    method: "GET",
    path: "/channels",
    summary: "The ways a ticket comes in",
    needs: choosing,
    answers: { 200: Refs },
  },
  dispositions: {
    method: "GET",
    path: "/dispositions",
    summary: "The dispositions, each with its sub-dispositions",
    needs: choosing,
    answers: { 200: z.object({ data: z.array(Disposition) }) },
  },
  saveDisposition: {
    method: "POST",
    path: "/dispositions",
    summary: "Add a disposition, or a sub-disposition (parent_id), or rename one (id)",
    needs: setting,
    writes: true,
    body: z.strictObject({ id: id.optional(), parent_id: id.optional(), name: name("disposition") }),
    answers: { 201: z.object({ id: z.number().int(), name: z.string() }) },
  },
  deleteDisposition: {
    method: "GET",
    path: "/dispositions/{id}/delete",
    summary: "Delete a disposition; one in use asks for another in its place",
    needs: setting,
    writes: true,
    params: oneId,
    query: replacing,
    answers: { 201: DoneAnswer },
  },
  wizard: {
    method: "GET",
    path: "/templates",
    summary: "The template wizard: its four sets and how far it is",
    needs: setting,
    answers: { 200: Wizard },
  },
  setTemplate: {
    method: "POST",
    path: "/templates/{set}",
    summary: "Set one of the four template sets; each raises the progress by 25",
    needs: setting,
    writes: true,
    params: z.object({ set: z.enum(templateSets) }),
    body: z.strictObject({
      choice: z.string().max(40),
      time_zone: z.string().max(64).optional(),
      country: z.string().max(2).optional(),
    }),
    answers: { 201: Wizard },
  },
} as const satisfies Record<string, Call>;
