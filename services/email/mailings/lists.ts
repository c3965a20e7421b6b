import { sql } from "kysely";
import { z } from "zod";
import type { RecipientEvent, RecipientStatus } from "../../../rules/email";
import type { ListSort } from "../../../rules/list-orders";
import { costCents } from "../../../rules/money";
import type { Trx } from "../../kit/database";
import { byNumber, keyColumn, namedOrders } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows, jsonColumn } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { mailingFilters } from "../contract.mailings";
import { Mailing, MailingDetail, MailingRecipient } from "../contract.schemas";
import { zone } from "../daily";
import { findHost, leftToday } from "../hosts/store";
import { noMailing } from "./moves";

type Filters = z.output<z.ZodObject<typeof mailingFilters>>;
const MailingRow = Mailing.extend({
  created_at: z.date(),
  send_at: z.date().nullable(),
  started_at: z.date().nullable(),
  finished_at: z.date().nullable(),
});
type MailingRow = z.infer<typeof MailingRow>;

const counts = ["queued", "sending", "sent", "unknown", "bounced", "failed", "suppressed", "cancelled"] as const;
const countColumns = sql.raw(
  [...counts, "complaints", "unsubscribes", "opened", "clicked", "prefetched"]
    .map((name) => `coalesce(c.${name}, 0) as ${name}`)
    .join(", "),
);
const columns = sql`m.id, m.kind, m.name, m.sender, m.subject, m.groups, m.list_id, coalesce(l.name, '') as list, m.first_address as to, m.status, m.send_at,
  m.started_at, m.finished_at, m.created_at, m.created_by, m.recipients, m.cost_cents, ${countColumns}`;
const joined = sql`email.mailings m left join email.mailing_counts c
  on c.customer_account = m.customer_account and c.mailing_id = m.id
  left join email.lists l on l.customer_account = m.customer_account and l.id = m.list_id`;

