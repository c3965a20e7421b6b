import {
  hasChoices,
  numberBounds,
  type SurveyLanguage,
  type SurveyQuestion,
  textIn,
} from "../../../rules/survey/graph";
import type { QuestionStatistics } from "../contract.responses";
import type { ValueCount } from "./counts";
import { rankFigures, rowFigures } from "./rank";

type Figures = Omit<QuestionStatistics, "question" | "texts" | "stopped" | "unmatched">;

/** Shares are of those who answered; whoever left a question out is counted apart. @param given of this question */
export function questionFigures(
  question: SurveyQuestion,
  given: readonly Pick<ValueCount, "value" | "counted" | "total">[],
  languages: readonly SurveyLanguage[],
): Figures {
  const values = new Map(given.map(({ value, counted }) => [value, counted]));
  const count = (value: string) => values.get(value) ?? 0;
  const answered = count("answered");
  const left = { skipped: count("skipped"), refused: count("refused"), unknown: count("unknown") };
  const base = { answered, ...left, shares: [], mean: null, nps: null };
  if (hasChoices(question.type))
    return {
      ...base,
      shares: question.choices.map(({ id, text }) => ({
        ...{ label: textIn(text, "", languages), choice: id, count: count(`c${id}`) },
      })),
    };
  if (question.type === "rank") return { ...base, ranks: rankFigures(question, values, languages) };
  if (question.type === "matrix") return { ...base, rows: rowFigures(question, values, languages) };
  if (question.type === "yes_no" || question.type === "consent")
    return {
      ...base,
      shares: [
        { label: "Yes", choice: null, count: count("yes") },
        { label: "No", choice: null, count: count("no") },
      ],
    };
  if (question.type === "rating" || question.type === "nps" || question.type === "number") {
    const total = given.find(({ value }) => value === "answered")?.total ?? 0;
    const [low, high] = numberBounds(question);
    const scale =
      question.type === "number" || low === null || high === null
        ? []
        : Array.from({ length: high - low + 1 }, (_, at) => low + at);
    return {
      ...base,
      mean: answered === 0 ? null : Math.round((total / answered) * 100) / 100,
      nps: question.type === "nps" && answered > 0 ? npsOf(count, answered) : null,
      shares: scale.map((mark) => ({ label: String(mark), choice: null, count: count(`n${mark}`) })),
    };
  }
  return base;
}

/** Promoters (9 and 10) less detractors (0 to 6), in per cent. */
function npsOf(count: (value: string) => number, answered: number): number {
  const marked = (from: number, to: number) => {
    let sum = 0;
    for (let mark = from; mark <= to; mark++) sum += count(`n${mark}`);
    return sum;
  };
  return Math.round(((marked(9, 10) - marked(0, 6)) / answered) * 100);
}
