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
  const conditions = fields.flatMap((field) => {
    const asked = filters.filter((filter) => filter.field === field.id);
    return asked.length === 0 ? [] : [condition(account, field, asked)];
  });
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** What is asked of one field is asked of one row of its values, which an index finds in one stretch. */
function condition(account: string, field: FieldDefinition, asked: readonly CustomFilter[]): RawBuilder<unknown> {
  const isValue = (is: RawBuilder<unknown>) => sql`l.id in (select v.record_id from crm.custom_values v
    where v.customer_account = ${account} and v.field_id = ${field.id} and ${is})`;
  if (asked.some(({ part, value }) => part === "is" && value === "none"))
    return sql`not exists (select from crm.custom_values v
      where v.customer_account = ${account} and v.record_id = l.id and v.field_id = ${field.id})`;
  const parts = asked.map(({ part, value }) => {
    if (part === "is") {
      const key = filterKey(field, value);
      return key === undefined ? sql`false` : sql`v.key = ${key}`;
    }
    const bound = filterNumber(field, value);
    if (bound === undefined) return sql`false`;
    return part === "from" ? sql`v.ordered >= ${bound}::float8` : sql`v.ordered <= ${bound}::float8`;
  });
  return isValue(sql.join(parts, sql` and `));
}
