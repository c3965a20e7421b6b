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
          and answer->>'kind' = 'number' and session_id not in (select d.id from survey.sessions d
            where d.customer_account = ${account} and d.dry_run)) numbers`,
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
function placesIn(account: string, side: Side): RawBuilder<unknown> {
  return sql`select a.session_id, ${side.question.type === "multiple" ? listedPlaces(side) : onePlace(side)} as places
    from survey.answers a
    where a.customer_account = ${account} and a.question_id = ${side.axis.question} and a.counted`;
}

/** The places of several choices. */
function listedPlaces({ groups }: Side): RawBuilder<unknown> {
  const known = bigints(choicesIn(groups));
  return sql`array(select array_position(${known}, given::bigint)
    from jsonb_array_elements_text(a.answer->'choices') given where given::bigint = any(${known}))`;
}

/** The one place of any other answer, without a query for each: there may be 100,000 of them. */
function onePlace({ axis: { row }, groups }: Side): RawBuilder<unknown> {
  const known = bigints(choicesIn(groups));
  const ranges = groups.flatMap(({ group }, at) => (group.kind === "range" ? [{ ...group, place: at + 1 }] : []));
  const place =
    row !== null
      ? sql`array_position(${known}, jsonb_path_query_first(a.answer, '$.rows[*] ? (@.row == $row).choice',
          jsonb_build_object('row', ${row}::bigint))::bigint)`
      : ranges.length > 0
        ? sql`case ${sql.join(ranges.map(rangeCase), sql` `)} end`
        : groups.some(({ group }) => group.kind === "yes")
          ? sql`case a.answer->>'yes' when 'true' then 1 when 'false' then 2 end`
          : sql`array_position(${known}, (a.answer->'choices'->>0)::bigint)`;
  return sql`array_remove(array[${place}], null)`;
}

function rangeCase({ from, to, place }: { from: number; to: number; place: number }): RawBuilder<unknown> {
  const given = sql`(a.answer->>'number')::numeric`;
  return sql`when ${given} >= ${from}::numeric and ${given} < ${to}::numeric then ${place}::int`;
}

function choicesIn(groups: readonly NamedGroup[]): number[] {
  return groups.flatMap(({ group }) => (group.kind === "choice" ? [group.choice] : []));
}
