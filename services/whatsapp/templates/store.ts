import { sql } from "kysely";
import { z } from "zod";
import type { TemplatePrice } from "../../../rules/whatsapp/prices";
import {
  type TemplateCategory,
  type TemplateComponent,
  type TemplateState,
  templateCategories,
  whyUnusable,
} from "../../../rules/whatsapp/templates";
import type { Trx } from "../../kit/database";
import { newestFirst } from "../../kit/ordering";
import { pageOfRows } from "../../kit/paging";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { hasRows, json } from "../../kit/rows";
import { Template, type templateCalls } from "../contract.templates";
import type { WhatsappDeps } from "../deps";
import { HeaderFileRow, shownFile } from "../header-file";

/** A template as it is kept. */
const StoredTemplate = Template.extend({ sample: HeaderFileRow.nullable() });
export type StoredTemplate = z.infer<typeof StoredTemplate>;
const Row = StoredTemplate.omit({ unusable: true }).extend({
  created_at: z.date(),
  told_at: z.date(),
});
type Row = z.infer<typeof Row>;

const columns = sql.raw(
  "id, business_id, name, language, category, components, status, reason, quality, created_by, created_at, told_at, sample",
);

function stored(row: Row): StoredTemplate {
  const unusable = whyUnusable(row) ?? "";
  return { ...row, unusable, created_at: row.created_at.toISOString(), told_at: row.told_at.toISOString() };
}

export async function templatePage(trx: Trx, account: string, asked: z.output<typeof templateCalls.templates.query>) {
  const { q, status, category } = asked;
  const page = await pageOfRows(trx, asked, {
    schema: Row,
    select: columns,
    from: sql`whatsapp.templates where customer_account = ${account}
      and (${status ?? null}::text is null or status = ${status ?? null})
      and (${category ?? null}::text is null or category = ${category ?? null})
      and (${q} = '' or strpos(lower(name), lower(${q})) > 0 or strpos(lower(components::text), lower(${q})) > 0)`,
    order: newestFirst,
    batched: q === "",
  });
  return { ...page, data: page.data.map(stored) };
}

/** The templates of one business by name; those that were deleted are left out. */
export async function listTemplates(trx: Trx, account: string, business: string): Promise<StoredTemplate[]> {
  const found = await checkedRows(
    trx,
    Row,
    sql`
    select ${columns} from whatsapp.templates where customer_account = ${account} and business_id = ${business}
      and status <> 'deleted' order by name, language limit 6000`,
  );
  return found.map(stored);
}

export type KeptTemplate = StoredTemplate & { provider_id: string };

const TemplateRow = Row.extend({ provider_id: z.string() });

export async function loadTemplate(trx: Trx, account: string, id: number): Promise<KeptTemplate | undefined> {
  const [found] = await checkedRows(
    trx,
    TemplateRow,
    sql`
    select ${columns}, provider_id from whatsapp.templates where customer_account = ${account} and id = ${id}`,
  );
  return found && { ...stored(found), provider_id: found.provider_id };
}

/** A template as a call answers it. */
export function shownTemplate(
  deps: Pick<WhatsappDeps, "secret">,
  account: string,
  given: StoredTemplate & { provider_id?: string },
): Template {
  const { provider_id: _, sample, ...template } = given;
  return { ...template, sample: shownFile(deps, account, sample) };
}

/** What Meta tells of a template. */
export type TemplateNews = {
  business_id: string;
  provider_id: string;
  name: string;
  language: string;
  category: TemplateCategory;
  components: readonly TemplateComponent[];
  status: TemplateState;
  reason: string;
  quality: string;
};

const KnownTemplate = z.object({ id: z.number(), same: z.boolean() });

/** Keeps what Meta tells; a sync may have told of a template before who made it here. @returns its id, and whether it is new or differs from what was known */
export async function saveTemplate(
  trx: Trx,
  account: string,
  told: TemplateNews,
  { by = "", sample = null }: { by?: string; sample?: HeaderFileRow | null } = {},
): Promise<{ id: number; outcome: "added" | "changed" | "same" }> {
  const { business_id, provider_id, name, language, category, components, status, reason, quality } = told;
  const [before] = await checkedRows(
    trx,
    KnownTemplate,
    sql`
    select id, (name, language, category, status, reason, quality, components) is not distinct from
      (${name}::text, ${language}::text, ${category}::text, ${status}::text, ${reason}::text, ${quality}::text,
        ${json(components)}) as same
    from whatsapp.templates where customer_account = ${account} and business_id = ${business_id}
      and provider_id = ${provider_id} for update`,
  );
  const [kept] = await checkedRows(
    trx,
    IdRow,
    sql`
    insert into whatsapp.templates (customer_account, business_id, provider_id, name, language, category, components, status,
      reason, quality, created_by, sample)
    values (${account}, ${business_id}, ${provider_id}, ${name}, ${language}, ${category}, ${json(components)}, ${status},
      ${reason}, ${quality}, ${by}, ${sample && json(sample)})
    on conflict (customer_account, business_id, provider_id) do update set name = excluded.name,
      language = excluded.language, category = excluded.category, components = excluded.components,
      status = excluded.status, reason = excluded.reason, quality = excluded.quality, told_at = now(),
      sample = coalesce(excluded.sample, templates.sample)
    returning id`,
  );
  if (!kept) throw new Error("the template was not kept");
  return { id: kept.id, outcome: before === undefined ? "added" : before.same ? "same" : "changed" };
}

/** Those that Meta no longer lists. @returns how many went */
export async function markGone(trx: Trx, account: string, business: string, there: readonly string[]): Promise<number> {
  const gone = await checkedRows(
    trx,
    IdRow,
    sql`
    update whatsapp.templates set status = 'deleted', reason = '', told_at = now()
    where customer_account = ${account} and business_id = ${business} and status <> 'deleted'
      and provider_id <> all(${[...there]}::text[]) returning id`,
  );
  return gone.length;
}

export async function markDeleted(trx: Trx, account: string, id: number): Promise<void> {
  await sql`
    update whatsapp.templates set status = 'deleted', reason = '', sample = null where customer_account = ${account} and id = ${id}`.execute(
    trx,
  );
}

/** News of one template by Meta's id; nothing given stays as it is. @returns whether it is known */
export async function changeTold(
  trx: Trx,
  account: string,
  provider_id: string,
  news: { status?: TemplateState; reason?: string; quality?: string; category?: TemplateCategory },
): Promise<boolean> {
  return hasRows(
    trx,
    sql`
    update whatsapp.templates set status = coalesce(${news.status ?? null}, status),
      reason = coalesce(${news.reason ?? null}, reason), quality = coalesce(${news.quality ?? null}, quality),
      category = coalesce(${news.category ?? null}, category), told_at = now()
    where customer_account = ${account} and provider_id = ${provider_id} returning id`,
  );
}

/** Why a template can't be chosen, or "". @param business of the number; "" while it is not known */
export function chosenFault(template: KeptTemplate | undefined, business: string): string {
  if (!template || (business !== "" && template.business_id !== business))
    return "Choose one of this number's templates.";
  return template.unusable;
}

const PriceRow = z.object({ category: z.enum(templateCategories), country: z.string(), price: z.number() });

/** What a message costs, by its category and the customer's country. */
export function listPrices(trx: Trx): Promise<TemplatePrice[]> {
  return checkedRows(trx, PriceRow, sql`select category, country, price from whatsapp.price_list`);
}
