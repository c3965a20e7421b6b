import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { type PageQuery, pageByNumber } from "../../kit/paging";
import { checkedRow, checkedRows, IdRow, type RowSchema } from "../../kit/row-schema";
import { bigints, texts } from "../../kit/rows";
import { Channel } from "../contract.fields";
import type { Figures, ReportLine } from "../contract.statistics";
import { CountedFigures, counted, facts, nothing, reportFigures } from "./figures";
import { chatsWhere, type ReportQuery } from "./where";

/** Figures by a number or a text; the key of the line of all is null. */
export const GroupByNumber = CountedFigures.extend({ key: z.number().nullable(), all: z.boolean() });
const GroupByText = CountedFigures.extend({ key: z.string().nullable(), all: z.boolean() });

/** Figures by a key and in all, from one look at the conversations: the lines always add up to the total. */
export async function grouped<Group extends CountedFigures & { all: boolean }>(
  trx: Trx,
  reportQuery: ReportQuery,
  schema: RowSchema<Group>,
  key: RawBuilder<unknown>,
) {
  const found = await checkedRows(
    trx,
    schema,
    sql`
    select ${key} as key, grouping(${key}) = 1 as all, ${counted} from ${facts(reportQuery)} group by grouping sets ((${key}), ())`,
  );
  return { total: reportFigures(found.find(({ all }) => all)), lines: found.filter(({ all }) => !all) };
}

/** Figures of all conversations under the filters. */
export async function totals(trx: Trx, reportQuery: ReportQuery): Promise<Figures> {
  return reportFigures(await checkedRow(trx, CountedFigures, sql`select ${counted} from ${facts(reportQuery)}`));
}

/** The one with most conversations first. */
export const byChats = (a: ReportLine, b: ReportLine) => b.chats - a.chats || a.name.localeCompare(b.name, "en");

const InboxRow = z.object({ id: z.number(), name: z.string(), channel: Channel });

/** By way in: every one that fits the filters, also those that nobody came through. */
export async function byInbox(trx: Trx, reportQuery: ReportQuery) {
  const { account, asked } = reportQuery;
  const [{ total, lines }, inboxes] = await Promise.all([
    grouped(trx, reportQuery, GroupByNumber, sql`f.inbox_id`),
    checkedRows(
      trx,
      InboxRow,
      sql`select id, name, channel from chat.inboxes where customer_account = ${account} order by id`,
    ),
  ]);
  const data = inboxes
    .filter(({ id, channel }) => (asked.inbox ?? id) === id && (asked.channel ?? channel) === channel)
    .map(({ id, name, channel }) => ({
      ...reportFigures(lines.find(({ key }) => key === id)),
      ...{ id: String(id), name, note: "", channel, filter: { inbox: String(id) } },
    }));
  return { total, data: data.sort(byChats) };
}

const Share = z.object({ id: z.string(), handled: z.number(), seconds: z.number() });
type Share = z.infer<typeof Share>;

/** What agents had of handled conversations before somebody else got them, by agent. */
function earlierShares(trx: Trx, reportQuery: ReportQuery): Promise<Share[]> {
  const { account, asked, members } = reportQuery;
  const all: ReportQuery = { ...reportQuery, asked: { ...asked, agent: undefined }, members: undefined };
  return checkedRows(
    trx,
    Share,
    sql`
    select e.participant_id as id, sum(date_part('epoch', e.released - e.assigned) - e.snoozed_seconds)::float8 as seconds,
      count(distinct e.contact_id) filter (where f.participant_id <> e.participant_id) as handled
    from chat.earlier_agents e join ${facts(all)} on f.contact_id = e.contact_id
    where e.customer_account = ${account} and f.handled ${asked.agent ? sql`and e.participant_id = ${asked.agent}` : sql``}
      ${members ? sql`and e.participant_id = any(${texts(members)})` : sql``} group by 1`,
  );
}

/** An agent's line: of handle time their own share, whoever had the conversation before or after them. */
function ownFigures(line: CountedFigures | undefined, share: Share | undefined): Figures {
  const { handled, handle, held, ...counts } = line ?? nothing;
  const own = (handle ?? 0) - (held ?? 0) + (share?.seconds ?? 0);
  return reportFigures({ ...counts, handled: handled + (share?.handled ?? 0), handle: own, held: 0 });
}

