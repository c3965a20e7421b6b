import { z } from "zod";
import { numberIn } from "../../../rules/survey/conditions";
import { hasChoices } from "../../../rules/survey/graph";
import { limitsNumbers, type QuotaCondition, typedRange } from "../../../rules/survey/quotas";
import type { Problem } from "../../../services/kit/contract";
import type { ServiceClients } from "../../../services/modules";
import type { SurveyDetail } from "../../../services/survey/contract.schemas";
import { typedId, typedText } from "../../kit/typed-fields";

const list = z.array(typedText).default([]);

/** The forms of limits over several questions. A row is a question with the answer, or the numbers, that count. */
export const limitForms = [
  z.object({
    intent: z.literal("limit-add"),
    name: typedText,
    max_count: typedText,
    row_question: list,
    row_answer: list,
    row_from: list,
    row_to: list,
  }),
  z.object({ intent: z.literal("limit-save"), limit: typedId, max_count: typedText }),
  z.object({ intent: z.literal("limit-remove"), limit: typedId }),
] as const;
type Fields = z.output<(typeof limitForms)[number]>;
type LimitOutcome = { said: string } | { status: number; body: Problem };

/** Does what a form of limits over several questions asks for. */
export async function changeLimits(
  { survey: api }: Pick<ServiceClients, "survey">,
  survey: SurveyDetail,
  value: Fields,
): Promise<LimitOutcome> {
  if (value.intent === "limit-remove") {
    const gone = await api.deleteQuotaCell({ params: { id: value.limit } });
    return gone.status === 201 ? { said: "Limit removed" } : gone;
  }
  const max_count = numberIn(value.max_count);
  const errors: Record<string, string[]> = Number.isInteger(max_count) ? {} : { max_count: ["Enter a whole number."] };
  if (value.intent === "limit-save") {
    if (errors.max_count) return refusal(errors);
    const saved = await api.updateQuotaCell({ params: { id: value.limit }, body: { max_count } });
    return saved.status === 201 ? { said: "Limit saved" } : saved;
  }
  const rows = value.row_question.map((_, at) => readRow(survey, value, at));
  for (const [at, read] of rows.entries()) if ("problem" in read) errors[`row.${at}`] = [read.problem];
  if (Object.keys(errors).length > 0) return refusal(errors);
  const conditions = rows.flatMap((read) => ("problem" in read ? [] : [read]));
  const added = await api.createQuotaCell({ body: { survey: survey.uuid, name: value.name, max_count, conditions } });
  if (added.status === 201) return { said: "Limit added" };
  return { ...added, body: { ...added.body, errors: atRows(added.body.errors) } };
}

/** The condition of a row, or what is wrong with it. */
function readRow(
  survey: Pick<SurveyDetail, "questions">,
  { row_question, row_answer, row_from, row_to }: Extract<Fields, { intent: "limit-add" }>,
  at: number,
): QuotaCondition | { problem: string } {
  const question = survey.questions.find(({ id }) => String(id) === row_question[at]);
  if (!question) return { problem: "This question was deleted." };
  const answer = row_answer[at] ?? "";
  if (limitsNumbers(question.type)) {
    const [from, to] = [row_from[at] ?? "", row_to[at] ?? ""].map((typed) =>
      typed.trim() === "" ? null : numberIn(typed),
    );
    if (from === undefined || to === undefined || (from === null && to === null))
      return { problem: "Enter the lowest or the highest number." };
    if (Number.isNaN(from) || Number.isNaN(to)) return { problem: "Enter a number." };
    return { question: question.id, group: typedRange(from, to) };
  }
  if (answer === "") return { problem: "Choose an answer." };
  if (hasChoices(question.type)) return { question: question.id, group: { kind: "choice", choice: Number(answer) } };
  return { question: question.id, group: { kind: "yes", yes: answer === "yes" } };
}

function refusal(errors: Record<string, string[]>): LimitOutcome {
  return { status: 422, body: { status: 422, message: "Please correct the marked fields.", errors } };
}

/** "conditions.2.group.to" is the third row. */
function atRows(errors: Problem["errors"]): Problem["errors"] {
  if (!errors) return errors;
  return Object.fromEntries(
    Object.entries(errors).map(([name, words]) => [name.replace(/^conditions\.(\d+).*/, "row.$1"), words]),
  );
}
