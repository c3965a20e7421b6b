import { sql } from "kysely";
import { z } from "zod";
import { isAsked, type SurveyLanguage } from "../../../rules/survey/graph";
import { foldReply } from "../../../rules/survey/replies";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import type { SurveyStatistics } from "../contract.responses";
import { Count } from "../contract.schemas";
import { listInterviewers } from "../sessions/interviewers";
import { asQuestion } from "../store/questions";
import { listCounts, type ValueCount } from "./counts";
import { questionFigures } from "./figures";
import { listAllParts, type ResponseFilters, sessionsWhere } from "./store";

const shownTexts = 20;
const shownUnmatched = 12;
const shownRuns = 100;

/** What was answered, in figures. Each is of the sessions that the filters leave; all dispositions are counted beside. */
export async function loadStatistics(
  trx: Trx,
  account: string,
  survey: { id: number; languages: SurveyLanguage[] },
  filters: ResponseFilters,
  zone: string,
): Promise<SurveyStatistics> {
  const of = { account, survey: survey.id, zone };
  const everyone: ResponseFilters = { ...filters, state: "all", disposition: undefined, stopped: undefined };
  const [parts, counts, interviewers, runs] = await Promise.all([
    listAllParts(trx, account, survey.id),
    listCounts(trx, account, survey.id, filters, zone),
    listInterviewers(trx, account, sessionsWhere(account, survey.id, everyone, zone)),
    listRuns(trx, account, survey.id),
  ]);
  const known = parts.questions
    .map((question, at) => ({ question, shown: asQuestion(question, at) }))
    .filter(({ question }) => isAsked(question));
  const ids = known.map(({ question }) => question.id);
  const byQuestion = groupBy(counts, ({ question_id }) => question_id);
  const countsOn = (id: number) => byQuestion.get(id) ?? [];
  const [unmatched, ...texts] = await Promise.all([
    listUnmatched(trx, of, everyone, ids),
    // Where there are no texts all sessions would be looked through in vain.
    ...ids.map((id) => {
      const answered = parts.texts.has(id) ? (valueCount(countsOn(id), "answered")?.counted ?? 0) : 0;
      return listTexts(trx, of, filters, { id, answered });
    }),
  ]);
  const sessions = countsOn(0).filter(({ value, every }) => value === "session" && every > 0);
  return {
    sessions: sum(sessions),
    by_disposition: [...groupBy(sessions, ({ disposition }) => disposition)]
      .flatMap(([disposition, some]) => (disposition === null ? [] : [{ disposition, count: sum(some) }]))
      .sort((a, b) => b.count - a.count || a.disposition.localeCompare(b.disposition)),
    by_channel: channelCounts(sessions),
    runs,
    counted: sessions.reduce((all, { counted }) => all + counted, 0),
    interviewers,
    questions: known.map(({ question, shown }, at) => ({
      question: shown,
      ...questionFigures(question, countsOn(question.id), survey.languages),
      texts: texts[at] ?? [],
      stopped: valueCount(countsOn(question.id), "stopped")?.every ?? 0,
      unmatched: grouped(unmatched.filter(({ question_id }) => question_id === question.id)),
    })),
  };
}

function channelCounts(sessions: readonly ValueCount[]): SurveyStatistics["by_channel"] {
  return [...groupBy(sessions, (one) => `${one.channel} ${one.last_channel}`).values()]
    .flatMap((some) => {
      const { channel = null, last_channel = null } = some[0] ?? {};
      if (channel === null || last_channel === null) return [];
      const completed = sum(some.filter(({ disposition }) => disposition === "completed"));
      return [{ channel, last_channel, sessions: sum(some), completed }];
    })
    .sort((a, b) => b.sessions - a.sessions || a.channel.localeCompare(b.channel));
}

function valueCount(counts: readonly ValueCount[], value: string): ValueCount | undefined {
  return counts.find((one) => one.value === value);
}

function sum(counts: readonly ValueCount[]): number {
  return counts.reduce((all, { every }) => all + every, 0);
}

function groupBy<Key>(counts: readonly ValueCount[], key: (one: ValueCount) => Key): Map<Key, ValueCount[]> {
  const groups = new Map<Key, ValueCount[]>();
  for (const one of counts) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}

const RunRow = z.object({ id: Count, name: z.string() });

function listRuns(trx: Trx, account: string, survey: number) {
  return checkedRows(
    trx,
    RunRow,
    sql`select id, name from survey.instances
      where customer_account = ${account} and survey_id = ${survey} and version > 0
      order by id desc limit ${shownRuns}`,
  );
}

type SurveyOfAccount = { account: string; survey: number; zone: string };

const TextRow = z.object({ session: Count, text: z.string() });

/** The newest texts that were answered. No more are looked for than there are: the last ones may be far back. */
async function listTexts(
  trx: Trx,
  { account, survey, zone }: SurveyOfAccount,
  filters: ResponseFilters,
  { id, answered }: { id: number; answered: number },
) {
  if (answered === 0) return [];
  // Of some days the sessions are found by their time; else most texts belong to one, and the newest are there first.
  const dated = filters.start_date !== undefined || filters.end_date !== undefined;
  return checkedRows(
    trx,
    TextRow,
    sql`select a.session_id as session, a.answer->>'text' as text
      from survey.answers a, ${sessionsWhere(account, survey, filters, zone)}
        and a.customer_account = ${account} and a.question_id = ${id} and a.session_id = x.id
        and a.counted and (a.answer->>'text') is not null
      order by ${dated ? sql`x.begun_at desc, x.id` : sql`a.session_id`} desc limit ${Math.min(shownTexts, answered)}`,
  );
}

const UnmatchedRow = z.object({ question_id: Count, text: z.string(), count: Count });

/** What was typed and not understood. The questions are the survey's own: all its sessions need not be looked at. */
function listUnmatched(
  trx: Trx,
  { account, survey, zone }: SurveyOfAccount,
  everyone: ResponseFilters,
  questions: readonly number[],
) {
  const narrowed = Object.entries(everyone).some(([name, value]) => name !== "state" && value !== undefined);
  const within = narrowed
    ? sql`exists (select from ${sessionsWhere(account, survey, everyone, zone)} and x.id = t.session_id)`
    : sql`t.session_id not in (select d.id from survey.sessions d
        where d.customer_account = ${account} and d.survey_id = ${survey} and d.dry_run)`;
  return checkedRows(
    trx,
    UnmatchedRow,
    sql`select t.question_id, lower(t.text) as text, count(*)::int as count from survey.turns t
      where t.customer_account = ${account} and not t.understood and t.question_id = any(${bigints(questions)})
        and ${within}
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
