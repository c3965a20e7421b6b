import { type RawBuilder, sql } from "kysely";
import type { RecordKind } from "../../../rules/crm";
import { type CustomFilter, filterKey, filterNumber, readCustomFilters } from "../../../rules/crm-field-filters";
import type { FieldDefinition } from "../../../rules/crm-fields";
import type { Trx } from "../../kit/database";
import { listFields } from "./store";

/**
 * The condition on the records `l` of a query's `custom`. Fields that are not there any more filter nothing; a value that
 * no record can have finds none.
 */
export async function customCondition(
  trx: Trx,
  account: string,
  kind: RecordKind,
  said: string,
): Promise<RawBuilder<unknown>> {
  const filters = readCustomFilters(said);
  if (filters.length === 0) return sql`true`;
  const fields = await listFields(trx, account, kind);
  const conditions = filters.flatMap((filter) => {
    const field = fields.find(({ id }) => id === filter.field);
    return field ? [condition(account, field, filter)] : [];
  });
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

function condition(account: string, field: FieldDefinition, { part, value }: CustomFilter): RawBuilder<unknown> {
  const found = (is: RawBuilder<unknown>) => sql`l.id in (select v.record_id from crm.custom_values v
    where v.customer_account = ${account} and v.field_id = ${field.id} and ${is})`;
  if (part === "is") {
    if (value === "none") return sql`not ${found(sql`v.record_id = l.id`)}`;
    const key = filterKey(field, value);
    return key === undefined ? sql`false` : found(sql`v.key = ${key}`);
  }
  const bound = filterNumber(field, value);
  if (bound === undefined) return sql`false`;
  return found(
    part === "from" ? sql`v.ordered >= ${bound}::double precision` : sql`v.ordered <= ${bound}::double precision`,
  );
}
