import {
  matrixRows,
  type SurveyAnswer,
  type SurveyLanguage,
  type SurveyQuestion,
  scaleChoices,
  textIn,
} from "../../../rules/survey/graph";
import type { QuestionStatistics } from "../contract.responses";

type GivenAnswer = { answer: SurveyAnswer; count: number };

/** Of a ranking: the mean place of each choice and how often it was first, among those who ranked it; the best first. */
export function rankFigures(
  { choices }: SurveyQuestion,
  given: readonly GivenAnswer[],
  languages: readonly SurveyLanguage[],
): NonNullable<QuestionStatistics["ranks"]> {
  return choices
    .map(({ id, text }) => {
      const places = given.flatMap(({ answer, count }) => {
        const at = answer.kind === "ranking" ? answer.order.indexOf(id) : -1;
        return at < 0 ? [] : [{ place: at + 1, count }];
      });
      const ranked = sum(places);
      const total = places.reduce((all, { place, count }) => all + place * count, 0);
      return {
        ...{ label: textIn(text, "", languages), choice: id, ranked },
        mean: ranked === 0 ? null : Math.round((total / ranked) * 100) / 100,
        first: sum(places.filter(({ place }) => place === 1)),
      };
    })
    .sort((a, b) => (a.mean ?? choices.length + 1) - (b.mean ?? choices.length + 1));
}

/** Of a matrix: how often each choice was given to each row. */
export function rowFigures(
  question: SurveyQuestion,
  given: readonly GivenAnswer[],
  languages: readonly SurveyLanguage[],
): NonNullable<QuestionStatistics["rows"]> {
  return matrixRows(question).map(({ id: row, text }) => {
    const chosen = given.flatMap(({ answer, count }) =>
      answer.kind === "rows"
        ? answer.rows.flatMap((one) => (one.row === row ? [{ choice: one.choice, count }] : []))
        : [],
    );
    return {
      ...{ label: textIn(text, "", languages), row, answered: sum(chosen) },
      shares: scaleChoices(question).map(({ id: choice, text: words }) => ({
        ...{ label: textIn(words, "", languages), choice },
        count: sum(chosen.filter((one) => one.choice === choice)),
      })),
    };
  });
}

function sum(counts: readonly { count: number }[]): number {
  return counts.reduce((all, { count }) => all + count, 0);
}
