import { sql } from "kysely";
import { z } from "zod";
import { checkedRow, checkedRows, IdRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { Contact } from "../contract.schemas";
import { remember, tellContact } from "../records/contact-events";
import { mustLock } from "../records/contacts";
import { ConflictError } from "../workspace/conflict";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** Stamps disposition_ignored: it leaves the list (R087). @throws ConflictError 406 */
export async function ignore(unit: UnitOfWork, id: number): Promise<Contact> {
  const { trx, account, now } = unit;
  const found = await mustLock(unit, id);
  if (!found.ended) throw new ConflictError(406, "End the conversation first.");
  if (found.disposed_at) throw new ConflictError(406, "This conversation has a disposition already.");
  if (!found.disposition_ignored) {
    await sql`
      update chat.contacts set disposition_ignored = ${now}, updated_at = ${now}
      where customer_account = ${account} and contact_id = ${id}`.execute(trx);
    await remember(unit, id, "ignored", `${unit.by.name} left it without a disposition`);
  }
  return tellContact(unit, id, "ignored");
}

type DispositionInput = { contact_id: number; type_id: number; item_id?: number | undefined; note: string };

const DispositionRow = z.object({ name: z.string(), items: z.array(z.object({ id: z.number(), title: z.string() })) });

/** Sets the disposition of an ended conversation (Q073); set again, the last one holds. @throws ConflictError 406 */
export async function dispose(unit: UnitOfWork, chosen: DispositionInput): Promise<Contact> {
  const { trx, account, now, by } = unit;
  const found = await mustLock(unit, chosen.contact_id);
  if (!found.ended) throw new ConflictError(406, "End the conversation first.");
  const type = await checkedRow(
    trx,
    DispositionRow,
    sql`
    select name, coalesce((select json_agg(json_build_object('id', x.id, 'title', x.title)) from chat.disposition_items x
      where x.customer_account = t.customer_account and x.type_id = t.id), '[]') as items
    from chat.disposition_types t where customer_account = ${account} and id = ${chosen.type_id}`,
  );
  if (!type) throw wrong("type_id", "Choose a disposition.");
  const item = type.items.find(({ id }) => id === chosen.item_id);
  if (chosen.item_id !== undefined && !item) throw wrong("item_id", "Choose one of this disposition's items.");
  if (type.items.length > 0 && !item) throw wrong("item_id", "Choose an item.");
  const words = item ? `${type.name}: ${item.title}` : type.name;
  await sql`
    update chat.contacts set disposition_type_id = ${chosen.type_id}, disposition_item_id = ${item?.id ?? null},
      disposition_label = ${words}, disposition_note = ${chosen.note}, disposed_at = ${now}, disposed_by = ${by.name},
      disposition_ignored = null, updated_at = ${now}
    where customer_account = ${account} and contact_id = ${chosen.contact_id}`.execute(trx);
  await remember(unit, chosen.contact_id, "disposed", `${by.name} set ${words}`);
  return tellContact(unit, chosen.contact_id, "disposed");
}

function wrong(field: string, words: string): HttpError {
  return new HttpError(422, "Please correct the marked fields.", { [field]: [words] });
}

const DispositionTypeRow = z.object({
  id: z.number(),
  name: z.string(),
  items: z.array(z.object({ id: z.number(), title: z.string() })),
});

/** What may be set, in order, and the one that fits a conversation best: its words in what was said, else the usual. */
export async function dispositionTypes(trx: UnitOfWork["trx"], account: string, contact?: number) {
  const data = await checkedRows(
    trx,
    DispositionTypeRow,
    sql`
    select id, name, coalesce((select json_agg(json_build_object('id', x.id, 'title', x.title) order by x.rank, x.id)
      from chat.disposition_items x where x.customer_account = t.customer_account and x.type_id = t.id), '[]') as items
    from chat.disposition_types t where customer_account = ${account} order by rank, id`,
  );
  const said = contact === undefined ? "" : await saidIn(trx, account, contact);
  const scored = data.map(({ id, name, items }) => ({ id, score: hits(said, [name, ...items.map((x) => x.title)]) }));
  const best = scored.sort((a, b) => b.score - a.score)[0];
  if (best && best.score > 0) return { data, suggested: best.id };
  const often = await checkedRow(
    trx,
    IdRow,
    sql`
    select disposition_type_id as id from (select disposition_type_id from chat.contacts
      where customer_account = ${account} and disposition_type_id is not null order by latest_at desc limit 200) lately
    group by 1 order by count(*) desc, 1 limit 1`,
  );
  return { data, suggested: data.some(({ id }) => id === often?.id) ? (often?.id ?? null) : null };
}

const TextRow = z.object({ text: z.string() });

async function saidIn(trx: UnitOfWork["trx"], account: string, contact: number): Promise<string> {
  const found = await checkedRows(
    trx,
    TextRow,
    sql`
    select left(text, 500) as text from chat.messages where customer_account = ${account} and contact_id = ${contact}
      and deleted_at is null order by at desc, id desc limit 30`,
  );
  return found
    .map(({ text }) => text)
    .join(" ")
    .toLowerCase();
}

/** How many of the names' longer words were said. */
function hits(said: string, names: readonly string[]): number {
  const words = new Set(names.flatMap((name) => name.toLowerCase().match(/\p{L}{4,}/gu) ?? []));
  return [...words].filter((word) => said.includes(word.slice(0, 6))).length;
}
