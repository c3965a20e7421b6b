import { randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { LeadForm, type LeadFormBody, LeadFormDetail } from "../contract.forms";

type Body = z.output<typeof LeadFormBody>;
const LeadFormRow = LeadForm.extend({
  created_at: z.date(),
  last_at: z.date().nullable(),
});
type LeadFormRow = z.infer<typeof LeadFormRow>;

const formColumns = sql.raw(`f.id, f.key, f.name, f.title, f.intro, f.button, f.thanks, f.fields, f.consent,
  f.double_opt_in, f.manager_ids, f.sites, f.active, f.created_by, f.created_at,
  coalesce(e.arrived, 0) as arrived, coalesce(e.pending, 0) as pending, e.last_at`);

function formsWhere(account: string, which: RawBuilder<unknown>) {
  return sql`
    select ${formColumns} from crm.lead_forms f left join lateral (
      select count(*) filter (where e.state = 'arrived')::int as arrived,
        count(*) filter (where e.state = 'pending')::int as pending, max(e.created_at) as last_at
      from crm.form_entries e where e.customer_account = f.customer_account and e.form_id = f.id) e on true
    where f.customer_account = ${account} and ${which} order by f.id desc limit 200`;
}

function asForm(found: LeadFormRow): LeadForm {
  return { ...found, created_at: found.created_at.toISOString(), last_at: found.last_at?.toISOString() ?? null };
}

export async function listForms(trx: Trx, account: string): Promise<LeadForm[]> {
  return (await checkedRows(trx, LeadFormRow, formsWhere(account, sql`true`))).map(asForm);
}

/** @throws HttpError 404 */
export async function loadForm(trx: Trx, account: string, id: number): Promise<LeadFormDetail> {
  const found = await checkedRow(trx, LeadFormRow, formsWhere(account, sql`f.id = ${id}`));
  if (!found) throw new HttpError(404, "There is no such form.");
  const origins = await checkedRows(
    trx,
    LeadFormDetail.shape.origins.element,
    sql`select utm_source as source, utm_campaign as campaign,
        coalesce(substring(referrer from '^https?://([^/:]+)'), '') as referrer, count(*)::int as entries
      from crm.form_entries where customer_account = ${account} and form_id = ${id} and state = 'arrived'
      group by 1, 2, 3 order by entries desc, 1, 2, 3 limit 50`,
  );
  return { ...asForm(found), origins };
}

const columnsOf = ({ fields, ...body }: Body) => ({ ...body, fields: JSON.stringify(fields) });

/** Answers its id. */
export async function insertForm(trx: Trx, account: string, body: Body, by: string): Promise<number> {
  const key = randomBytes(18).toString("base64url");
  const { id } = await trx
    .insertInto("crm.lead_forms")
    .values({ ...columnsOf(body), customer_account: account, key, created_by: by })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`insert into crm.lead_form_keys (key, customer_account, form_id) values (${key}, ${account}, ${id})`.execute(
    trx,
  );
  return id;
}

/** @throws HttpError 404 */
export async function updateForm(trx: Trx, account: string, id: number, body: Body): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("crm.lead_forms")
    .set(columnsOf(body))
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new HttpError(404, "There is no such form.");
}