function shown<Row extends MailingRow>(row: Row) {
  return {
    ...row,
    send_at: row.send_at?.toISOString() ?? null,
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

const orderOf = namedOrders<ListSort<"blasts">>({ created: [] }, keyColumn("bigint", "m.id"));

export async function mailingPage(
  trx: Trx,
  account: string,
  asked: PageQuery & Filters & { sort: ListSort<"blasts"> },
) {
  const { kind, status, start_date, end_date, q } = asked;
  const day = sql`(m.created_at at time zone ${zone})::date`;
  const page = await pageOfRows(trx, asked, {
    schema: MailingRow,
    select: columns,
    from: sql`${joined} where m.customer_account = ${account}
      and (${kind ?? null}::text is null or m.kind = ${kind ?? null})
      and (${status ?? null}::text is null or m.status = ${status ?? null})
      and (${start_date ?? null}::date is null or ${day} >= ${start_date ?? null}::date)
      and (${end_date ?? null}::date is null or ${day} <= ${end_date ?? null}::date)
      and (${q} = '' or strpos(lower(m.subject), lower(${q})) > 0 or strpos(lower(m.name), lower(${q})) > 0
        or m.first_address = lower(${q}))`,
    order: orderOf(asked.sort),
    batched: q === "",
  });
  return { ...page, data: page.data.map(shown) };
}

/** @throws HttpError 404 */
export async function loadMailing(trx: Trx, account: string, id: number): Promise<Mailing> {
  const row = await checkedRow(
    trx,
    MailingRow,
    sql`
    select ${columns} from ${joined} where m.customer_account = ${account} and m.id = ${id}`,
  );
  if (!row) throw new HttpError(404, noMailing);
  return shown(row);
}

const detailFields = MailingDetail.pick({
  ...{ preheader: true, template_id: true, body: true, files: true, price: true },
  ...{ pause_after: true, pause_reason: true, tracked: true },
});
const DetailRow = MailingRow.extend({
  ...detailFields.shape,
  price: jsonColumn(MailingDetail.shape.price),
  /** What an earlier release kept may lack some of it. */
  audience: z.custom<Partial<MailingDetail["audience"]>>(
    (kept) => MailingDetail.shape.audience.safeParse(kept).success,
  ),
  mail_price: z.number(),
  accepted: z.number(),
  closed: z.boolean(),
  lately: z.number(),
});

const ReasonCount = z.object({ reason: z.string(), recipients: z.number() });

/** @throws HttpError 404 */
export async function loadDetail(trx: Trx, account: string, id: number, now: Date): Promise<MailingDetail> {
  const found = await checkedRow(
    trx,
    DetailRow,
    sql`
    select ${columns}, m.preheader, m.template_id, m.body, m.files, m.price, m.pause_after, m.pause_reason, m.audience, m.mail_price,
      m.content ? 'links' as tracked, m.closed, coalesce(c.accepted, 0) as accepted, case when m.status = 'sending' then (
        select count(*)::int from email.recipients r where r.customer_account = m.customer_account and r.mailing_id = m.id
          and r.sent_at > now() - interval '1 minute') else 0 end as lately
    from ${joined} where m.customer_account = ${account} and m.id = ${id}`,
  );
  if (!found) throw new HttpError(404, noMailing);
  const { mail_price, accepted, closed, lately, audience, ...row } = found;
  const own = await findHost(trx, account, now);
  const reasons = await checkedRows(
    trx,
    ReasonCount,
    sql`
    select reason, count(*)::int as recipients from email.recipients
    where customer_account = ${account} and mailing_id = ${id} and reason <> '' and status in ('bounced', 'failed', 'unknown')
    group by reason order by 2 desc limit 20`,
  );
  const held = ["draft", "cancelled"].includes(row.status) && !row.started_at ? 0 : row.cost_cents;
  const charged = Math.min(row.cost_cents, costCents(accepted, mail_price));
  return {
    ...shown(row),
    audience: { exclude_ids: [], quiet_days: 0, conditions: [], ...audience },
    own_host: own ? { host: own.host, left_today: leftToday(own) ?? null } : null,
    held_cents: held,
    charged_cents: charged,
    released_cents: closed ? row.cost_cents - charged : 0,
    rate: Math.round((lately / 60) * 10) / 10,
    reasons,
  };
}

const time = z.date().nullable();
const RecipientRow = MailingRecipient.extend({
  ...{ next_try: time, sent_at: time, bounced_at: time, complained_at: time },
  ...{ unsubscribed_at: time, opened_at: time, clicked_at: time },
});

const eventColumns: Record<RecipientEvent, string> = {
  complained: "r.complained_at",
  unsubscribed: "r.unsubscribed_at",
  opened: "e.opened_at",
  clicked: "e.clicked_at",
};

function isEvent(status: RecipientStatus | RecipientEvent): status is RecipientEvent {
  return Object.hasOwn(eventColumns, status);
}

/** @throws HttpError 404 */
export async function recipientPage(
  trx: Trx,
  account: string,
  id: number,
  asked: PageQuery & { q: string; status?: RecipientStatus | RecipientEvent | undefined; link?: number | undefined },
) {
  await loadMailing(trx, account, id);
  const { status, link, q } = asked;
  const wanted =
    status === undefined
      ? sql`true`
      : isEvent(status)
        ? sql`${sql.raw(eventColumns[status])} is not null`
        : sql`r.status = ${status}`;
  const page = await pageOfRows(trx, asked, {
    schema: RecipientRow,
    select: sql`r.seq, r.address, r.name, r.status, r.reason, r.tries,
      case when r.status = 'queued' then r.not_before end as next_try,
      r.sent_at, r.bounced_at, r.complained_at, r.unsubscribed_at, e.opened_at, coalesce(e.opens, 0) as opens,
      e.clicked_at, coalesce(e.clicks, 0) as clicks, coalesce(e.prefetches, 0) as prefetches`,
    from: sql`email.recipients r left join email.engagement e
        on e.customer_account = r.customer_account and e.mailing_id = r.mailing_id and e.seq = r.seq
      where r.customer_account = ${account} and r.mailing_id = ${id} and ${wanted}
        and (${link ?? null}::int is null or exists (select from email.link_clicks k where k.customer_account = ${account}
          and k.mailing_id = ${id} and k.link = ${link ?? null}::int and k.seq = r.seq and k.clicks > 0))
        and (${q} = '' or strpos(r.address, lower(${q})) > 0 or strpos(lower(r.name), lower(${q})) > 0)`,
    order: byNumber("r.seq", true),
    batched: false,
  });
  const iso = (at: Date | null) => at?.toISOString() ?? null;
  return {
    ...page,
    data: page.data.map((row) => ({
      ...row,
      next_try: iso(row.next_try),
      sent_at: iso(row.sent_at),
      bounced_at: iso(row.bounced_at),
      complained_at: iso(row.complained_at),
      unsubscribed_at: iso(row.unsubscribed_at),
      opened_at: iso(row.opened_at),
      clicked_at: iso(row.clicked_at),
    })),
  };
}
