import { type RawBuilder, sql } from "kysely";
import {
  hasChoices,
  isAsked,
  matrixRows,
  numberBounds,
  type SurveyAnswer,
  type SurveyLanguage,
  type SurveyQuestion,
  scaleChoices,
  textIn,
} from "../../rules/survey/graph";
import type { DeclineReason } from "../../rules/survey/interviews";
import { foldReply } from "../../rules/survey/replies";
import type { Disposition } from "../../rules/survey/sessions";
import type { Trx } from "../../services/kit/database";
import { rows } from "../../services/kit/unchecked-rows";
import type { QuestionStatistics, SurveyStatistics } from "../../services/survey/contract.responses";
import { listAllQuestions, type ResponseFilters, sessionsWhere } from "../../services/survey/responses/store";
import { listInterviewers } from "../../services/survey/sessions/interviewers";
import { asQuestion } from "../../services/survey/store/questions";

type AnswerCount = { question_id: number; answer: SurveyAnswer; count: number };

type CountedStatistics = Omit<SurveyStatistics, "by_channel" | "runs">;

const shownTexts = 20;
const shownUnmatched = 12;

/** The statistics of a survey, each figure counted from its sessions and answers. */
export async function countStatistics(
  trx: Trx,
  account: string,
  survey: { id: number; languages: SurveyLanguage[] },
  filters: ResponseFilters,
  zone: string,
): Promise<CountedStatistics> {
  const everyone = sessionsWhere(
    account,
    survey.id,
    { ...filters, state: "all", disposition: undefined, stopped: undefined },
    zone,
  );
  const counted = sql`(select x.id from ${sessionsWhere(account, survey.id, filters, zone)})`;
  const ofCounted = sql`a.customer_account = ${account} and a.session_id in ${counted} and a.counted`;
  const all = sql`(select x.id from ${everyone})`;
  const [questions, byDisposition, [responses], answers, stopped, texts, unmatched, interviewers] = await Promise.all([
    listAllQuestions(trx, account, survey.id),
    rows<{ disposition: Disposition; count: number }>(
      trx,
      sql`select x.disposition, count(*)::int as count from ${everyone} group by x.disposition`,
    ),
    rows<{ count: number }>(trx, sql`select count(*)::int as count from ${counted} c`),
    rows<AnswerCount>(
      trx,
      sql`select a.question_id, case when a.answer->>'text' is not null then '{"kind": "text", "text": ""}'::jsonb
          else a.answer end as answer, count(*)::int as count
        from survey.answers a where ${ofCounted} group by 1, 2`,
    ),
    rows<{ question_id: number; count: number }>(
      trx,
      sql`select x.question_id, count(*)::int as count from ${everyone} and x.question_id is not null
        and x.disposition <> 'completed' group by x.question_id`,
    ),
    listTexts(trx, ofCounted),
    listUnmatched(trx, account, all),
    listInterviewers(trx, account, everyone),
  ]);
  const known = questions.map((question, at) => ({ question, shown: asQuestion(question, at) }));
  return {
    sessions: byDisposition.reduce((sum, { count }) => sum + count, 0),
    by_disposition: byDisposition,
    counted: responses?.count ?? 0,
    interviewers,
    questions: known
      .filter(({ question }) => isAsked(question))
      .map(({ question, shown }) => ({
        question: shown,
        ...questionFigures(
          question,
          answers.filter(({ question_id }) => question_id === question.id),
          survey.languages,
        ),
        texts: texts.flatMap(({ question_id, ...text }) => (question_id === question.id ? [text] : [])),
        stopped: stopped.find(({ question_id }) => question_id === question.id)?.count ?? 0,
        unmatched: grouped(unmatched.filter(({ question_id }) => question_id === question.id)),
      })),
  };
}

function listTexts(trx: Trx, ofCounted: RawBuilder<unknown>) {
  return rows<{ question_id: number; session: number; text: string }>(
    trx,
    sql`select question_id, session, text from (
        select a.question_id, a.session_id as session, a.answer->>'text' as text,
          row_number() over (partition by a.question_id order by a.session_id desc) as place
        from survey.answers a where ${ofCounted} and a.answer->>'text' is not null) t
      where place <= ${shownTexts} order by question_id, place`,
  );
}

