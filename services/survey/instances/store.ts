import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { newestFirst } from "../../kit/ordering";
import { likePattern, type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { SurveyInstance, SurveyMessage, type surveyMessageStates } from "../contract.instances";
import { type InstanceChannel, instanceChannels } from "../contract.runs";
import { numberWhere } from "../store/number-search";

const Count = z.number().int();
const counts = { recipients_count: true, waiting_count: true, completed_count: true } as const;
/** An instance as it is stored: moments are dates, and hours are minutes of the day. */
const InstanceRow = SurveyInstance.omit({ channel_id: true, from: true, until: true }).extend({
  survey_id: Count,
  channel: z.enum(instanceChannels),
  version: Count,
  from_minute: Count,
  until_minute: Count,
  after_seen_at: z.date().nullable(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
});
export type InstanceRow = z.infer<typeof InstanceRow>;
export const RunRow = InstanceRow.omit(counts);
/** An instance without the counts of its people, each of which reads all of them. */
export type RunRow = z.infer<typeof RunRow>;

const ownColumns = `i.id, i.survey_id, s.uuid, s.title, i.name, i.channel, i.status, i.version, i.language, i.sender, i.fallback,
  i.group_id, i.group_name, i.from_minute, i.until_minute, i.time_zone, i.days, i.calendar_id, i.calendar_name,
  i.per_minute, i.expiry_hours, i.reminders, i.reminder_hours, i.max_joiners, i.joined_count, i.join_again,
  i.after_kind, i.after_minutes, i.after_share, i.after_days, i.after_seen_at,
  coalesce((select jsonb_agg(jsonb_build_object('language', k.language, 'word', k.word) order by k.language)
    from survey.keywords k where k.customer_account = i.customer_account and k.instance_id = i.id), '[]') as keywords,
  i.least_cents, i.most_cents, i.number_id, i.number_name, i.template_id, i.template_name, i.opening_text, i.held_cents,
  i.sms_held_cents, i.settled_cents, i.money_closed, i.trouble, i.created_by, i.created_at, i.started_at, i.ended_at`;
const columns = sql.raw(`${ownColumns},
  (select count(*)::int from survey.recipients r
    where r.customer_account = i.customer_account and r.instance_id = i.id and r.state <> 'skipped') as recipients_count,
  (select count(*)::int from survey.recipients r
    where r.customer_account = i.customer_account and r.instance_id = i.id and r.state = 'waiting') as waiting_count,
  (select count(*)::int from survey.sessions x where x.customer_account = i.customer_account and x.instance_id = i.id
    and x.disposition = 'completed' and not x.dry_run) as completed_count`);
const joined = sql.raw(`survey.instances i
  join survey.surveys s on s.customer_account = i.customer_account and s.id = i.survey_id`);

const noInstance = "There is no such run.";

export function asInstance({
  survey_id: _,
  version: _version,
  channel,
  from_minute,
  until_minute,
  after_seen_at: _seen,
  created_at,
  started_at,
  ended_at,
  ...row
}: InstanceRow): SurveyInstance {
  return {
    ...row,
    channel_id: channel,
    from: clockText(from_minute),
    until: clockText(until_minute),
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
  };
}

/** Minutes of a day as HH:MM. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60) % 24).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

/** HH:MM as minutes of a day. */
export function clockMinutes(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 60 + minutes;
}

/** @throws HttpError 404 */
export async function findInstance(trx: Trx, account: string, id: number, lock = false): Promise<InstanceRow> {
  const found = await loadInstance(trx, account, id, lock);
  if (!found) throw new HttpError(404, noInstance);
  return found;
}

export function loadInstance(trx: Trx, account: string, id: number, lock = false): Promise<InstanceRow | undefined> {
  return checkedRow(
    trx,
    InstanceRow,
    sql`select ${columns} from ${joined} where i.customer_account = ${account} and i.id = ${id}
      ${lock ? sql`for no key update of i` : sql``}`,
  );
}

/** The same without the counts. */
export function loadRun(trx: Trx, account: string, id: number, lock = false): Promise<RunRow | undefined> {
  return checkedRow(
    trx,
    RunRow,
    sql`select ${sql.raw(ownColumns)} from ${joined} where i.customer_account = ${account} and i.id = ${id}
      ${lock ? sql`for no key update of i` : sql``}`,
  );
}

/** The same where there is one. @throws HttpError 404 */
export async function findRun(trx: Trx, account: string, id: number, lock = false): Promise<RunRow> {
  const found = await loadRun(trx, account, id, lock);
  if (!found) throw new HttpError(404, noInstance);
  return found;
}

type InstanceQuery = PageQuery & {
  survey?: string | undefined;
  state?: "pending" | "initiated" | undefined;
  channel?: InstanceChannel | undefined;
  q?: string;
};

export async function instancePage(trx: Trx, account: string, query: InstanceQuery) {
  const { survey = null, state, channel = null, q = "" } = query;
  const inState: RawBuilder<unknown> =
    state === undefined ? sql`true` : state === "pending" ? sql`i.status = 'pending'` : sql`i.status <> 'pending'`;
  const page = await pageOfRows(trx, query, {
    schema: InstanceRow,
    select: columns,
    from: sql`${joined} where i.customer_account = ${account} and ${inState}
      and (${channel}::text is null or i.channel = ${channel} or i.fallback = ${channel})
      and (${survey}::uuid is null or s.uuid = ${survey}::uuid)
      and (${q} = '' or i.name ilike ${likePattern(q)} or s.title ilike ${likePattern(q)})`,
    order: instanceOrder,
  });
  return { ...page, data: page.data.map(asInstance) };
}

const instanceOrder = { ...newestFirst, columns: [{ by: sql.raw("i.id"), type: "bigint" as const }] };
const messageOrder = { ...newestFirst, columns: [{ by: sql.raw("m.id"), type: "bigint" as const }] };

type MessageQuery = PageQuery & {
  instance?: number | undefined;
  state?: (typeof surveyMessageStates)[number] | undefined;
  channel?: InstanceChannel | undefined;
  q?: string;
};
const MessageRow = SurveyMessage.extend({ at: z.date() });

export async function messagePage(trx: Trx, account: string, query: MessageQuery) {
  const { instance = null, state = null, channel = null, q = "" } = query;
  const page = await pageOfRows(trx, query, {
    schema: MessageRow,
    select: sql`m.id, m.instance_id, i.name as instance, s.uuid, m.channel, m.session_id, r.id as recipient_id, x.msisdn, x.name, m.text,
      x.dry_run, m.state, m.reason, m.message_id, m.at`,
    from: sql`survey.messages m
      join survey.sessions x on x.customer_account = m.customer_account and x.id = m.session_id
      join ${joined} on i.customer_account = m.customer_account and i.id = m.instance_id
      left join survey.recipients r on r.customer_account = m.customer_account and r.instance_id = m.instance_id
        and r.msisdn = x.msisdn and not x.dry_run
      where m.customer_account = ${account} and (${instance}::bigint is null or m.instance_id = ${instance})
        and (${state}::text is null or m.state = ${state}) and (${channel}::text is null or m.channel = ${channel})
        and ${numberWhere(q)}`,
    order: messageOrder,
  });
  return { ...page, data: page.data.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) };
}

/** Stops a run where it can't go on by itself. */
export async function pauseForTrouble(trx: Trx, account: string, instance: number, trouble: string): Promise<void> {
  await sql`
    update survey.instances set trouble = ${trouble.slice(0, 300)},
      status = case when status = 'running' then 'paused' else status end
    where customer_account = ${account} and id = ${instance}`.execute(trx);
}