const AgentNameRow = z.object({ id: z.string(), name: z.string(), left: z.boolean() });

/** By agent: everybody who may answer now and fits the filters, and whoever has conversations. */
export async function byAgent(trx: Trx, reportQuery: ReportQuery, everybody: boolean) {
  const { account, asked, members } = reportQuery;
  const [{ total, lines }, shares, people] = await Promise.all([
    grouped(trx, reportQuery, GroupByText, sql`f.participant_id`),
    earlierShares(trx, reportQuery),
    checkedRows(
      trx,
      AgentNameRow,
      sql`
      select participant_id as id, name, left_at is not null as left from chat.participants where customer_account = ${account}`,
    ),
  ]);
  const asks = (id: string) => (asked.agent ?? id) === id && (members?.includes(id) ?? true);
  const shown = people.filter(
    ({ id, left }) =>
      lines.some(({ key }) => key === id) || shares.some((one) => one.id === id) || (everybody && !left && asks(id)),
  );
  const data: ReportLine[] = shown.map(({ id, name, left }) => ({
    ...ownFigures(
      lines.find(({ key }) => key === id),
      shares.find((one) => one.id === id),
    ),
    ...{ id, name, note: left ? "No longer answers chats" : "", channel: null, filter: { agent: id } },
  }));
  const nobody = lines.find(({ key }) => key === null);
  const rest = { id: "none", name: "Unassigned", note: "No agent has had them, or they wait", channel: null };
  return {
    total,
    data: [
      ...data.sort(byChats),
      ...(nobody ? [{ ...reportFigures(nobody), ...rest, filter: { agent: "none" } }] : []),
    ],
  };
}

const PeopleCount = z.object({ n: z.number() });

const PersonNameRow = z.object({ id: z.number(), name: z.string(), note: z.string() });

/** By customer, whoever was joined into another with them; the one with most conversations first. */
export async function byPerson(trx: Trx, reportQuery: ReportQuery, pageQuery: PageQuery) {
  const { account } = reportQuery;
  const root = sql`coalesce(p.merged_into, p.id)`;
  const people = sql`join chat.people p on p.customer_account = ${account} and p.id = `;
  const [all, number] = await Promise.all([
    totals(trx, reportQuery),
    checkedRow(
      trx,
      PeopleCount,
      sql`
      select count(distinct ${root}) as n from chat.contacts c ${people} c.person_id where ${chatsWhere(reportQuery)}`,
    ),
  ]);
  const { offset, about } = pageByNumber(pageQuery, number?.n ?? 0);
  const found = await checkedRows(
    trx,
    IdRow,
    sql`
    select ${root} as id from chat.contacts c ${people} c.person_id where ${chatsWhere(reportQuery)}
    group by 1 order by count(*) desc, 1 desc limit ${pageQuery.per_page}::bigint offset ${offset}::bigint`,
  );
  const ids = bigints(found.map(({ id }) => id));
  const joined = sql`(select p.id, ${root} as root from chat.people p
    where p.customer_account = ${account} and (p.id = any(${ids}) or p.merged_into = any(${ids})))`;
  const only: ReportQuery = {
    ...reportQuery,
    within: sql`c.person_id in (select g.id from ${joined} g)`,
  };
  const [lines, named] = await Promise.all([
    checkedRows(
      trx,
      GroupByNumber,
      sql`select g.root as key, false as all, ${counted} from ${facts(only)} join ${joined} g on g.id = f.person_id group by 1`,
    ),
    checkedRows(
      trx,
      PersonNameRow,
      sql`
      select id, name, coalesce(nullif(msisdn, ''), email) as note from chat.people
      where customer_account = ${account} and id = any(${ids})`,
    ),
  ]);
  const line = new Map(lines.map((one) => [one.key, one]));
  const name = new Map(named.map((one) => [one.id, one]));
  const data = found.map(({ id }) => {
    const { name: called = "", note = "" } = name.get(id) ?? {};
    const who = { id: String(id), name: called || note || `Customer ${id}`, note: called ? note : "", channel: null };
    return { ...reportFigures(line.get(id)), ...who, filter: { person: String(id) } };
  });
  return { all, data, ...about };
}
