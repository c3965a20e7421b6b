import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import {
  type AnswerAxis,
  axisFrom,
  axisGroups,
  axisKey,
  axisLabel,
  type NamedGroup,
  questionAxes,
} from "../../../rules/survey/answer-groups";
import { isAsked, type SurveyLanguage, type SurveyQuestion } from "../../../rules/survey/graph";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import type { Crosstab } from "../contract.analysis";
import { listAllQuestions, type ResponseFilters, sessionsWhere } from "./store";

type KnownAxis = { axis: AnswerAxis; question: SurveyQuestion; key: string; label: string };
type Side = KnownAxis & { groups: NamedGroup[] };

/** Two closed questions against each other, of the sessions that the filters leave. */
export async function loadCrosstab(
  trx: Trx,
  account: string,
  survey: { id: number; languages: SurveyLanguage[] },
  {
    rows: rowKey,
    columns: columnKey,
    ...filters
  }: ResponseFilters & { rows?: string | undefined; columns?: string | undefined },
  zone: string,
): Promise<Crosstab> {
  const questions = (await listAllQuestions(trx, account, survey.id)).filter(isAsked);
  const known = questions.flatMap((question, at) =>
    questionAxes(question).map((axis) => ({
      ...{ axis, question, key: axisKey(axis) },
      label: axisLabel(question, axis, at + 1, survey.languages),
    })),
  );
  const axes = known.map(({ key, label }) => ({ key, label }));
  const rows = await withGroups(trx, account, known, rowKey, survey.languages);
  const columns = await withGroups(trx, account, known, columnKey, survey.languages);
  if (!rows || !columns) return { axes, table: null };
  const counts = await countPairs(trx, account, { rows, columns }, sessionsWhere(account, survey.id, filters, zone));
  const count = (row: number, column: number) =>
    counts.find((one) => one.row_place === row && one.column_place === column)?.count ?? 0;
  const places = ({ groups }: Side) => groups.map((_, at) => at + 1);
  const named = ({ key, label, groups }: Side, totals: number[]) => ({
    ...{ key, label, totals },
    groups: groups.map((group) => ({ key: group.key, label: group.label })),
  });
  const cells = new Map(counts.map((one) => [`${one.row_place} ${one.column_place}`, one.count]));
  return {
    axes,
    table: {
      rows: named(
        rows,
        places(rows).map((row) => count(row, 0)),
      ),
      columns: named(
        columns,
        places(columns).map((column) => count(0, column)),
      ),
      cells: places(rows).map((row) => places(columns).map((column) => cells.get(`${row} ${column}`) ?? 0)),
      answered: count(0, 0),
    },
  };
}

/** A side that was asked for, with its groups; undefined where there is no such axis. */
async function withGroups(
  trx: Trx,
  account: string,
  known: readonly KnownAxis[],
  key: string | undefined,
  languages: readonly SurveyLanguage[],
): Promise<Side | undefined> {
  const axis = key && axisFrom(key) ? known.find((one) => one.key === key) : undefined;
  if (!axis) return undefined;
  const { question } = axis;
  const span = question.type === "number" ? await findSpan(trx, account, question.id) : undefined;
  return { ...axis, groups: axisGroups(question, languages, span) };
}

const SpanRow = z.object({ low: z.number().nullable(), high: z.number().nullable(), whole: z.boolean().nullable() });

/** What was answered to a number question, in all its responses: filters don't move the bands. */
async function findSpan(trx: Trx, account: string, question: number) {
  const span = await checkedRow(
    trx,
    SpanRow,
    sql`select min(n)::float8 as low, max(n)::float8 as high, bool_and(n = floor(n)) as whole
      from (select (answer->>'number')::numeric as n from survey.answers
        where customer_account = ${account} and question_id = ${question} and counted
          and answer->>'kind' = 'number') numbers`,
  );
  if (!span || span.low === null || span.high === null) return undefined;
  return { low: span.low, high: span.high, whole: span.whole ?? false };
}

/** Place 0 stands for any group: the totals. */
const PairRow = z.object({ row_place: z.number(), column_place: z.number(), count: z.number() });

/** Each response is put into its groups of both questions once; what is alike is counted before pairs are made of it. */
function countPairs(
  trx: Trx,
  account: string,
  { rows, columns }: { rows: Side; columns: Side },
  sessions: RawBuilder<unknown>,
): Promise<z.infer<typeof PairRow>[]> {
  return checkedRows(
    trx,
    PairRow,
    sql`with counted as materialized (select x.id from ${sessions}),
      alike as materialized (
        select r.places as row_places, c.places as column_places, count(*)::int as n
        from (${placesIn(account, rows)}) r join (${placesIn(account, columns)}) c using (session_id)
        where session_id in (select id from counted) and cardinality(r.places) > 0 and cardinality(c.places) > 0
        group by 1, 2)
      select r as row_place, c as column_place, sum(n)::int as count
        from alike, unnest(row_places) r, unnest(column_places) c group by 1, 2
      union all select r, 0, sum(n)::int from alike, unnest(row_places) r group by 1
      union all select 0, c, sum(n)::int from alike, unnest(column_places) c group by 2
      union all select 0, 0, coalesce(sum(n), 0)::int from alike`,
  );
}

/** Of each answer: the places, from 1, of the groups that it is in. */
function placesIn(account: string, { axis, groups }: Side): RawBuilder<unknown> {
  return sql`select a.session_id, ${groupPlaces(axis, groups)} as places from survey.answers a
    where a.customer_account = ${account} and a.question_id = ${axis.question} and a.counted`;
}

function groupPlaces({ row }: AnswerAxis, groups: readonly NamedGroup[]): RawBuilder<unknown> {
  const choices = groups.flatMap(({ group }) => (group.kind === "choice" ? [group.choice] : []));
  if (choices.length > 0) {
    const given =
      row === null
        ? sql`select v::bigint as choice from jsonb_array_elements_text(a.answer->'choices') v`
        : sql`select (v->>'choice')::bigint as choice from jsonb_array_elements(a.answer->'rows') v
            where (v->>'row')::bigint = ${row}`;
    return sql`array(select distinct array_position(${bigints(choices)}, given.choice) as place from (${given}) given
      where given.choice = any(${bigints(choices)}) order by 1)`;
  }
  const ranges = groups.flatMap(({ group }) => (group.kind === "range" ? [group] : []));
  if (ranges.length > 0)
    return sql`array(select b.place::int from unnest(${ranges.map(({ from }) => from)}::numeric[],
        ${ranges.map(({ to }) => to)}::numeric[]) with ordinality b (low, high, place)
      where (a.answer->>'number')::numeric >= b.low and (a.answer->>'number')::numeric < b.high)`;
  return sql`array(select case when a.answer->>'yes' = 'true' then 1 else 2 end where a.answer ? 'yes')`;
}
