import { sql } from "kysely";
import { z } from "zod";
import type { ListSort } from "../../../rules/list-orders";
import { storable } from "../../../rules/storable";
import { isDuplicate, type Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { plain } from "../../kit/plain";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { Template, type TemplateForm, type templateQuery } from "../contract.templates";

type Form = z.output<typeof TemplateForm>;
const Row = Template.extend({ created_at: z.date(), updated_at: z.date() });
type Row = z.infer<typeof Row>;

const columns = sql.raw("id, name, channel, body, body_sw, created_by, created_at, updated_at");

function shown(row: Row): Template {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}

const orderOf = namedOrders<ListSort<"templates">>(
  {
    created: [],
    name: keyColumn("text", sql`lower(name)`),
    updated: keyColumn("timestamptz", "updated_at"),
  },
  keyColumn("bigint", "id"),
);

export async function templatePage(trx: Trx, account: string, asked: z.output<typeof templateQuery>) {
  const q = plain(asked.q);
  const page = await pageOfRows(trx, asked, {
    schema: Row,
    select: columns,
    from: sql`messaging.templates where customer_account = ${account}
      and (${asked.channel ?? null}::text is null or channel = ${asked.channel ?? null})
      and (${q} = '' or strpos(lower(name), lower(${q})) > 0 or strpos(lower(body), lower(${q})) > 0)`,
    order: orderOf(asked.sort),
    batched: q === "",
  });
  return { ...page, data: page.data.map(shown) };
}

export async function loadTemplate(trx: Trx, account: string, id: number): Promise<Template | undefined> {
  const row = await checkedRow(
    trx,
    Row,
    sql`
    select ${columns} from messaging.templates where customer_account = ${account} and id = ${id}`,
  );
  return row && shown(row);
}

/** @throws HttpError 422 on `name` when another template of the channel has it */
export async function createTemplate(trx: Trx, account: string, form: Form, by: string): Promise<Template> {
  const row = await checkedRow(
    trx,
    Row,
    sql`
    insert into messaging.templates (customer_account, channel, name, body, body_sw, created_by)
    values (${account}, ${form.channel}, ${plain(form.name)}, ${storable(form.body)}, ${storable(form.body_sw ?? "")}, ${by})
    on conflict (customer_account, channel, lower(name)) do nothing returning ${columns}`,
  );
  if (!row) throw nameTaken(form.name);
  return shown(row);
}

/** @throws HttpError 404, and 422 on `name` when another template of the channel has it */
export async function updateTemplate(trx: Trx, account: string, id: number, form: Form): Promise<Template> {
  const row = await checkedRow(
    trx,
    Row,
    sql`
    update messaging.templates
    set channel = ${form.channel}, name = ${plain(form.name)}, body = ${storable(form.body)},
      body_sw = coalesce(${form.body_sw === undefined ? null : storable(form.body_sw)}, body_sw), updated_at = now()
    where customer_account = ${account} and id = ${id} returning ${columns}`,
  ).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTaken(form.name) : error;
  });
  if (!row) throw new HttpError(404, noTemplate);
  return shown(row);
}

/** @throws HttpError 404 */
export async function deleteTemplate(trx: Trx, account: string, id: number): Promise<Template> {
  const row = await checkedRow(
    trx,
    Row,
    sql`
    delete from messaging.templates where customer_account = ${account} and id = ${id} returning ${columns}`,
  );
  if (!row) throw new HttpError(404, noTemplate);
  return shown(row);
}

export const noTemplate = "There is no such template.";

function nameTaken(name: string): HttpError {
  const words = `There is a template named ${name} for this channel already.`;
  return new HttpError(422, words, { name: [words] });
}
