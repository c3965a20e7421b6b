import { sql } from "kysely";
import { z } from "zod";
import { type Block, emailFields } from "../../../rules/email-blocks";
import type { ListSort } from "../../../rules/list-orders";
import { isDuplicate, type Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, jsonColumn } from "../../kit/row-schema";
import { json, texts } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { EmailTemplate, type TemplateForm, TemplateRow } from "../contract.schemas";

type Form = z.output<typeof TemplateForm>;
const times = { created_at: z.date(), updated_at: z.date() };
type Times = { created_at: Date; updated_at: Date };
const ListedRow = TemplateRow.extend(times);
const WholeRow = EmailTemplate.extend({ ...times, blocks: jsonColumn(EmailTemplate.shape.blocks) });

export const noTemplate = "There is no such template.";
const listed = sql.raw("id, name, subject, preheader, fields, created_by, created_at, updated_at");
const whole = sql.raw("id, name, subject, preheader, blocks, text, fields, created_by, created_at, updated_at");

function shown<T extends Times>(row: T) {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}

const orderOf = namedOrders<ListSort<"templates">>(
  { created: [], name: keyColumn("text", sql`lower(name)`), updated: keyColumn("timestamptz", "updated_at") },
  keyColumn("bigint", "id"),
);

export async function templatePage(
  trx: Trx,
  account: string,
  asked: PageQuery & { q: string; sort: ListSort<"templates"> },
) {
  const page = await pageOfRows(trx, asked, {
    schema: ListedRow,
    select: listed,
    from: sql`email.templates where customer_account = ${account}
      and (${asked.q} = '' or strpos(lower(name), lower(${asked.q})) > 0 or strpos(lower(subject), lower(${asked.q})) > 0)`,
    order: orderOf(asked.sort),
    batched: asked.q === "",
  });
  return { ...page, data: page.data.map(shown) };
}

/** @throws HttpError 404 */
export async function loadTemplate(trx: Trx, account: string, id: number): Promise<EmailTemplate> {
  const row = await checkedRow(
    trx,
    WholeRow,
    sql`
    select ${whole} from email.templates where customer_account = ${account} and id = ${id}`,
  );
  if (!row) throw new HttpError(404, noTemplate);
  return shown(row);
}

type Saved = { form: Form; html: string; by: string };

/** @throws HttpError 422 on `name` when another template has it */
export async function insertTemplate(trx: Trx, account: string, { form, html, by }: Saved): Promise<EmailTemplate> {
  const row = await checkedRow(
    trx,
    WholeRow,
    sql`
    insert into email.templates (customer_account, name, subject, preheader, blocks, text, html, fields, created_by)
    values (${account}, ${form.name}, ${form.subject}, ${form.preheader}, ${json(form.blocks)}, ${form.text}, ${html},
      ${texts(fieldsIn(form))}, ${by})
    on conflict (customer_account, lower(name)) do nothing returning ${whole}`,
  );
  if (!row) throw nameTaken(form.name);
  return shown(row);
}

/** @throws HttpError 404, and 422 on `name` when another template has it */
export async function updateTemplate(
  trx: Trx,
  account: string,
  id: number,
  { form, html }: Omit<Saved, "by">,
): Promise<EmailTemplate> {
  const row = await checkedRow(
    trx,
    WholeRow,
    sql`
    update email.templates set name = ${form.name}, subject = ${form.subject}, preheader = ${form.preheader},
      blocks = ${json(form.blocks)}, text = ${form.text}, html = ${html}, fields = ${texts(fieldsIn(form))},
      updated_at = now()
    where customer_account = ${account} and id = ${id} returning ${whole}`,
  ).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTaken(form.name) : error;
  });
  if (!row) throw new HttpError(404, noTemplate);
  return shown(row);
}

/** @throws HttpError 404 */
export async function deleteTemplate(trx: Trx, account: string, id: number): Promise<EmailTemplate> {
  const row = await checkedRow(
    trx,
    WholeRow,
    sql`
    delete from email.templates where customer_account = ${account} and id = ${id} returning ${whole}`,
  );
  if (!row) throw new HttpError(404, noTemplate);
  return shown(row);
}

function fieldsIn(form: Form): string[] {
  return emailFields({ ...form, blocks: form.blocks as readonly Block[] });
}

function nameTaken(name: string): HttpError {
  const words = `There is an email template named ${name} already.`;
  return new HttpError(422, words, { name: [words] });
}
