import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { SurveyQuestion } from "../../../rules/survey/graph";
import { hasWords, searchWords } from "../../../rules/survey/typed-search";
import type { Trx } from "../../kit/database";
import { newestFirst, readPlace } from "../../kit/ordering";
import { cappedTotal, countCap, likePattern, type PageQuery, type Total } from "../../kit/paging";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { typedDigits } from "../../kit/search-ranges";
import type { FoundText } from "../contract.responses";
import { numberWhere } from "../store/number-search";
import type { StoredAnswer } from "./store";

type SearchedQuestions = { questions: readonly Pick<SurveyQuestion, "id">[]; texts: ReadonlySet<number> };

type SurveySearch = SearchedQuestions & {
  account: string;
  survey: number;
  q: string;
  /** The sessions `x` that the filters leave. */
  within: RawBuilder<unknown>;
};

/** The most texts that are shown of one response. */
const shownTexts = 3;

/** How many responses are looked at first; what is typed often is found enough times in them. Then four times as many. */
const firstStretch = 20_000;

/**
 * Where a page of the responses that were found is read, and how many there are. What people typed is read once for both,
 * and no further back than the page and the count need.
 */
export async function findPageSource(
  trx: Trx,
  search: SurveySearch,
  { page, per_page, after, before }: PageQuery,
): Promise<{ from: RawBuilder<unknown>; total: Total }> {
  const [start, end] = [after, before].map((place) => Number(readPlace(newestFirst, place)?.[0] ?? 0));
  const most = start || end ? countCap : Math.max(countCap, page * per_page + 1);
  const newest = await listFound(trx, search, most);
  const last = newest.at(-1) ?? 0;
  const source = (ids: readonly number[]) => ({
    from: sql`survey.sessions x where x.customer_account = ${search.account} and x.id = any(${bigints(ids)})`,
    total: cappedTotal(newest.length),
  });
  if (newest.length < most) return source(newest);
  if (end) return source(end >= last ? newest : await listFound(trx, search, Number.MAX_SAFE_INTEGER));
  const next = start ? newest.filter((id) => id < start) : newest;
  return source(start && next.length <= per_page ? await listFound(trx, search, per_page + 1, start) : next);
}

/** The newest responses that were found, so many at most. @param below only those before this id */
async function listFound(trx: Trx, search: SurveySearch, most: number, below?: number): Promise<number[]> {
  const { account, survey } = search;
  const found: number[] = [];
  let to = below;
  for (let size = firstStretch; ; size *= 4) {
    const [first] = await checkedRows(
      trx,
      IdRow,
      sql`select x.id from survey.sessions x where x.customer_account = ${account} and x.survey_id = ${survey}
        and ${inRange(sql`x.id`, { to })} order by x.id desc offset ${size} limit 1`,
    );
    found.push(...(await listFoundBetween(trx, search, { from: first?.id, to }, most - found.length)));
    if (!first || found.length >= most) return found;
    to = first.id;
  }
}

type IdRange = { from?: number | undefined; to: number | undefined };

function inRange(id: RawBuilder<unknown>, { from, to }: IdRange): RawBuilder<unknown> {
  return sql`${to === undefined ? sql`true` : sql`${id} < ${to}`} and ${from === undefined ? sql`true` : sql`${id} >= ${from}`}`;
}

/**
 * The responses of a range of ids of which an answer in words, or a reply that was not understood, has every word of the
 * search, or whose phone number begins so. Each text is read: no index may answer a fragment below row-level security.
 */
async function listFoundBetween(
  trx: Trx,
  { account, survey, q, questions, texts, within }: SurveySearch,
  range: IdRange,
  most: number,
): Promise<number[]> {
  const words = searchWords(q);
  const places = [
    sql`select a.session_id from survey.answers a
      where a.customer_account = ${account} and a.question_id = any(${bigints([...texts])})
        and ${inRange(sql`a.session_id`, range)} and a.counted and (a.answer->>'text') is not null
        and ${hasWordsSql(sql`(a.answer->>'text')`, words)}`,
    sql`select t.session_id from survey.turns t
      where t.customer_account = ${account} and t.question_id = any(${bigints(questions.map(({ id }) => id))})
        and not t.understood and t.incoming and ${inRange(sql`t.session_id`, range)} and ${hasWordsSql(sql`t.text`, words)}`,
  ];
  if (typedDigits(q))
    places.push(sql`select x.id from survey.sessions x
      where x.customer_account = ${account} and x.survey_id = ${survey} and ${numberWhere(q)}`);
  // "is true" keeps it a set that is made once, whatever the planner believes to be in it.
  const found = await checkedRows(
    trx,
    IdRow,
    sql`select x.id from ${within} and ${inRange(sql`x.id`, range)}
        and (x.id in (${sql.join(places, sql` union all `)})) is true
      order by x.id desc limit ${most}`,
  );
  return found.map(({ id }) => id);
}

/** Every word is in the text, in any case. What is a sign of a pattern is an ordinary character. */
function hasWordsSql(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> {
  const conditions = words.map((word) => {
    const spellings = word.includes("'") ? ["'", "\u2018", "\u2019", "\u02bc"] : ["'"];
    const like = spellings.map((sign) => sql`${text} ilike ${likePattern(word.replaceAll("'", sign))}`);
    return sql`(${sql.join(like, sql` or `)})`;
  });
  return sql.join(conditions, sql` and `);
}

const TypedReply = z.object({ session_id: z.number(), question_id: z.number(), text: z.string() });

/** What has the words of the search in each of these responses: answers in the order of the questions, then replies; each once. */
export async function loadFoundTexts(
  trx: Trx,
  account: string,
  q: string,
  { questions }: Pick<SearchedQuestions, "questions">,
  { ids, answers }: { ids: readonly number[]; answers: readonly StoredAnswer[] },
): Promise<ReadonlyMap<number, FoundText[]>> {
  const words = searchWords(q);
  const found = new Map<number, FoundText[]>(ids.map((id) => [id, []]));
  if (words.length === 0 || ids.length === 0) return found;
  const add = (session: number, one: FoundText) => {
    const own = found.get(session);
    const isThere = own?.some(({ question, text }) => question === one.question && text === one.text);
    if (own && !isThere && own.length < shownTexts && hasWords(one.text, words)) own.push(one);
  };
  const place = new Map(questions.map(({ id }, at) => [id, at]));
  const ordered = answers
    .filter(({ counted, question_id }) => counted && place.has(question_id))
    .sort((a, b) => (place.get(a.question_id) ?? 0) - (place.get(b.question_id) ?? 0));
  for (const { session_id, question_id, answer } of ordered)
    if ("text" in answer) add(session_id, { question: question_id, understood: true, text: answer.text });
  const replies = await checkedRows(
    trx,
    TypedReply,
    sql`select session_id, question_id, text from survey.turns
      where customer_account = ${account} and session_id = any(${bigints(ids)})
        and question_id is not null and not understood and incoming
      order by id`,
  );
  for (const { session_id, question_id, text } of replies)
    add(session_id, { question: question_id, understood: false, text });
  return found;
}
