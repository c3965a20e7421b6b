import { z } from "zod";
import { id } from "../kit/contract";
import { language, sectionText, sectionTitle } from "./contract.schemas";

/** The texts of a survey in one language; an empty one is no translation. */
export const TranslationForm = z.strictObject({
  language,
  questions: z
    .array(z.strictObject({ id, text: z.string().trim().max(1_000) }))
    .max(200)
    .default([]),
  choices: z
    .array(z.strictObject({ id, text: z.string().trim().max(200) }))
    .max(2_000)
    .default([]),
  /** Of the sections that begin at these questions. */
  sections: z
    .array(z.strictObject({ id, title: sectionTitle, text: sectionText }))
    .max(200)
    .default([]),
  end_texts: z
    .array(z.strictObject({ id, text: z.string().trim().max(1_000) }))
    .max(50)
    .default([]),
  ending: z.string().trim().max(1_000).default(""),
});
