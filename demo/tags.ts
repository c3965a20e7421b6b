import { sql } from "kysely";
import { ensureTags } from "../services/crm/tags/store";
import type { Trx } from "../services/kit/database";
import { texts } from "../services/kit/rows";

/** The tags of the demo, and each how many records of a kind one after the other have it. */
const names = ["Key customer", "Wholesale", "Newsletter", "Trade fair"];

/** Tags of the demo's leads, contacts and deals. */
export async function addTags(trx: Trx, account: string): Promise<void> {
  const tags = await ensureTags(trx, account, names, "Mercy Nduku");
  const ids = names.map((name) => String(tags.find((tag) => tag.name === name)?.id));
  await sql`
    insert into crm.record_tags (customer_account, record_id, tag_id, record_kind)
    select l.customer_account, l.id, t.id::bigint, l.kind
    from (select *, row_number() over (partition by kind order by id) as at from crm.records
      where customer_account = ${account}) l
    join unnest(${texts(ids)}) with ordinality t (id, every) on l.at % (t.every + 1) = 1
    on conflict do nothing`.execute(trx);
}
