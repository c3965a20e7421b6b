import { sql } from "kysely";
import { z } from "zod";
import { answerSummary } from "../../../rules/survey/answer-summary";
import { type CustomerAddresses, CustomerEvent, type customerCalls } from "../../kit/contract.customer";
import { type EventRange, eventInstant, inRange, newestEvents } from "../../kit/customer";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import type { Handlers } from "../../kit/serve";
import type { survey } from "../contract";
import { listAnswers } from "../responses/store";
import { GraphColumn, parseGraph } from "../store/stored-graph";

/** What surveys have of one customer: those they were asked. Answers on the web are nobody's in particular. */
export function customerHandlers({
  db,
}: Database): Pick<Handlers<typeof survey.calls>, keyof ReturnType<typeof customerCalls>> {
  return {
    async customer() {
      return { status: 200, body: { names: [], phones: [], emails: [], facts: [], tasks: [] } };
    },
    async customerEvents({ query }, { account }) {
      const body = await readAccount(db, account, async (trx) => {
        const { data, more } = newestEvents([await listSessions(trx, account, query, query)], query);
        const answered = await listSummaries(
          trx,
          account,
          data.map(({ record }) => record),
        );
        return { data: data.map((event) => ({ ...event, text: answered.get(event.record) ?? "" })), more };
      });
      return { status: 200, body };
    },
  };
}

/** Their sessions, by when they ended or, while they are open, began. */
function listSessions(
  trx: Trx,
  account: string,
  { phones }: CustomerAddresses,
  range: EventRange,
): Promise<CustomerEvent[]> {
  const at = sql`coalesce(s.ended_at, s.begun_at)`;
  return checkedRows(
    trx,
    CustomerEvent,
    sql`select ${eventInstant(at)} as at, 'survey' as kind, s.id as record, v.title, '' as text,
        s.disposition as state, '' as by, v.uuid as parent
      from survey.sessions s
      join survey.surveys v on v.customer_account = s.customer_account and v.id = s.survey_id
      where s.customer_account = ${account} and s.msisdn = any(${texts(phones)}) and s.msisdn <> ''
        and not s.dry_run
        and ${inRange(at, range)}
      order by ${at} desc limit ${range.limit + 1}`,
  );
}

const SummaryRow = z.object({ sessions: z.array(z.number()), graph: GraphColumn });

/** What was answered in each of these sessions, by the version of its survey that they were asked. */
async function listSummaries(trx: Trx, account: string, sessions: readonly number[]): Promise<Map<number, string>> {
  if (sessions.length === 0) return new Map();
  const versions = await checkedRows(
    trx,
    SummaryRow,
    sql`select jsonb_agg(s.id) as sessions, v.graph from survey.sessions s
      join survey.versions v on v.customer_account = s.customer_account and v.survey_id = s.survey_id
        and v.version = s.version
      where s.customer_account = ${account} and s.id = any(${bigints(sessions)})
      group by v.survey_id, v.version, v.graph`,
  );
  const answers = (await listAnswers(trx, account, sessions)).filter(({ counted }) => counted);
  return new Map(
    versions.flatMap(({ sessions: asked, graph }) => {
      const parsed = parseGraph(graph);
      return asked.map((id) => {
        const own = answers.filter(({ session_id }) => session_id === id);
        const given = new Map(own.map(({ question_id, answer }) => [question_id, answer]));
        return [id, answerSummary(parsed, given)] as const;
      });
    }),
  );
}
