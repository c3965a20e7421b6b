import { type RawBuilder, sql } from "kysely";
import { maxPoints, pointKindNames } from "../../../rules/contact-points";
import { furtherUses } from "../../../rules/crm-import";
import type { Trx } from "../../kit/database";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { restorePoints } from "../points/store";
import type { ImportRow } from "./store";

/** Whether a file has columns with further numbers or addresses. */
export function bringsPoints({ mapping }: Pick<ImportRow, "mapping">): boolean {
  return mapping.columns.some(({ field }) => furtherUses.some((use) => use === field));
}

/** The further numbers and addresses of a staged row `s`, in the order of their uses: an array of kind and value. */
export function furtherOfRow(file: ImportRow): RawBuilder<unknown> {
  if (!bringsPoints(file)) return sql`'[]'::jsonb`;
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('kind', split_part(e.key, '_', 1), 'value', e.value)
      order by e.key), '[]')
    from jsonb_each_text(s.fields) e where e.key = any(${[...furtherUses]}::text[]))`;
}

/** The first further number or address of a row `n`; null where it brings none. */
export function firstFurther(kind: "phone" | "email"): RawBuilder<unknown> {
  return sql`(jsonb_path_query_first(n.further, ${`$[*] ? (@.kind == "${kind}")`}::jsonpath)->>'value')`;
}

/** Of what a row brings to the record `x` that is not among its numbers and addresses yet; null where there is nothing. */
export function newToRecord(account: string): RawBuilder<unknown> {
  return sql`(select jsonb_agg(f.point order by f.at)
    from jsonb_array_elements(x.further) with ordinality f (point, at)
    where lower(f.point->>'value') not in (x.phone, lower(x.email)) and not exists (
      select from crm.contact_points p where p.customer_account = ${account} and p.record_id = x.id
        and p.key = lower(f.point->>'value')))`;
}

/** Whether a record `l` has what a row `n` brings as a further number or address: its first one stays then. */
export function hasFurther(account: string, brought: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from crm.contact_points p where p.customer_account = ${account} and p.record_id = l.id
    and p.key = ${brought} and not p.is_primary)`;
}

type Source = {
  /** Rows `g` with the id of a record and an array of kinds and values. */
  from: RawBuilder<unknown>;
  /** Written in the history of the record as well: it was there before. */
  told: boolean;
};

/** Gives records further numbers and addresses, as many as a record may have. */
export async function addImported(trx: Trx, account: string, file: ImportRow, { from, told }: Source): Promise<void> {
  const added = sql`
    insert into crm.contact_points (customer_account, record_id, record_kind, kind, value, created_by)
    select ${account}, g.id, ${file.kind}, f.point->>'kind', f.point->>'value', ${file.created_by}
    from (${from}) g
    join crm.records l on l.customer_account = ${account} and l.id = g.id
    cross join lateral jsonb_array_elements(g.further) with ordinality f (point, at)
    where lower(f.point->>'value') not in (l.phone, l.email_key)
      and f.at + (select count(*) from crm.contact_points p
        where p.customer_account = ${account} and p.record_id = g.id and not p.is_primary) <= ${maxPoints}
    order by g.id, f.at on conflict (customer_account, record_id, key) do nothing returning record_id, kind, value`;
  if (!told) {
    await added.execute(trx);
    return;
  }
  await sql`
    with added as (${added})
    insert into crm.changes (customer_account, record_id, by, field, before, after)
    select ${account}, record_id, ${file.created_by},
      case kind when 'phone' then ${`Further ${pointKindNames.phone}`} else ${`Further ${pointKindNames.email}`} end, '', value
    from added order by record_id`.execute(trx);
}

/** Puts back what changed records had before the import, where it changed their numbers or addresses. */
export async function restoreImported(trx: Trx, account: string, id: number, restored: readonly number[]) {
  const replaced = sql`crm.import_replaced r where r.customer_account = ${account} and r.import_id = ${id}
    and r.record_id = any(${bigints(restored)}) and jsonb_typeof(r.before->'points') = 'array'`;
  const changed = await checkedRows(trx, IdRow, sql`select r.record_id as id from ${replaced}`);
  if (changed.length === 0) return;
  const kept = sql`select p.* from (select r.before->'points' as said from ${replaced}) g
    cross join lateral jsonb_populate_recordset(null::crm.contact_points, g.said) p`;
  const ids = changed.map((one) => one.id);
  await restorePoints(trx, account, ids, kept);
}
