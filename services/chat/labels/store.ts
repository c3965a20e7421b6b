import { sql } from "kysely";
import { z } from "zod";
import { labelColourNames, maxContactLabels, maxLabels } from "../../../rules/chat-labels";
import { recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { keyColumn, orderBy } from "../../kit/ordering";
import { likePattern, type PageQuery, pageOfRows } from "../../kit/paging";
import { checkedRow, checkedRows, IdNameRow, IdRow } from "../../kit/row-schema";
import { bigints } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { Label, LabelForm } from "../contract.labels";
import type { Contact, ContactLabel } from "../contract.schemas";
import { remember, tellContact } from "../records/contact-events";
import { mustLock } from "../records/contacts";
import { ConflictError } from "../workspace/conflict";
import { activityActor } from "../workspace/context";
import type { UnitOfWork } from "../workspace/unit-of-work";

const LabelRow = z.object({
  id: z.number(),
  name: z.string(),
  colour: z.enum(labelColourNames),
  archived: z.boolean(),
  used: z.number(),
  updated_by: z.string(),
  updated_at: z.date(),
});
const byName = orderBy("name", [keyColumn("text", sql`lower(l.name)`), keyColumn("bigint", "l.id")], true);

type LabelQuery = PageQuery & { q: string; label_id?: number | undefined; state?: "active" | "archived" | undefined };

/** A page of the account's labels by name, archived ones among them unless the state says otherwise. */
export async function labelPage(trx: Trx, account: string, asked: LabelQuery) {
  const { q, label_id, state } = asked;
  const page = await pageOfRows(trx, asked, {
    schema: LabelRow,
    select: sql`l.id, l.name, l.colour, l.archived_at is not null as archived, l.updated_by, l.updated_at,
      (select count(*) from chat.contact_labels x where x.customer_account = l.customer_account and x.label_id = l.id) as used`,
    from: sql`chat.labels l where l.customer_account = ${account} and (${q} = '' or l.name ilike ${likePattern(q)})
      and ${label_id ? sql`l.id = ${label_id}` : sql`true`}
      and ${state ? sql`(l.archived_at is not null) = ${state === "archived"}` : sql`true`}`,
    order: byName,
  });
  const data: Label[] = page.data.map((found) => ({ ...found, updated_at: found.updated_at.toISOString() }));
  return { ...page, data };
}

const ChoiceRow = z.object({ id: z.number(), name: z.string(), colour: z.enum(labelColourNames) });

/** Those that agents may put on conversations, by name. */
export function activeLabels(trx: Trx, account: string): Promise<ContactLabel[]> {
  return checkedRows(
    trx,
    ChoiceRow,
    sql`
    select id, name, colour from chat.labels where customer_account = ${account} and archived_at is null
    order by lower(name), id limit ${maxLabels}::bigint`,
    { batched: true },
  );
}

/** Makes or changes a label. @throws HttpError 404, 422 for a name that is taken; ConflictError 406 for one too many */
export async function saveLabel(unit: UnitOfWork, form: z.output<typeof LabelForm> & { id?: number | undefined }) {
  const { trx, account, now, by } = unit;
  const { id, name, colour, archived } = form;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat.labels ${account}`}, 0))`.execute(trx);
  const taken = await checkedRow(
    trx,
    IdRow,
    sql`
    select id from chat.labels where customer_account = ${account} and lower(name) = lower(${name})
      and id is distinct from ${id ?? null}::bigint`,
  );
  if (taken)
    throw new HttpError(422, "Please correct the marked fields.", {
      name: ["There is a label of this name. It may be archived."],
    });
  if (id === undefined) await mustHaveRoom(trx, account);
  const saved = await checkedRow(
    trx,
    IdRow,
    id === undefined
      ? sql`
        insert into chat.labels (customer_account, name, colour, updated_by, updated_at)
        values (${account}, ${name}, ${colour}, ${by.name}, ${now}) returning id`
      : sql`
        update chat.labels set name = ${name}, colour = ${colour}, updated_by = ${by.name}, updated_at = ${now},
          archived_at = case when ${archived} then coalesce(archived_at, ${now}::timestamptz) end
        where customer_account = ${account} and id = ${id} returning id`,
  );
  if (!saved) throw new HttpError(404, noLabel);
  await told(unit, id === undefined ? "added" : "changed", name, saved.id);
  return saved.id;
}

const noLabel = "There is no such label.";

async function mustHaveRoom(trx: Trx, account: string): Promise<void> {
  const all = await checkedRows(trx, IdRow, sql`select id from chat.labels where customer_account = ${account}`);
  if (all.length >= maxLabels)
    throw new ConflictError(406, `An account has at most ${maxLabels} labels. Delete one that is not used.`);
}

const LabelUse = z.object({ name: z.string(), used: z.boolean() });

/** Takes a label from the list: deleted when no conversation has it, else archived. @throws HttpError 404 */
export async function removeLabel(unit: UnitOfWork, id: number): Promise<"deleted" | "archived"> {
  const { trx, account, now, by } = unit;
  const found = await checkedRow(
    trx,
    LabelUse,
    sql`
    select name, exists (select from chat.contact_labels x where x.customer_account = l.customer_account and x.label_id = l.id) as used
    from chat.labels l where customer_account = ${account} and id = ${id} for update`,
  );
  if (!found) throw new HttpError(404, noLabel);
  if (found.used)
    await sql`
      update chat.labels set archived_at = coalesce(archived_at, ${now}::timestamptz), updated_by = ${by.name}, updated_at = ${now}
      where customer_account = ${account} and id = ${id}`.execute(trx);
  else await sql`delete from chat.labels where customer_account = ${account} and id = ${id}`.execute(trx);
  await told(unit, "removed", found.name, id);
  return found.used ? "archived" : "deleted";
}

function told(unit: UnitOfWork, word: "added" | "changed" | "removed", name: string, id: number): Promise<void> {
  return recordActivity(unit.trx, unit.account, activityActor(unit), {
    action: `Chat label ${word}`,
    description: `${unit.by.name} ${word} the label ${name}`,
    subject: "chat label",
    subject_id: String(id),
  });
}

/**
 * Puts labels on a conversation and takes labels off. What it has already, or has not, is left as it is.
 * @throws HttpError 404 for the conversation, 422 for a label that is not to be put on; ConflictError 406 for one too many
 */
export async function labelContact(
  unit: UnitOfWork,
  id: number,
  { add, remove }: { add: readonly number[]; remove: readonly number[] },
): Promise<Contact> {
  const { trx, account, now, by } = unit;
  const { labels: before } = await mustLock(unit, id);
  const fresh = add.filter((one) => !remove.includes(one) && !before.some((had) => had.id === one));
  const gone = before.filter((had) => remove.includes(had.id));
  if (fresh.length === 0 && gone.length === 0) return tellContact(unit, id, "changed");
  // Locked, so that none is deleted meanwhile.
  const known = await checkedRows(
    trx,
    IdNameRow,
    sql`
    select id, name from chat.labels where customer_account = ${account} and id = any(${bigints(fresh)})
      and archived_at is null order by id for share`,
  );
  if (known.length < new Set(fresh).size)
    throw new HttpError(422, "This label is not available any more. Choose another one.", {
      label_id: ["Choose a label from the list."],
    });
  if (before.length - gone.length + known.length > maxContactLabels)
    throw new ConflictError(406, `A conversation has at most ${maxContactLabels} labels. Take one off first.`);
  await sql`
    insert into chat.contact_labels (customer_account, contact_id, label_id, added_by, added_at)
    select ${account}, ${id}, l, ${by.name}, ${now} from unnest(${bigints(known.map((one) => one.id))}) l
    on conflict do nothing`.execute(trx);
  await sql`
    delete from chat.contact_labels where customer_account = ${account} and contact_id = ${id}
      and label_id = any(${bigints(gone.map((one) => one.id))})`.execute(trx);
  await sql`update chat.contacts set updated_at = ${now} where customer_account = ${account} and contact_id = ${id}`.execute(
    trx,
  );
  for (const { name } of known) await remember(unit, id, "changed", `${by.name} added the label ${name}`);
  for (const { name } of gone) await remember(unit, id, "changed", `${by.name} removed the label ${name}`);
  return tellContact(unit, id, "changed");
}
