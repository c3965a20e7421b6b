import { sql } from "kysely";
import type { z } from "zod";
import { sayRule } from "../../../rules/crm";
import type { ListSort } from "../../../rules/list-orders";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { likeOf, pageOfRows } from "../../kit/paging";
import { row, rows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { Lead, LeadChange, LeadDetail, leadCalls, PipelineStage } from "../contract.leads";
import { asLead, type LeadRow, leadColumns, leadsFrom } from "../records/rows";
import { listRules, matchedRules } from "../records/scoring";
import { listStages } from "../records/stages";

type LeadQuery = z.output<typeof leadCalls.leads.query>;

const orders = namedOrders<ListSort<"leads">>(
  {
    created: [],
    name: keyColumn("text", sql`lower(l.name)`),
    value: keyColumn("bigint", "l.value_cents", true),
    score: keyColumn("bigint", "l.score"),
    active: keyColumn("timestamptz", "l.active_at"),
  },
  keyColumn("bigint", "l.id"),
);

/** Whose leads, and what they say. */
function matching(account: string, { q, sales_manager }: Pick<LeadQuery, "q" | "sales_manager">) {
  const like = likeOf(q);
  return sql`l.customer_account = ${account}
    and (${q} = '' or l.name ilike ${like} or l.company ilike ${like} or l.phone like ${like} or l.email ilike ${like})
    and (${sales_manager ?? null}::text is null or coalesce(l.sales_manager_id, 'none') = ${sales_manager ?? null})`;
}

export async function leadPage(trx: Trx, account: string, query: LeadQuery, now: Date) {
  const { stage, state, rotting } = query;
  const from = sql`${leadsFrom} where ${matching(account, query)}
    and (${stage ?? null}::bigint is null or l.stage_id = ${stage ?? null})
    and (${state} = 'all' or ${stage ?? null}::bigint is not null
      or (s.category in ('won', 'lost')) = (${state} = 'closed'))
    and (${rotting !== "1"} or (s.category not in ('won', 'lost')
      and l.active_at < ${now}::timestamptz - s.rot_days * interval '1 day'))`;
  const page = await pageOfRows<LeadRow>(trx, query, { select: leadColumns, from, order: orders(query.sort) });
  return { ...page, data: page.data.map((lead) => asLead(lead, now)) };
}

export async function findLead(trx: Trx, account: string, id: number, lock = false): Promise<LeadRow> {
  const found = await row<LeadRow>(
    trx,
    sql`select ${leadColumns} from ${leadsFrom} where l.customer_account = ${account} and l.id = ${id}
      ${lock ? sql`for update of l` : sql``}`,
  );
  if (!found) throw new HttpError(404, "There is no such lead.");
  return found;
}

/** One lead with all that its page says. @throws HttpError 404 */
export async function loadLead(trx: Trx, account: string, id: number, now: Date): Promise<LeadDetail> {
  const found = await findLead(trx, account, id);
  const [rules, changes, duplicates] = await Promise.all([
    listRules(trx, account),
    rows<Omit<LeadChange, "at"> & { at: Date }>(
      trx,
      sql`select id, at, by, field, before, after from crm.lead_changes
        where customer_account = ${account} and lead_id = ${id} order by id desc limit 100`,
    ),
    listDuplicates(trx, account, found),
  ]);
  const parts = matchedRules(rules, found).map(({ rule, points }) => {
    const known = rules.find((one) => one.id === rule);
    return { rule: known ? sayRule(known) : "", points };
  });
  return {
    ...asLead(found, now),
    score_parts: parts,
    changes: changes.map((change) => ({ ...change, at: change.at.toISOString() })),
    duplicates,
  };
}

/** Other leads with the same number or address. */
function listDuplicates(trx: Trx, account: string, { id, phone, email }: LeadRow) {
  return rows<LeadDetail["duplicates"][number]>(
    trx,
    sql`select l.id, l.name, s.name as stage from ${leadsFrom}
      where l.customer_account = ${account} and l.id <> ${id}
        and ((${phone} <> '' and l.phone = ${phone}) or (${email} <> '' and lower(l.email) = lower(${email})))
      order by l.id limit 10`,
  );
}

/** Cards of a stage on the board. */
const cardsOfStage = 50;

export async function loadPipeline(
  trx: Trx,
  account: string,
  query: Pick<LeadQuery, "q" | "sales_manager">,
  now: Date,
): Promise<PipelineStage[]> {
  const stages = await listStages(trx, account);
  const sums = await rows<{ stage_id: number; currency: string; leads: number; cents: number }>(
    trx,
    sql`select l.stage_id, l.currency, count(*)::int as leads, coalesce(sum(l.value_cents), 0)::bigint as cents
      from ${leadsFrom} where ${matching(account, query)} group by l.stage_id, l.currency order by l.currency`,
  );
  const cards = await rows<LeadRow>(
    trx,
    sql`select x.* from crm.lead_stages t cross join lateral (
        select ${leadColumns} from ${leadsFrom} where ${matching(account, query)} and l.stage_id = t.id
        order by l.active_at, l.id limit ${cardsOfStage}) x
      where t.customer_account = ${account}`,
  );
  return stages.map((stage) => {
    const own = sums.filter(({ stage_id }) => stage_id === stage.id);
    return {
      ...stage,
      leads: own.reduce((sum, { leads }) => sum + leads, 0),
      values: own.filter(({ cents }) => cents > 0).map(({ currency, cents }) => ({ currency, cents })),
      cards: cards.filter(({ stage_id }) => stage_id === stage.id).map((lead): Lead => asLead(lead, now)),
    };
  });
}
