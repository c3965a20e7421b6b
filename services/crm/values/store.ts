import { sql } from "kysely";
import type { RecordKind } from "../../../rules/crm";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { CustomField } from "../contract.fields";

/** The custom fields of a kind, or of all, in their order; archived ones last. `batched` where nothing waits behind them. */
export function listFields(
  trx: Trx,
  account: string,
  kind: RecordKind | undefined,
  options: { batched?: boolean } = {},
): Promise<CustomField[]> {
  return checkedRows(
    trx,
    CustomField,
    sql`select f.id, f.kind, f.name, f.type, f.required, f.is_unique as "unique", f.help, f.currency, f.choices,
        f.archived_at is not null as archived,
        exists (select from crm.custom_values v where v.customer_account = f.customer_account and v.field_id = f.id) as used
      from crm.custom_fields f
      where f.customer_account = ${account} and (${kind ?? null}::text is null or f.kind = ${kind ?? null})
      order by f.archived_at is not null, f.rank, f.id`,
    options,
  );
}
