import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { kindWords } from "../../../rules/crm";
import { customChanges, type FieldDefinition } from "../../../rules/crm-fields";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import { CustomValues } from "../contract.records";
import type { ImportRow } from "./store";

/**
 * Takes rows out of `incoming` that say nothing in a required field of a new record, or the unique value of another record
 * or of an earlier row, and keeps why. Answers how many.
 */
export async function refuseRows(
  trx: Trx,
  account: string,
  file: ImportRow,
  fields: readonly FieldDefinition[],
): Promise<number> {
  const mapped = fields.filter(({ id }) => file.mapping.columns.some(({ field }) => field === `custom.${id}`));
  // A row that changes nothing of a record is not wrong about it.
  const counts = file.duplicates === "skip" ? sql`n.record_id is null` : sql`true`;
  let refused = 0;
  for (const { id, name } of mapped.filter(({ required }) => required))
    refused += await refuse(trx, account, file, {
      reason: sql`${`${name} is required`}::text`,
      from: sql`incoming n where n.record_id is null and not n.custom ? ${String(id)}`,
    });
  for (const { id, name } of mapped.filter(({ unique }) => unique)) {
    const key = sql`lower(n.custom->>${String(id)})`;
    const one = kindWords[file.kind][0];
    refused += await refuse(trx, account, file, {
      reason: sql`${`${name} must be unique: `}::text || l.name || ${` (${one} `}::text || l.id || ') has it already'`,
      from: sql`incoming n
        join crm.custom_values v on v.customer_account = ${account} and v.field_id = ${id} and v.is_unique and v.key = ${key}
        join crm.records l on l.customer_account = v.customer_account and l.id = v.record_id
        where ${counts} and v.record_id is distinct from n.record_id`,
    });
    refused += await refuse(trx, account, file, {
      reason: sql`${`${name} must be unique: line `}::text || d.first || ' has it already'`,
      from: sql`incoming n
        join (select ${key} as key, min(n.line) as first from incoming n where ${counts} group by 1) d on d.key = ${key}
        where ${counts} and n.line > d.first`,
    });
  }
  return refused;
}

type Refusal = { reason: RawBuilder<unknown>; from: RawBuilder<unknown> };

const LineRow = z.object({ line: z.number() });

/** Takes rows out of `incoming`, and keeps why. Answers how many. */
export async function refuse(trx: Trx, account: string, file: ImportRow, { reason, from }: Refusal): Promise<number> {
  const gone = await checkedRows(
    trx,
    LineRow,
    sql`with wrong as (select distinct on (n.line) n.line, ${reason} as reason, n.cells from ${from} order by n.line),
      told as (
        insert into crm.import_refused (customer_account, import_id, line, kind, reason, cells)
        select ${account}, ${file.id}::bigint, line, 'refused', reason, coalesce(cells, '[]') from wrong
        on conflict do nothing)
      delete from incoming n using wrong w where n.line = w.line returning n.line`,
  );
  return gone.length;
}

const ChangedRecord = z.object({
  id: z.number(),
  before: CustomValues,
  after: CustomValues,
});

/** The history of what an import changes in custom fields: what `changing` has. */
export async function writeCustomChanges(
  trx: Trx,
  account: string,
  file: ImportRow,
  fields: readonly FieldDefinition[],
): Promise<void> {
  const found = await checkedRows(
    trx,
    ChangedRecord,
    sql`select id, before->'custom' as before, custom as after from changing where custom <> before->'custom'`,
  );
  const changes = found.flatMap(({ id, before, after }) =>
    customChanges(fields, before, after).map((change) => ({ id, ...change })),
  );
  if (changes.length === 0) return;
  const column = (name: "field" | "before" | "after") => texts(changes.map((change) => change[name]));
  await sql`
    insert into crm.changes (customer_account, record_id, by, field, before, after)
    select ${account}, id, ${file.created_by}, field, before, after
    from unnest(${changes.map(({ id }) => id)}::bigint[], ${column("field")}, ${column("before")}, ${column("after")})
      as x (id, field, before, after)`.execute(trx);
}
