import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, NameRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { TicketItem } from "../contract.schemas";
import { notify } from "../notices/notify";
import { remember } from "../records/history";
import { lockTicket, touch } from "../records/lock";
import type { UnitOfWork } from "../workspace/unit-of-work";

type Form = {
  ticket_id: number;
  id?: number | undefined;
  name?: string | undefined;
  description?: string | undefined;
  done?: boolean | undefined;
  due_at?: string | null | undefined;
  delete: boolean;
};

const ItemRow = TicketItem.extend({
  due_at: z.date().nullable(),
  created_at: z.date(),
});

export async function itemsOn(trx: Trx, account: string, ticket: number): Promise<TicketItem[]> {
  const found = await checkedRows(
    trx,
    ItemRow,
    sql`
    select id, name, description, done, due_at, created_at,
      coalesce((select jsonb_agg(jsonb_build_object('id', m.user_id, 'name', w.name, 'email', w.email, 'item_member_id', m.id) order by w.name)
        from ticketing.item_members m join ticketing.people w on w.customer_account = m.customer_account and w.user_id = m.user_id
        where m.customer_account = i.customer_account and m.item_id = i.id), '[]') as members
    from ticketing.items i where customer_account = ${account} and ticket_id = ${ticket} order by id`,
    { batched: true },
  );
  return found.map((item) => ({
    ...item,
    due_at: item.due_at?.toISOString() ?? null,
    created_at: item.created_at.toISOString(),
  }));
}

/** Adds, changes or takes away an item; answers what the ticket has then. @throws HttpError 404, 422 */
export async function saveItem(unit: UnitOfWork, form: Form): Promise<TicketItem[]> {
  const { trx, account } = unit;
  const ticket = form.ticket_id;
  await lockTicket(unit, ticket);
  const due = form.due_at ? new Date(form.due_at) : null;
  let words: string;
  if (form.id === undefined) {
    if (!form.name) throw new HttpError(422, "Name the item.", { name: ["Name the item."] });
    await sql`
      insert into ticketing.items (customer_account, ticket_id, name, description, done, due_at)
      values (${account}, ${ticket}, ${form.name}, ${form.description ?? ""}, ${form.done ?? false}, ${due})`.execute(
      trx,
    );
    words = `Item added: ${form.name}`;
  } else {
    const mine = sql`customer_account = ${account} and ticket_id = ${ticket} and id = ${form.id}`;
    const known = await checkedRow(trx, NameRow, sql`select name from ticketing.items where ${mine}`);
    if (!known) throw new HttpError(404, "There is no such item.");
    if (form.delete) await sql`delete from ticketing.items where ${mine}`.execute(trx);
    else
      await sql`
        update ticketing.items set name = coalesce(${form.name ?? null}, name),
          description = coalesce(${form.description ?? null}, description), done = coalesce(${form.done ?? null}, done),
          due_at = case when ${form.due_at === undefined} then due_at else ${due}::timestamptz end
        where ${mine}`.execute(trx);
    const what = form.delete ? "removed" : form.done === undefined ? "changed" : form.done ? "done" : "not done yet";
    words = `Item ${what}: ${form.name ?? known.name}`;
  }
  await remember(unit, ticket, await touch(unit, ticket), [{ action: "item", words }]);
  return itemsOn(trx, account, ticket);
}

const TicketItemName = z.object({ ticket_id: z.number(), name: z.string() });

/** Gives an item to a person. @throws HttpError 404, 422 */
export async function giveItem(unit: UnitOfWork, item: number, user: string): Promise<TicketItem[]> {
  const { trx, account } = unit;
  const found = await checkedRow(
    trx,
    TicketItemName,
    sql`select ticket_id, name from ticketing.items where customer_account = ${account} and id = ${item}`,
  );
  if (!found) throw new HttpError(404, "There is no such item.");
  await lockTicket(unit, found.ticket_id);
  const person = await checkedRow(
    trx,
    NameRow,
    sql`select name from ticketing.people where customer_account = ${account} and user_id = ${user}`,
  );
  if (!person)
    throw new HttpError(422, "Choose a person from the list.", { member_id: ["Choose a person from the list."] });
  const given = await hasRows(
    trx,
    sql`
    insert into ticketing.item_members (customer_account, item_id, user_id) values (${account}, ${item}, ${user})
    on conflict do nothing returning id`,
  );
  if (!given) return itemsOn(trx, account, found.ticket_id);
  const version = await touch(unit, found.ticket_id);
  await remember(unit, found.ticket_id, version, [
    { action: "item", words: `Item given to ${person.name}: ${found.name}` },
  ]);
  if (user !== unit.by.id)
    await notify(unit, [
      {
        users: [user],
        kind: "assigned",
        ticket: found.ticket_id,
        words: `${unit.by.name} gave you an item of #${found.ticket_id}: ${found.name}`,
        key: `item:${item}:${version}`,
      },
    ]);
  return itemsOn(trx, account, found.ticket_id);
}

const TicketIdRow = z.object({ ticket_id: z.number() });

/** The item's ticket, for judging who may. */
export async function ticketOfItem(trx: Trx, account: string, item: number): Promise<number | undefined> {
  const found = await checkedRow(
    trx,
    TicketIdRow,
    sql`select ticket_id from ticketing.items where customer_account = ${account} and id = ${item}`,
  );
  return found?.ticket_id;
}

const ItemIdRow = z.object({ item_id: z.number() });

export async function itemOfMember(trx: Trx, account: string, id: number): Promise<number | undefined> {
  const found = await checkedRow(
    trx,
    ItemIdRow,
    sql`select item_id from ticketing.item_members where customer_account = ${account} and id = ${id}`,
  );
  return found?.item_id;
}

export async function takeItem(unit: UnitOfWork, id: number, ticket: number): Promise<void> {
  const { trx, account } = unit;
  await lockTicket(unit, ticket);
  await sql`delete from ticketing.item_members where customer_account = ${account} and id = ${id}`.execute(trx);
  await remember(unit, ticket, await touch(unit, ticket), [
    { action: "item", words: "An item was taken from a person" },
  ]);
}
