import { sql } from "kysely";
import { z } from "zod";
import type { ListSort } from "../../../rules/list-orders";
import type { SurveyGraph } from "../../../rules/survey/graph";
import { publishFindings } from "../../../rules/survey/publish";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { likePattern, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { Survey, type SurveyDetail } from "../contract.schemas";
import type { surveyCalls } from "../contract.surveys";
import { asQuestion, loadDraft } from "./questions";
import { loadQuotas } from "./quotas";
import { GraphColumn, parseGraph } from "./stored-graph";

const SurveyRow = Survey.extend({
  id: z.number(),
  created_at: z.date(),
  ending: z.record(z.string(), z.string()),
  link: z.string().nullable(),
  frame_origins: z.array(z.string()),
  ticket_question_id: z.number().nullable(),
  ticket_at_most: z.number().nullable(),
});
export type SurveyRow = z.infer<typeof SurveyRow>;

const columns = sql.raw(`s.id, s.uuid, s.title, s.category, s.interaction_mode, s.channels, s.languages, s.status,
  s.version, s.edited, s.created_by, s.created_at, s.ending, s.link, s.frame_origins, s.ticket_question_id, s.ticket_at_most,
  (select count(*)::int from survey.questions q where q.customer_account = s.customer_account and q.survey_id = s.id)
    as questions_count,
  ${keptSessions("true")} as responses_count, ${keptSessions("k.disposition = 'completed'")} as completed_count`);

/** The sessions of survey `s`, by the kept counts and what was not added up yet. */
function keptSessions(which: string): string {
  const mine = `k.customer_account = s.customer_account and k.survey_id = s.id and k.question_id = 0 and k.value = 'session'
    and ${which}`;
  return `(select coalesce(sum(c.count), 0)::int from (
    select k.count from survey.tallies k where ${mine} and k.day = 'infinity'
    union all
    select k.count from survey.tally_changes k where ${mine}) c)`;
}

function asSurvey({
  id: _,
  ending: _ending,
  link: _link,
  frame_origins: _origins,
  ticket_question_id: _question,
  ticket_at_most: _most,
  ...found
}: SurveyRow): Survey {
  return { ...found, created_at: found.created_at.toISOString() };
}

const orders = namedOrders<ListSort<"surveys">>(
  { created: [], title: keyColumn("text", sql`lower(s.title)`) },
  keyColumn("bigint", "s.id"),
);

export async function surveyPage(trx: Trx, account: string, query: z.output<typeof surveyCalls.surveys.query>) {
  const { q, status = null } = query;
  const page = await pageOfRows(trx, query, {
    schema: SurveyRow,
    select: columns,
    from: sql`survey.surveys s where s.customer_account = ${account}
      and (${status}::text is null or s.status = ${status}) and (${q} = '' or s.title ilike ${likePattern(q)})`,
    order: orders(query.sort),
  });
  return { ...page, data: page.data.map(asSurvey) };
}

/** @throws HttpError 404 */
export async function findSurvey(trx: Trx, account: string, uuid: string, lock = false): Promise<SurveyRow> {
  const found = await checkedRow(
    trx,
    SurveyRow,
    sql`select ${columns} from survey.surveys s where s.customer_account = ${account} and s.uuid = ${uuid}::uuid
      ${lock ? sql`for update of s` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such survey.");
  return found;
}

const VersionRow = z.object({ version: z.number(), by: z.string(), at: z.date() });

/** One survey with all that its page says. @throws HttpError 404 */
export async function loadSurvey(trx: Trx, account: string, uuid: string): Promise<SurveyDetail> {
  const found = await findSurvey(trx, account, uuid);
  const [graph, limits, versions] = await Promise.all([
    loadDraft(trx, account, found),
    loadQuotas(trx, account, found.id),
    checkedRows(
      trx,
      VersionRow,
      sql`select version, by, at from survey.versions where customer_account = ${account} and survey_id = ${found.id}
        order by version desc limit 50`,
    ),
  ]);
  return {
    ...asSurvey(found),
    ending: found.ending,
    end_texts: graph.end_texts,
    calculated: graph.calculated,
    link: found.link,
    frame_origins: found.frame_origins,
    questions: graph.questions.map(asQuestion),
    ...limits,
    ticket_rule:
      found.ticket_question_id === null || found.ticket_at_most === null
        ? null
        : { question_id: found.ticket_question_id, at_most: found.ticket_at_most },
    findings: publishFindings(graph, limits.quota_cells),
    versions: versions.map(({ at, ...version }) => ({ ...version, at: at.toISOString() })),
  };
}

const GraphRow = z.object({ graph: GraphColumn });

/** A version as it was published. @throws HttpError 404 */
export async function loadVersion(trx: Trx, account: string, survey: number, version: number): Promise<SurveyGraph> {
  const found = await checkedRow(
    trx,
    GraphRow,
    sql`select graph from survey.versions
      where customer_account = ${account} and survey_id = ${survey} and version = ${version}`,
  );
  if (!found) throw new HttpError(404, "There is no such version of this survey.");
  return parseGraph(found.graph);
}
