import { maxPageQuestions } from "../../../rules/survey/pages";
import { chosenIn } from "../../kit/survey-questions/chosen";

/** What a person chose or typed for a question of a page. */
export type TypedAnswer = { question: number; text: string; choices: number[] };

/** The answers of a posted page, in its order. */
export function typedAnswers(form: FormData): TypedAnswer[] {
  const ids = form.getAll("question").map(Number);
  const asked = ids.filter((id, at) => Number.isSafeInteger(id) && id > 0 && ids.indexOf(id) === at);
  return asked.slice(0, maxPageQuestions).map((question) => {
    const prefix = `q${question}.`;
    const text = String(form.get(`${prefix}text`) ?? "").slice(0, 4_000);
    return { question, text, choices: chosenIn(form, prefix) };
  });
}
