import { z } from "zod";
import { listOrders } from "../../rules/list-orders";
import { pieces } from "../../rules/merge";
import { type Call, DoneAnswer, id, pageSchema, paging, sortField } from "../kit/contract";

export const templateChannels = ["sms", "whatsapp", "email"] as const;

const products = ["SMS", "BULK", "Whatsapp", "Email"] as const;
const writing = { permissions: ["Send bulk message", "Send single message", "Manage settings"], products } as const;
const reading = { permissions: [...writing.permissions, "View bulk message"], products } as const;

/** A message kept for sending again (spec 2 §3; the fields are Q091's). */
export const Template = z.object({
  id: z.number().int(),
  name: z.string(),
  channel: z.enum(templateChannels),
  body: z.string(),
  /** The same in Kiswahili, or "". */
  body_sw: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Template = z.infer<typeof Template>;

/** The first braces that look like a merge field and are none ("{{first name}}", "{{name"), or undefined. */
export function brokenField(body: string): string | undefined {
  for (const piece of pieces(body)) {
    const braces = typeof piece === "string" && /\{\{[^{}]{0,40}\}{0,2}|[^\s{}]{0,40}\}\}/.exec(piece);
    if (braces) return braces[0].trim();
  }
  return undefined;
}

const most = "A message has at most 1,600 characters.";
const body = z
  .string({ error: "Write the message." })
  .trim()
  .min(1, "Write the message.")
  .max(1600, most)
  .superRefine(wholeFields);

function wholeFields(text: string, context: z.core.$RefinementCtx<string>): void {
  const broken = brokenField(text);
  if (broken !== undefined)
    context.addIssue({
      code: "custom",
      message: `${broken} is not a merge field. Write it as {{first_name}}: two braces on each side; letters, digits and _ between them.`,
    });
}

export const TemplateForm = z.strictObject({
  name: z
    .string({ error: "Give the template a name." })
    .trim()
    .min(1, "Give the template a name.")
    .max(100, "A name has at most 100 characters."),
  channel: z.enum(templateChannels, { error: "Choose SMS, WhatsApp or Email." }).default("sms"),
  body,
  /** Left out it stays as it is; "" takes it away. */
  body_sw: z.string().trim().max(1600, most).superRefine(wholeFields).optional(),
});

/** A template as one contact would read it. */
export const RenderedTemplate = z.object({
  text: z.string(),
  language: z.enum(["en", "sw"]),
  /** Merge fields that the contact has no value for: they are blank in the text. */
  missing: z.array(z.string()),
  /** Of an SMS. */
  parts: z.number().int().optional(),
  encoding: z.enum(["GSM-7", "UCS-2"]).optional(),
});
export type RenderedTemplate = z.infer<typeof RenderedTemplate>;

/** The documented page of 25; `customer_account` and `user_group` of the document are the caller's own. */
export const templateQuery = z.object({
  ...paging,
  sort: sortField(listOrders.templates),
  q: z.string().trim().max(100).default("").catch(""),
  channel: z.enum(templateChannels).optional().catch(undefined),
});

/** Message templates (spec 2 §7, messaging service). */
export const templateCalls = {
  templates: {
    method: "GET",
    path: "/blast/get/template",
    summary: "Message templates, newest first",
    needs: reading,
    query: templateQuery,
    answers: { 200: pageSchema(Template) },
  },
  template: {
    method: "GET",
    path: "/blast/template/{id}",
    summary: "One message template",
    needs: reading,
    params: z.object({ id }),
    answers: { 200: Template },
  },
  renderTemplate: {
    method: "GET",
    path: "/render/template/{contact_id}/{template_id}/{channel}",
    summary: "A template as one contact would read it, in the contact's language or the one asked for; sends nothing",
    needs: { permissions: ["Send bulk message", "Send single message"], products },
    params: z.object({ contact_id: id, template_id: id, channel: z.enum(templateChannels) }),
    query: z.object({ language: z.enum(["en", "sw"]).optional().catch(undefined) }),
    answers: { 200: RenderedTemplate },
  },
  createTemplate: {
    method: "POST",
    path: "/blast/create/template",
    summary: "Keep a message as a template",
    needs: writing,
    writes: true,
    body: TemplateForm,
    answers: { 201: Template },
  },
  updateTemplate: {
    method: "PUT",
    path: "/blast/template/{id}",
    summary: "Change a message template",
    needs: writing,
    writes: true,
    params: z.object({ id }),
    body: TemplateForm,
    answers: { 201: Template },
  },
  deleteTemplate: {
    method: "DELETE",
    path: "/blast/template/{id}",
    summary: "Delete a message template; messages already sent stay as they are",
    needs: writing,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
