import {
  matrixRows,
  type SurveyLanguage,
  type SurveyQuestion,
  scaleChoices,
  textIn,
} from "../../../rules/survey/graph";
import type { QuestionStatistics } from "../contract.responses";

/** How often each value was answered, as `survey.answer_values` writes them. */
type ValueCounts = ReadonlyMap<string, number>;

/** Of a ranking: the mean place of each choice and how often it was first, among those who ranked it; the best first. */
export function rankFigures(
  { choices }: SurveyQuestion,
  values: ValueCounts,
  languages: readonly SurveyLanguage[],
): NonNullable<QuestionStatistics["ranks"]> {
  return choices
    .map(({ id, text }) => {
      const own = `p${id}.`;
      const places = [...values].flatMap(([value, count]) =>
        value.startsWith(own) ? [{ place: Number(value.slice(own.length)), count }] : [],
      );
      const ranked = places.reduce((all, { count }) => all + count, 0);
      const total = places.reduce((all, { place, count }) => all + place * count, 0);
      return {
        ...{ label: textIn(text, "", languages), choice: id, ranked },
        mean: ranked === 0 ? null : Math.round((total / ranked) * 100) / 100,
        first: values.get(`${own}1`) ?? 0,
      };
    })
    .sort((a, b) => (a.mean ?? choices.length + 1) - (b.mean ?? choices.length + 1));
}

/** Of a matrix: how often each choice was given to each row. */
export function rowFigures(
  question: SurveyQuestion,
  values: ValueCounts,
  languages: readonly SurveyLanguage[],
): NonNullable<QuestionStatistics["rows"]> {
  return matrixRows(question).map(({ id: row, text }) => {
    const own = `r${row}.`;
    const answered = [...values].reduce((all, [value, count]) => all + (value.startsWith(own) ? count : 0), 0);
    return {
      ...{ label: textIn(text, "", languages), row, answered },
      shares: scaleChoices(question).map(({ id: choice, text: words }) => ({
        ...{ label: textIn(words, "", languages), choice, count: values.get(`${own}${choice}`) ?? 0 },
      })),
    };
  });
}
