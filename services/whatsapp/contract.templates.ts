import { z } from "zod";
import { headerFormats } from "../../rules/whatsapp/header-files";
import { templateCategories, templateLimits, templateStates } from "../../rules/whatsapp/templates";
import { requestId } from "../chat/contract.fields";
import { type Call, DoneAnswer, id, Problem, pageSchema, paging } from "../kit/contract";

const products = ["Whatsapp"] as const;
const reading = { permissions: ["Create whatsapp message", "View whatsapp outbox"], products } as const;
const writing = { permissions: ["Create whatsapp message"], products } as const;
/** Whoever answers in the inbox chooses one when the 24 hours are over. */
const choosing = {
  permissions: ["Create whatsapp message", "View chat inbox"],
  products: ["Whatsapp", "Chats"],
} as const;

const Component = z.looseObject({ type: z.string() });

/** A file of a header. `url` is a signed link for people of the account, good for a day. */
export const ShownFile = z.object({ name: z.string(), type: z.string(), bytes: z.number().int(), url: z.string() });
export type ShownFile = z.infer<typeof ShownFile>;

/** A message template as Meta last told of it. */
export const Template = z.object({
  id: z.number().int(),
  business_id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.enum(templateCategories),
  components: z.array(Component),
  status: z.enum(templateStates),
  /** Meta's reason in plain words, or "". */
  reason: z.string(),
  /** GREEN, YELLOW, RED or "". */
  quality: z.string(),
  /** Why it can't be used now, or "". */
  unusable: z.string(),
  created_by: z.string(),
  created_at: z.string(),
  told_at: z.string(),
  /** The file that it was handed in with, if that was done here and its header is one. */
  sample: ShownFile.nullable(),
});
export type Template = z.infer<typeof Template>;

/** In 1/10,000 KES, by the customer's country. */
const Price = z.object({ category: z.enum(templateCategories), country: z.string(), price: z.number().int() });

const most = (characters: number) => `At most ${characters.toLocaleString("en-GB")} characters.`;
const text = (characters: number) => z.string().trim().max(characters, most(characters)).default("");
const label = z
  .string()
  .trim()
  .min(1, "Write what the button says.")
  .max(templateLimits.button, most(templateLimits.button));

const Button = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("QUICK_REPLY"), text: label }),
  z.strictObject({
    type: z.literal("URL"),
    text: label,
    url: z
      .string()
      .trim()
      .max(templateLimits.url, most(templateLimits.url))
      .regex(/^https:\/\/[^\s]+$/, "A link begins with https://."),
  }),
  z.strictObject({
    type: z.literal("PHONE_NUMBER"),
    text: label,
    phone_number: z
      .string()
      .trim()
      .regex(/^\+\d{7,15}$/, "Write the number with its country, like +254712345678."),
  }),
]);

/** A template that is handed in for review. */
export const TemplateForm = z.strictObject({
  channel_id: z.coerce.number({ error: "Choose a number." }).int().positive("Choose a number."),
  name: z
    .string({ error: "Give the template a name." })
    .trim()
    .min(1, "Give the template a name.")
    .max(templateLimits.name, most(templateLimits.name))
    .regex(/^[a-z0-9_]*$/, "Small letters, digits and _ only, like order_on_its_way."),
  language: z
    .string()
    .trim()
    .regex(/^[a-z]{2,3}(_[A-Z]{2,4})?$/, "Choose a language.")
    .default("en"),
  category: z.enum(["MARKETING", "UTILITY"], { error: "Choose marketing or utility." }),
  /** A file has no text beside it. */
  header_format: z.enum(["TEXT", ...headerFormats], { error: "Choose what the header is." }).default("TEXT"),
  header: text(templateLimits.header),
  /** The sample of a header that is a file: an upload with the purpose `template`. WhatsApp reviews the template by it. */
  header_file: z.uuid().nullable().default(null),
  body: z
    .string({ error: "Write the text." })
    .trim()
    .min(1, "Write the text.")
    .max(templateLimits.body, most(templateLimits.body)),
  footer: text(templateLimits.footer),
  buttons: z.array(Button).max(templateLimits.buttons, "At most 10 buttons.").default([]),
  /** By the variable's place and name: `body.1`. */
  samples: z.record(z.string().max(80), z.string().trim().max(200, most(200))).default({}),
});
export type TemplateForm = z.infer<typeof TemplateForm>;

const query = z.object({
  ...paging,
  q: z.string().trim().max(100).default("").catch(""),
  status: z.enum(templateStates).optional().catch(undefined),
  category: z.enum(templateCategories).optional().catch(undefined),
});

export const templateCalls = {
  templates: {
    method: "GET",
    path: "/templates",
    summary: "Message templates of the account's numbers, newest first",
    needs: reading,
    query,
    answers: { 200: pageSchema(Template) },
  },
  usableTemplates: {
    method: "GET",
    path: "/templates/usable",
    summary: "The templates of one number by name, those that can't be used now with the reason",
    needs: choosing,
    query: z.object({ inbox_id: id.optional().catch(undefined), channel_id: id.optional().catch(undefined) }),
    answers: { 200: z.object({ data: z.array(Template), prices: z.array(Price) }) },
  },
  template: {
    method: "GET",
    path: "/templates/{id}",
    summary: "One message template",
    needs: reading,
    params: z.object({ id }),
    answers: { 200: Template },
  },
  syncTemplates: {
    method: "POST",
    path: "/templates/sync",
    summary: "Read the templates of every number from Meta",
    needs: reading,
    writes: true,
    answers: {
      201: z.object({
        added: z.number().int(),
        changed: z.number().int(),
        gone: z.number().int(),
        /** Numbers that could not be asked, and why. */
        faults: z.array(z.string()),
      }),
    },
  },
  createTemplate: {
    method: "POST",
    path: "/templates",
    summary: "Hand a message template in for Meta's review",
    needs: writing,
    writes: true,
    body: TemplateForm,
    answers: { 201: Template },
  },
  sendTemplate: {
    method: "POST",
    path: "/templates/{id}/send",
    summary: "Write to the customer of a conversation with a template, as when its 24 hours are over",
    needs: { permissions: ["View chat inbox"], products: ["Whatsapp", "Chats"] },
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({
      contact_id: id,
      request_id: requestId,
      values: z.record(z.string().max(80), z.string().trim().max(300, most(300))).default({}),
      /** Of the header, where no value has a link to one: an upload of the person's own. */
      file_id: z.uuid().nullable().default(null),
    }),
    answers: { 201: z.object({ message_id: z.string() }), 406: Problem, 409: Problem },
  },
  deleteTemplate: {
    method: "DELETE",
    path: "/templates/{id}",
    summary: "Delete one language of a message template, here and at Meta",
    needs: writing,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
} as const satisfies Record<string, Call>;
