import { z } from "zod";
import { sitePattern } from "../../rules/site-origins";
import { languages } from "../../rules/webchat";
import { channelsNeeds, text } from "../chat/contract.fields";
import type { Needs } from "../kit/contract";

export const Language = z.enum(languages);
export const nameText = (what: string) =>
  text.pipe(z.string().min(1, `Give the ${what} a name.`).max(100, "A name has at most 100 characters."));
export const shortText = text.pipe(z.string().max(500, "At most 500 characters.")).default("");

/** Whoever sets up channels; the dashboard's two pages are theirs too. */
export const webchatNeeds = channelsNeeds satisfies Needs;

const domain = z
  .string()
  .trim()
  .max(260)
  .refine((given) => sitePattern(given) !== undefined, {
    error: ({ input }) =>
      `${String(input).slice(0, 80)} is not the address of a site. Write it like shop.example, *.shop.example or localhost:3001.`,
  });

export const ApplicationForm = z.strictObject({
  name: nameText("application"),
  colour: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, "Write the colour as # and six digits, like #0b6b4b.")
    .default("#0b6b4b"),
  greeting_en: shortText,
  greeting_sw: shortText,
  position: z.enum(["right", "left"]).default("right"),
  domains: z.array(domain).max(50, "At most 50 sites.").default([]),
  null_origin: z.boolean().default(false),
  languages: z.array(Language).min(1, "Choose at least one language.").max(2).default(["en", "sw"]),
  prechat: z.boolean().default(true),
  consent_en: shortText,
  consent_sw: shortText,
  away_text_en: shortText,
  away_text_sw: shortText,
  away_form: z.boolean().default(true),
  identity_required: z.boolean().default(false),
  active: z.boolean().default(true),
});
export type ApplicationForm = z.infer<typeof ApplicationForm>;

/** A web chat application (spec 2 §3; the fields are Q080's). */
export const Application = z.object({
  id: z.number().int(),
  customer_account: z.string(),
  key: z.string(),
  inbox_id: z.number().int(),
  name: z.string(),
  colour: z.string(),
  greeting_en: z.string(),
  greeting_sw: z.string(),
  position: z.enum(["right", "left"]),
  domains: z.array(z.string()),
  null_origin: z.boolean(),
  languages: z.array(Language),
  prechat: z.boolean(),
  consent_en: z.string(),
  consent_sw: z.string(),
  away_text_en: z.string(),
  away_text_sw: z.string(),
  away_form: z.boolean(),
  identity_required: z.boolean(),
  /** When its identity secret was made; null: there is none. */
  identity_since: z.string().nullable(),
  active: z.boolean(),
  /** The newest visitor, and how many there were in seven days. */
  last_visit: z.string().nullable(),
  visitors: z.number().int(),
  made_at: z.string(),
  updated_at: z.string(),
});
export type Application = z.infer<typeof Application>;

export const CategoryForm = z.strictObject({
  name: nameText("category"),
  rank: z.coerce.number().int().min(0).max(10_000).default(0),
});

export const FaqForm = z.strictObject({
  faq_category_id: z.coerce.number({ error: "Choose a category." }).int().positive("Choose a category."),
  question: text.pipe(z.string().min(1, "Write the question.").max(300, "A question has at most 300 characters.")),
  answer: text.pipe(z.string().min(1, "Write the answer.").max(5_000, "An answer has at most 5,000 characters.")),
  language: Language.default("en"),
  rank: z.coerce.number().int().min(0).max(10_000).default(0),
  published: z.boolean().default(true),
});
export type FaqForm = z.infer<typeof FaqForm>;

/** A question that is often asked (Q082). */
export const Faq = z.object({
  id: z.number().int(),
  customer_account: z.string(),
  faq_category_id: z.number().int(),
  category: z.string(),
  question: z.string(),
  answer: z.string(),
  language: Language,
  rank: z.number().int(),
  published: z.boolean(),
  views: z.number().int(),
  helped: z.number().int(),
  updated_at: z.string(),
});
export type Faq = z.infer<typeof Faq>;

/** A category with its questions (spec 2 §3). */
export const Category = z.object({
  id: z.number().int(),
  customer_account: z.string(),
  name: z.string(),
  rank: z.number().int(),
  faqs: z.array(Faq),
});
export type Category = z.infer<typeof Category>;
