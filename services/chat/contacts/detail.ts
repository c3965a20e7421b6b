import { sql } from "kysely";
import { abilities, replyWindow } from "../../../rules/chat-channels";
import { fieldLabel } from "../../../rules/chat-forms";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { bigints, seconds } from "../../kit/rows";
import type { ContactDetail } from "../contract.inbox";
import { ChatActivity } from "../contract.schemas";
import { contactRows, mustHave, shownContact } from "../records/contacts";
import { listMergedPeople, loadRootPerson, shownPerson } from "../records/people";

/** One conversation with its customer and what was done. @throws HttpError 404 */
export async function contactDetail(trx: Trx, account: string, id: number, now: Date): Promise<ContactDetail> {
  const found = await mustHave(trx, account, id);
  const root = await loadRootPerson(trx, account, found.person_id);
  const group = await listMergedPeople(trx, account, root.id);
  const [person, others, activities] = [
    await shownPerson(trx, account, root.id),
    await contactRows(
      trx,
      account,
      sql`c.person_id = any(${bigints(group)}) and c.contact_id <> ${id}`,
      sql`c.contact_id desc`,
      30,
    ),
    await checkedRows(
      trx,
      ChatActivity,
      sql`
      select id, contact_id, extract(epoch from date)::bigint as date, description, color, customer_account, by, action
      from chat.activities where customer_account = ${account} and contact_id = ${id} order by date, id limit 200`,
    ),
  ];
  const { disposition_type_id: type_id, disposition_item_id: item_id, disposition_note: note } = found;
  return {
    contact: shownContact(found),
    person,
    window: replyWindow(found.channel, seconds(found.last_customer_at), seconds(now)),
    form: Object.entries(found.form).map(([name, value]) => ({ name, label: fieldLabel(name), value: String(value) })),
    page: { url: found.page.url ?? "", title: found.page.title ?? "" },
    rating: found.rating === null ? null : { stars: found.rating, note: found.rating_note },
    disposition: type_id === null ? null : { type_id, item_id, note },
    others: others.map(shownContact),
    activities,
    can: abilities(found.channel, found.user_id),
  };
}
