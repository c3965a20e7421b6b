import { sql } from "kysely";
import type { z } from "zod";
import type { ListSort } from "../../../rules/list-orders";
import { storable } from "../../../rules/storable";
import { isDuplicate, type Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { plain } from "../../kit/plain";
import { HttpError } from "../../kit/serve";
import type { Template, TemplateForm, templateQuery } from "../contract.templates";

type Form = z.output<typeof TemplateForm>;
type Row = Omit<Template, "created_at" | "updated_at"> & { created_at: Date; updated_at: Date };

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
  const page = await pageOfRows<Row>(trx, asked, {
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
  const { rows } = await sql<Row>`
    select ${columns} from messaging.templates where customer_account = ${account} and id = ${id}`.execute(trx);
  return rows[0] && shown(rows[0]);
}

/** @throws HttpError 422 on `name` when another template of the channel has it */
export async function createTemplate(trx: Trx, account: string, form: Form, by: string): Promise<Template> {
  const { rows } = await sql<Row>`
    insert into messaging.templates (customer_account, channel, name, body, body_sw, created_by)
    values (${account}, ${form.channel}, ${plain(form.name)}, ${storable(form.body)}, ${storable(form.body_sw ?? "")}, ${by})
    on conflict (customer_account, channel, lower(name)) do nothing returning ${columns}`.execute(trx);
  if (!rows[0]) throw nameTaken(form.name);
  return shown(rows[0]);
}

/** @throws HttpError 404, and 422 on `name` when another template of the channel has it */
export async function updateTemplate(trx: Trx, account: string, id: number, form: Form): Promise<Template> {
  const { rows } = await sql<Row>`
    update messaging.templates
    set channel = ${form.channel}, name = ${plain(form.name)}, body = ${storable(form.body)},
      body_sw = coalesce(${form.body_sw === undefined ? null : storable(form.body_sw)}, body_sw), updated_at = now()
    where customer_account = ${account} and id = ${id} returning ${columns}`
    .execute(trx)
    .catch((error: unknown) => {
      throw isDuplicate(error) ? nameTaken(form.name) : error;
    });
  if (!rows[0]) throw new HttpError(404, noTemplate);
  return shown(rows[0]);
}

/** @throws HttpError 404 */
export async function deleteTemplate(trx: Trx, account: string, id: number): Promise<Template> {
  const { rows } = await sql<Row>`
    delete from messaging.templates where customer_account = ${account} and id = ${id} returning ${columns}`.execute(
    trx,
  );
  if (!rows[0]) throw new HttpError(404, noTemplate);
  return shown(rows[0]);
}

export const noTemplate = "There is no such template.";

function nameTaken(name: string): HttpError {
  const words = `There is a template named ${name} for this channel already.`;
  return new HttpError(422, words, { name: [words] });
}
