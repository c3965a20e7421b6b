import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import type { LabelLine, ReportLine, TeamLine } from "../contract.statistics";
import { CountedFigures, counted, facts, reportFigures } from "./figures";
import { byChats, GroupByNumber, grouped } from "./lines";
import { chatsWhere, isTaken, isTransferred, type ReportQuery, teamWaitSeconds } from "./where";

const LineName = z.object({ id: z.number(), name: z.string(), gone: z.boolean() });
const whole = { id: "all", name: "Total", note: "", channel: null, filter: {} };

const LabelGroup = CountedFigures.extend({ key: z.number().nullable(), median: z.number().nullable() });

const AllLabelsRow = CountedFigures.extend({ median: z.number().nullable() });

/**
 * By label, archived ones too: a conversation with several labels is in the line of each, so that the lines are more than
 * the total. The last line is of those without one.
 */
export async function byLabel(trx: Trx, reportQuery: ReportQuery): Promise<{ total: LabelLine; data: LabelLine[] }> {
  const { account, asked } = reportQuery;
  const median = sql`percentile_cont(0.5) within group (order by f.answer) as median`;
  const [[all], lines, labels] = await Promise.all([
    checkedRows(trx, AllLabelsRow, sql`select ${counted}, ${median} from ${facts(reportQuery)}`),
    checkedRows(
      trx,
      LabelGroup,
      sql`
      select x.label_id as key, ${counted}, ${median} from ${facts(reportQuery)}
      left join chat.contact_labels x on x.customer_account = ${account} and x.contact_id = f.contact_id group by 1`,
    ),
    checkedRows(
      trx,
      LineName,
      sql`select id, name, archived_at is not null as gone from chat.labels where customer_account = ${account}`,
    ),
  ]);
  const withMedian = (line: (CountedFigures & { median: number | null }) | undefined) => ({
    ...reportFigures(line),
    median_first_response_seconds: Math.round(line?.median ?? 0),
  });
  const data = labels
    .filter(({ id, gone }) => (asked.label ?? id) === id && (!gone || lines.some(({ key }) => key === id)))
    .map(({ id, name, gone }) => ({
      ...withMedian(lines.find(({ key }) => key === id)),
      ...{ id: String(id), name, note: gone ? "Archived" : "", channel: null, filter: { label: String(id) } },
    }));
  const without = lines.find(({ key }) => key === null);
  const rest = { id: "none", name: "No label", note: "", channel: null, filter: { label: "none" } };
  return {
    total: { ...withMedian(all), ...whole },
    data: [...data.sort(byChats), ...(without ? [{ ...withMedian(without), ...rest }] : [])],
  };
}

const WaitRow = z.object({
  key: z.number().nullable(),
  all: z.boolean(),
  taken: z.number(),
  transferred: z.number(),
  /** Median and nine of ten; null: no one waited. */
  waits: z.array(z.number()).nullable(),
});

/** By the team that conversations were given to last. The last line is of those that were given to none. */
export async function byTeam(trx: Trx, reportQuery: ReportQuery): Promise<{ total: TeamLine; data: TeamLine[] }> {
  const { account, asked } = reportQuery;
  const [{ total, lines }, waits, teams] = await Promise.all([
    grouped(trx, reportQuery, GroupByNumber, sql`f.team_id`),
    checkedRows(
      trx,
      WaitRow,
      sql`
      select c.team_id as key, grouping(c.team_id) = 1 as all, count(*) filter (where ${isTaken}) as taken,
        count(*) filter (where ${isTransferred}) as transferred,
        percentile_cont(array[0.5, 0.9]) within group (order by case when ${isTaken} then ${teamWaitSeconds} end) as waits
      from chat.contacts c where ${chatsWhere(reportQuery)} group by grouping sets ((c.team_id), ())`,
    ),
    checkedRows(
      trx,
      LineName,
      sql`select id, name, removed_at is not null as gone from chat.teams where customer_account = ${account}`,
    ),
  ]);
  const waited = (found: z.infer<typeof WaitRow> | undefined) => {
    const [median = 0, most = 0] = found?.waits ?? [];
    return {
      ...{ taken: found?.taken ?? 0, transferred: found?.transferred ?? 0 },
      ...{ wait_median_seconds: Math.round(median), wait_p90_seconds: Math.round(most) },
    };
  };
  const line = (
    key: number | null,
    about: Pick<ReportLine, "id" | "name" | "note" | "channel" | "filter">,
  ): TeamLine => ({
    ...reportFigures(lines.find((one) => one.key === key)),
    ...waited(waits.find((one) => !one.all && one.key === key)),
    ...about,
  });
  const data = teams
    .filter(({ id, gone }) => fits(asked.given_team, id) && (!gone || lines.some(({ key }) => key === id)))
    .map(({ id, name, gone }) => {
      const filter = { given_team: String(id) };
      return line(id, { id: String(id), name, note: gone ? "Deleted" : "", channel: null, filter });
    });
  const none = { id: "none", name: "No team", note: "", channel: null, filter: { given_team: "none" } };
  return {
    total: { ...total, ...waited(waits.find(({ all }) => all)), ...whole },
    data: [...data.sort(byChats), ...(lines.some(({ key }) => key === null) ? [line(null, none)] : [])],
  };
}

function fits(asked: ReportQuery["asked"]["given_team"], team: number): boolean {
  return asked === undefined || asked === "any" || asked === team;
}
