import { z } from "zod";
import { normalisePhone } from "../../../rules/phone";
import type { Language, Question } from "../../../rules/webchat";

export type Answers = Record<string, string>;
/** What a filled form told: of the person, and by its own names. */
export type VisitorDetails = { name: string; email: string; msisdn: string; fields: Answers; names: string[] };

const words = {
  needed: { en: "This is needed.", sw: "Hii inahitajika." },
  email: { en: "Give an address like name@example.com.", sw: "Andika anwani kama jina@example.com." },
  phone: { en: "Give the whole number, like 0712 000 193.", sw: "Andika nambari yote, kama 0712 000 193." },
  choice: { en: "Choose one of the list.", sw: "Chagua moja kwenye orodha." },
} as const;

const Email = z.email().max(254);

/** The questions that a visitor has not answered yet (statement M45). */
export function unknownQuestions(questions: readonly Question[], known: readonly string[]): Question[] {
  return questions.filter(({ name }) => !known.includes(name));
}

/**
 * Reads a filled form against its questions; what was not asked for is dropped. `errors` by question name, in the
 * visitor's language.
 */
export function readAnswers(
  questions: readonly Question[],
  answers: Answers,
  language: Language,
): { told: VisitorDetails } | { errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = Object.create(null);
  const told: VisitorDetails = { name: "", email: "", msisdn: "", fields: Object.create(null), names: [] };
  const wrong = (name: string, what: keyof typeof words) => {
    errors[name] = [words[what][language]];
  };
  for (const { name, kind, required, choices } of questions) {
    const value = (Object.hasOwn(answers, name) ? answers[name] : "")?.trim() ?? "";
    if (value === "") {
      if (required) wrong(name, "needed");
      continue;
    }
    const phone = kind === "phone" ? normalisePhone(value) : undefined;
    if (kind === "email" && !Email.safeParse(value).success) wrong(name, "email");
    else if (phone && !phone.ok) wrong(name, "phone");
    else if (kind === "choice" && !choices.includes(value)) wrong(name, "choice");
    else {
      told.names.push(name);
      if (name === "name") told.name = value.slice(0, 200);
      else if (name === "email" && kind === "email") told.email = value;
      else if (name === "phone" && phone?.ok) told.msisdn = phone.e164;
      else told.fields[name] = (phone?.ok ? phone.e164 : value).slice(0, 2_000);
    }
  }
  return Object.keys(errors).length > 0 ? { errors } : { told };
}
