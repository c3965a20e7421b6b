import { z } from "zod";
import {
  ApplicationForm as Application,
  CategoryForm as Category,
  FaqForm as Faq,
} from "../../../services/webchat/contract.schemas";

const ticked = z
  .literal("on")
  .optional()
  .transform((on) => on === "on");
const { shape } = Application;
const words = z.string().trim().max(500, "At most 500 characters.").default("");

/** An application as the form has it: a site a line, a tick is on or not there. */
export const ApplicationForm = z.object({
  name: z.string({ error: "Enter a name." }).pipe(shape.name),
  colour: shape.colour,
  position: shape.position,
  greeting_en: words,
  greeting_sw: words,
  domains: z
    .string()
    .max(14_000)
    .default("")
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(
      z.array(z.string()).superRefine((given, context) => {
        const read = shape.domains.safeParse(given);
        // The first wrong line says it for the field.
        const [issue] = read.success ? [] : read.error.issues;
        if (issue) context.addIssue({ code: "custom", message: issue.message });
      }),
    ),
  null_origin: ticked,
  languages: z.enum(["en,sw", "sw,en", "en", "sw"]).default("en,sw"),
  prechat: ticked,
  consent_en: words,
  consent_sw: words,
  away_text_en: words,
  away_text_sw: words,
  away_form: ticked,
  identity_required: ticked,
  active: ticked,
});

/** The same for the service. */
export function applicationBody({ languages, ...form }: z.output<typeof ApplicationForm>) {
  return { ...form, languages: languages.split(",") as ("en" | "sw")[] };
}

/** Where it comes among the others. */
const rank = z.coerce
  .number({ error: "Enter a number." })
  .int("Enter a whole number.")
  .min(0, "At least 0.")
  .max(10_000, "At most 10,000.")
  .default(0);

/** A category of FAQs. */
export const CategoryForm = Category.extend({
  rank,
  name: z.string({ error: "Give the category a name." }).pipe(Category.shape.name),
});
export const FaqForm = z.object({
  faq_category_id: z.coerce.number({ error: "Choose a category." }).int().positive("Choose a category."),
  question: z.string({ error: "Write the question." }).pipe(Faq.shape.question),
  answer: z.string({ error: "Write the answer." }).pipe(Faq.shape.answer),
  language: Faq.shape.language,
  rank,
  published: ticked,
});

/** The one script line of a site. */
export function scriptLine(origin: string, key: string): string {
  return `<script async src="${origin}/webchat/v1/loader.js?a=${key}"></script>`;
}