function listUnmatched(trx: Trx, account: string, all: RawBuilder<unknown>) {
  return rows<{ question_id: number; text: string; count: number }>(
    trx,
    sql`select question_id, lower(text) as text, count(*)::int as count from survey.turns
      where customer_account = ${account} and not understood and question_id is not null and session_id in ${all}
      group by 1, 2 order by 3 desc limit 2000`,
  );
}

/** What was typed, alike but for case and punctuation, most often first. */
function grouped(found: readonly { text: string; count: number }[]): { text: string; count: number }[] {
  const sums = new Map<string, number>();
  for (const { text, count } of found) {
    const folded = foldReply(text) || text.trim();
    sums.set(folded, (sums.get(folded) ?? 0) + count);
  }
  return [...sums]
    .map(([text, count]) => ({ text: text.slice(0, 60), count }))
    .sort((a, b) => b.count - a.count || a.text.localeCompare(b.text))
    .slice(0, shownUnmatched);
}

type Figures = Omit<QuestionStatistics, "question" | "texts" | "stopped" | "unmatched">;

/** Shares are of those who answered; whoever left a question out is counted apart. */
function questionFigures(
  question: SurveyQuestion,
  answers: readonly Pick<AnswerCount, "answer" | "count">[],
  languages: readonly SurveyLanguage[],
): Figures {
  const skipped = sum(answers.filter(({ answer }) => answer.kind === "skipped"));
  const given = answers.filter(({ answer }) => answer.kind !== "skipped");
  const answered = sum(given);
  const count = (matches: (answer: SurveyAnswer) => boolean) => sum(given.filter(({ answer }) => matches(answer)));
  const declined = (why: DeclineReason) =>
    sum(answers.filter(({ answer }) => answer.kind === "skipped" && answer.why === why));
  const left = { skipped, refused: declined("refused"), unknown: declined("unknown") };
  const base = { answered, ...left, shares: [], mean: null, nps: null };
  if (hasChoices(question.type))
    return {
      ...base,
      shares: question.choices.map(({ id, text }) => ({
        ...{ label: textIn(text, "", languages), choice: id },
        count: count((answer) => answer.kind === "choices" && answer.choices.includes(id)),
      })),
    };
  if (question.type === "rank") return { ...base, ranks: rankFigures(question, given, languages) };
  if (question.type === "matrix") return { ...base, rows: rowFigures(question, given, languages) };
  if (question.type === "yes_no" || question.type === "consent")
    return {
      ...base,
      shares: [true, false].map((yes) => ({
        ...{ label: yes ? "Yes" : "No", choice: null },
        count: count((answer) => answer.kind === "yes" && answer.yes === yes),
      })),
    };
  if (question.type === "rating" || question.type === "nps" || question.type === "number") {
    const numbers = given.flatMap(({ answer, count: times }) =>
      answer.kind === "number" ? [{ number: answer.number, times }] : [],
    );
    const total = numbers.reduce((all, { number, times }) => all + number * times, 0);
    const [low, high] = numberBounds(question);
    const scale =
      question.type === "number" || low === null || high === null
        ? []
        : Array.from({ length: high - low + 1 }, (_, at) => low + at);
    return {
      ...base,
      mean: answered === 0 ? null : Math.round((total / answered) * 100) / 100,
      nps: question.type === "nps" && answered > 0 ? npsOf(numbers, answered) : null,
      shares: scale.map((mark) => ({
        ...{ label: String(mark), choice: null },
        count: count((answer) => answer.kind === "number" && answer.number === mark),
      })),
    };
  }
  return base;
}

/** Promoters (9 and 10) less detractors (0 to 6), in per cent. */
function npsOf(numbers: readonly { number: number; times: number }[], answered: number): number {
  const promoters = numbers.reduce((all, { number, times }) => all + (number >= 9 ? times : 0), 0);
  const detractors = numbers.reduce((all, { number, times }) => all + (number <= 6 ? times : 0), 0);
  return Math.round(((promoters - detractors) / answered) * 100);
}

function sum(counts: readonly { count: number }[]): number {
  return counts.reduce((all, { count }) => all + count, 0);
}

/** Of a ranking: the mean place of each choice and how often it was first, among those who ranked it; the best first. */
function rankFigures(
  { choices }: SurveyQuestion,
  given: readonly Pick<AnswerCount, "answer" | "count">[],
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
function rowFigures(
  question: SurveyQuestion,
  given: readonly Pick<AnswerCount, "answer" | "count">[],
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
