import { sql } from "kysely";
import { z } from "zod";
import { isMediaLink, mediaKey } from "../../../rules/whatsapp/header-files";
import { dailyLimit } from "../../../rules/whatsapp/numbers";
import {
  type TemplateComponent,
  templateCategories,
  templateVariables,
  whyUnusable,
} from "../../../rules/whatsapp/templates";
import type { Trx } from "../../kit/database";
import { byNumber, newestFirst } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRows, jsonColumn } from "../../kit/row-schema";
import {
  Broadcast,
  BroadcastDetail,
  type broadcastCalls,
  broadcastStates,
  Mapping,
  Recipient,
  type RecipientState,
  recipientStates,
} from "../contract.broadcasts";
import { currentTime, type WhatsappDeps } from "../deps";
import { HeaderFileRow, shownFile } from "../header-file";
import { numberRow, reachedCounts } from "../numbers/store";
import { loadTemplate } from "../templates/store";

/** A part of a template as the Graph writes it. */
const TemplatePart = z.looseObject({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().optional(),
  buttons: z.array(z.record(z.string(), z.unknown())).optional(),
});

const BroadcastRow = Broadcast.omit({ counts: true, number_id: true, recipients: true }).extend({
  channel_id: z.number(),
  inbox_id: z.number(),
  business_id: z.string(),
  template_id: z.number(),
  category: z.enum(templateCategories),
  components: z.array(TemplatePart),
  fields: z.array(z.string()),
  mapping: jsonColumn(Mapping),
  file: HeaderFileRow.nullable(),
  /** WhatsApp's ID of the file, and when it was given to it. */
  media_id: z.string().nullable(),
  media_at: z.date().nullable(),
  status: z.enum(broadcastStates),
  user_id: z.string().nullable(),
  created_at: z.date(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
  wait_until: z.date().nullable(),
  send_at: z.date().nullable(),
});
export type BroadcastRow = z.infer<typeof BroadcastRow>;

const columns = sql.raw(`b.id, b.kind, b.name, b.channel_id, b.inbox_id, b.number_name, b.business_id, b.template_id,
  b.template_name, b.language, b.category, b.components, b.audience, b.fields, b.mapping, b.file, b.media_id, b.media_at, b.status, b.stopped, b.wait_until,
  b.send_at, b.cost_cents, b.settled_cents, b.created_by, b.user_id, b.created_at, b.started_at, b.finished_at`);

/** How many rows are in each state: counted, for whoever sends changes them all the time. */
const counts = sql`(select coalesce(jsonb_object_agg(c.state, c.rows), '{}') from (
  select r.state, count(*)::int as rows from whatsapp.recipients r
  where r.customer_account = b.customer_account and r.broadcast_id = b.id group by r.state) c) as counts`;

const CountedBroadcast = BroadcastRow.extend({ counts: z.partialRecord(z.enum(recipientStates), z.number()) });
type CountedBroadcast = z.infer<typeof CountedBroadcast>;

export async function broadcastRow(
  trx: Trx,
  account: string,
  id: number,
  lock: "none" | "share" | "update" = "none",
): Promise<BroadcastRow | undefined> {
  const locked = { none: sql``, share: sql`for share`, update: sql`for update` }[lock];
  const found = await checkedRows(
    trx,
    BroadcastRow,
    sql`select ${columns} from whatsapp.broadcasts b where b.customer_account = ${account} and b.id = ${id} ${locked}`,
  );
  return found[0];
}

function shown(row: CountedBroadcast): Broadcast {
  const { id, kind, name, number_name, template_name, language, category, audience, status, stopped } = row;
  const { cost_cents, settled_cents, created_by } = row;
  const all = Object.values(row.counts).reduce((sum, many) => sum + many, 0);
  return {
    ...{ id, kind, name, number_id: row.channel_id, number_name, template_name, language, category, audience },
    ...{ status, stopped, cost_cents, settled_cents, created_by },
    ...{ recipients: all - (row.counts["left out"] ?? 0), counts: allStates(row.counts) },
    wait_until: row.wait_until?.toISOString() ?? null,
    send_at: row.send_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

const noRows: Record<RecipientState, number> = {
  ...{ queued: 0, "left out": 0, sending: 0, waiting: 0, sent: 0, delivered: 0, read: 0, failed: 0 },
  ...{ unknown: 0, cancelled: 0 },
};

function allStates(counted: Partial<Record<RecipientState, number>>): Record<RecipientState, number> {
  return { ...noRows, ...counted };
}

type ListQuery = Partial<z.output<typeof broadcastCalls.broadcasts.query>> & PageQuery;

export async function broadcastPage(trx: Trx, account: string, asked: ListQuery) {
  const { view, status, number, q = "" } = asked;
  const page = await pageOfRows(trx, asked, {
    schema: CountedBroadcast,
    select: sql`${columns}, ${counts}`,
    from: sql`whatsapp.broadcasts b where b.customer_account = ${account}
      and (${view ?? null}::text is null or b.kind = ${view ?? null})
      and (${status ?? null}::text is null or b.status = ${status ?? null})
      and (${number ?? null}::bigint is null or b.channel_id = ${number ?? null})
      and (${q} = '' or strpos(lower(b.name), lower(${q})) > 0 or strpos(b.template_name, lower(${q})) > 0)`,
    order: newestFirst,
  });
  return { ...page, data: page.data.map(shown) };
}

export async function recipientPage(
  trx: Trx,
  account: string,
  broadcast: number,
  asked: PageQuery & { state?: RecipientState | undefined },
) {
  const Row = Recipient.extend({
    due_at: z.date().nullable(),
    sent_at: z.date().nullable(),
    delivered_at: z.date().nullable(),
    read_at: z.date().nullable(),
  });
  const { state = null } = asked;
  const page = await pageOfRows(trx, asked, {
    schema: Row,
    select: sql`seq, msisdn, name, country, state, reason, coalesce(provider_id, '') as provider_id, due_at, sent_at,
      delivered_at, read_at, price`,
    from: sql`whatsapp.recipients where customer_account = ${account} and broadcast_id = ${broadcast}
      and (${state}::text is null or state = ${state})`,
    order: byNumber("seq", true),
  });
  const time = (at: Date | null) => at?.toISOString() ?? null;
  const data = page.data.map((row) => ({
    ...row,
    ...{ due_at: row.state === "waiting" ? time(row.due_at) : null, sent_at: time(row.sent_at) },
    ...{ delivered_at: time(row.delivered_at), read_at: time(row.read_at) },
  }));
  return { ...page, data };
}

/** The values that a row gives the variables. */
export function valuesFor(
  components: readonly TemplateComponent[],
  mapping: Mapping,
  fields: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    templateVariables(components).map(({ key }) => {
      const from = mapping[key];
      const given = from?.field ? fields[from.field]?.trim() : "";
      const value = key === mediaKey && !isMediaLink(given ?? "") ? "" : given;
      return [key, value || from?.text || ""];
    }),
  );
}

const Reason = z.object({ reason: z.string(), messages: z.number() });
const SampleRow = z.object({ msisdn: z.string(), name: z.string(), fields: z.record(z.string(), z.string()) });

export async function broadcastDetail(
  trx: Trx,
  account: string,
  id: number,
  deps: WhatsappDeps,
): Promise<BroadcastDetail | undefined> {
  const [row] = await checkedRows(
    trx,
    CountedBroadcast,
    sql`select ${columns}, ${counts} from whatsapp.broadcasts b where b.customer_account = ${account} and b.id = ${id}`,
  );
  if (!row) return undefined;
  const mine = sql`customer_account = ${account} and broadcast_id = ${id}`;
  const [price, left_out, failures, first, number, reached, template] = await Promise.all([
    checkedRows(
      trx,
      BroadcastDetail.shape.price.element,
      sql`select country, price, count(*)::int as messages from whatsapp.recipients
        where ${mine} and state <> 'left out' group by country, price order by count(*) desc, country`,
    ),
    checkedRows(
      trx,
      Reason,
      sql`select reason, count(*)::int as messages from whatsapp.recipients where ${mine} and state = 'left out'
        group by reason order by count(*) desc limit 20`,
    ),
    checkedRows(
      trx,
      Reason,
      sql`select reason, count(*)::int as messages from whatsapp.recipients where ${mine}
        and state in ('failed', 'waiting', 'unknown') group by reason order by count(*) desc limit 20`,
    ),
    checkedRows(
      trx,
      SampleRow,
      sql`select msisdn, name, fields from whatsapp.recipients where ${mine} and state <> 'left out' order by seq limit 3`,
    ),
    numberRow(trx, account, row.channel_id),
    reachedCounts(trx, account, currentTime(deps)),
    loadTemplate(trx, account, row.template_id),
  ]);
  const samples = first.map(({ msisdn, name, fields }) => ({
    ...{ msisdn, name, values: valuesFor(row.components, row.mapping, fields) },
  }));
  return {
    ...shown(row),
    file: shownFile(deps, account, row.file),
    ...{ components: row.components, fields: row.fields, mapping: row.mapping, price, left_out, failures, samples },
    limit: { most: dailyLimit(number?.tier ?? ""), used: reached.get(row.business_id) ?? 0 },
    unusable: template ? (whyUnusable(template) ?? "") : "The template is no longer there.",
  };
}
