import { z } from "zod";
import { formKinds } from "../../rules/chat-forms";
import { type Call, DoneAnswer, id, type Needs, Problem } from "../kit/contract";
import { Canned, CannedForm, CannedOffer, cannedScopes, KeptFile, Preferences } from "./contract.canned";
import { Count, inboxNeeds, settingsNeeds } from "./contract.fields";
import { ChatForm, ChatTrigger, FieldForm, label, pageMatches, TriggerForm } from "./contract.forms";

/** Whoever answers chats or sets them up; what of it they may change, the handler says. */
const eitherNeeds = {
  products: ["Chats"],
  permissions: ["View chat inbox", "Manage chat settings"],
} as const satisfies Needs;

const kind = z.object({ kind: z.enum(formKinds) });
const savedForm = { 201: z.object({ status: z.literal(201), form: ChatForm }) };
const Words = z.object({ en: z.string(), sw: z.string() });
const Asked = z.object({
  name: z.string(),
  label: Words,
  kind: z.enum(["text", "email", "phone", "choice", "paragraph", "tick"]),
  required: z.boolean(),
  choices: z.array(z.string()),
});

/** Canned replies, forms, triggers, and what one chose for oneself. */
export const settingCalls = {
  cannedFor: {
    method: "GET",
    path: "/canned-for",
    summary: "The canned replies that the caller may use, most used first, in a conversation's words",
    needs: inboxNeeds,
    query: z.object({
      q: z.string().trim().max(100).default("").catch(""),
      contact_id: id.optional().catch(undefined),
    }),
    answers: { 200: z.object({ data: z.array(CannedOffer) }) },
  },
  useCanned: {
    method: "POST",
    path: "/canned-responses/{id}/use",
    summary: "A canned reply was put into the writing: it is counted, and its files are copied for this message",
    needs: inboxNeeds,
    writes: true,
    params: z.object({ id }),
    answers: { 201: z.object({ status: z.literal(201), files: z.array(KeptFile) }) },
  },
  cannedResponses: {
    method: "GET",
    path: "/canned-responses",
    summary: "Canned replies: one's own, one's team's (every team's for who sets chats up), and everyone's",
    needs: eitherNeeds,
    query: z.object({
      q: z.string().trim().max(100).default("").catch(""),
      scope: z.enum(cannedScopes).optional().catch(undefined),
    }),
    answers: { 200: z.object({ data: z.array(Canned), more: z.boolean() }) },
  },
  saveCanned: {
    method: "POST",
    path: "/canned-responses",
    summary: "Make or change a canned reply; a team's and everyone's need Manage chat settings",
    needs: eitherNeeds,
    writes: true,
    body: CannedForm,
    answers: { 201: Canned, 403: Problem },
  },
  removeCanned: {
    method: "DELETE",
    path: "/canned-responses/{id}",
    summary: "Remove a canned reply; messages that were sent with it stay as they are",
    needs: eitherNeeds,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer, 403: Problem },
  },
  preferences: {
    method: "GET",
    path: "/preferences",
    summary: "What the caller chose for themselves",
    needs: eitherNeeds,
    answers: { 200: Preferences },
  },
  savePreferences: {
    method: "PUT",
    path: "/preferences",
    summary: "Change what one chose for oneself; what is left out stays",
    needs: eitherNeeds,
    writes: true,
    body: z.strictObject({
      inbox_keys: z.boolean().optional(),
      canned_keys: z.boolean().optional(),
      /** A tour one has seen, or wants to see again. */
      tour: z.strictObject({ id: z.string().min(1).max(40), seen: z.boolean() }).optional(),
    }),
    answers: { 201: Preferences },
  },
  chatForm: {
    method: "GET",
    path: "/forms/{kind}",
    summary: "The form before or after the chat",
    needs: settingsNeeds,
    params: kind,
    answers: { 200: ChatForm },
  },
  saveChatForm: {
    method: "PUT",
    path: "/forms/{kind}",
    summary: "Switch a form on or off and change its words; its questions stay",
    needs: settingsNeeds,
    writes: true,
    params: kind,
    body: z.strictObject({
      active: z.boolean(),
      comment: z.boolean().default(true),
      title_en: label,
      title_sw: label,
    }),
    answers: savedForm,
  },
  saveField: {
    method: "POST",
    path: "/forms/{kind}/fields",
    summary: "Add or change a question of a form",
    needs: settingsNeeds,
    writes: true,
    params: kind,
    body: FieldForm,
    answers: { ...savedForm, 406: Problem },
  },
  removeField: {
    method: "DELETE",
    path: "/forms/{kind}/fields/{name}",
    summary: "Take a question from a form; answers that were given stay",
    needs: settingsNeeds,
    writes: true,
    params: kind.extend({ name: z.string().min(1).max(60) }),
    answers: savedForm,
  },
  rankFields: {
    method: "POST",
    path: "/forms/{kind}/order",
    summary: "The order of a form's questions",
    needs: settingsNeeds,
    writes: true,
    params: kind,
    body: z.strictObject({ names: z.array(z.string().max(60)).max(50) }),
    answers: savedForm,
  },
  chatTriggers: {
    method: "GET",
    path: "/triggers",
    summary: "Messages that pages show by themselves, in their order",
    needs: settingsNeeds,
    answers: { 200: z.object({ data: z.array(ChatTrigger) }) },
  },
  saveTrigger: {
    method: "POST",
    path: "/triggers",
    summary: "Make or change a message that pages show by themselves",
    needs: settingsNeeds,
    writes: true,
    body: TriggerForm,
    answers: { 201: ChatTrigger },
  },
  removeTrigger: {
    method: "DELETE",
    path: "/triggers/{id}",
    summary: "Remove a message that pages show by themselves",
    needs: settingsNeeds,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
  rankTriggers: {
    method: "POST",
    path: "/triggers/order",
    summary: "The order of the triggers: where several fit, the first is shown",
    needs: settingsNeeds,
    writes: true,
    body: z.strictObject({ ids: z.array(id).max(200) }),
    answers: { 201: DoneAnswer },
  },
  dispositionSettings: {
    method: "GET",
    path: "/disposition-settings",
    summary: "The dispositions with how many conversations have each",
    needs: settingsNeeds,
    answers: {
      200: z.object({
        data: z.array(
          z.object({
            id: z.number().int(),
            name: z.string(),
            used: Count,
            items: z.array(z.object({ id: z.number().int(), title: z.string() })),
          }),
        ),
      }),
    },
  },
  forms: {
    method: "GET",
    path: "/inside/forms",
    summary: "What visitors of a way in are asked before and after the chat; nothing is asked by a form that is off",
    internal: true,
    query: z.object({ inbox_id: id }),
    answers: {
      200: z.object({
        prechat: z.object({ on: z.boolean(), questions: z.array(Asked) }),
        postchat: z.object({ on: z.boolean(), comment: z.boolean(), title: Words, questions: z.array(Asked) }),
      }),
    },
  },
  triggers: {
    method: "GET",
    path: "/inside/triggers",
    summary: "What pages with a web chat show by themselves, in order; rules/chat-triggers says where each fits",
    internal: true,
    query: z.object({ inbox_id: id }),
    answers: {
      200: z.object({
        data: z.array(
          z.object({
            id: z.string(),
            match: z.enum(pageMatches),
            url: z.string(),
            seconds: Count,
            once: z.boolean(),
            text: Words,
          }),
        ),
      }),
    },
  },
} satisfies { [name: string]: Call };
