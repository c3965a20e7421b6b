import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows, IdNameRow, IdRow } from "../../kit/row-schema";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import { MailList, maxLists } from "../contract.lists";

const noList = "There is no such list.";
const wrongName = (words: string) => new HttpError(422, words, { name: [words] });

const Row = MailList.extend({ archived_at: z.date().nullable(), created_at: z.date() });
type Row = z.infer<typeof Row>;

const columns = sql`l.id, l.name, l.description, l.archived_at, l.created_by, l.created_at, (
  select count(*)::int from email.suppressions s where s.customer_account = l.customer_account and s.list_id = l.id
    and (s.expires_at is null or s.expires_at > now())) as suppressed`;

function shown({ archived_at, created_at, ...row }: Row): MailList {
  return { ...row, archived_at: archived_at?.toISOString() ?? null, created_at: created_at.toISOString() };
}

export async function listMailLists(trx: Trx, account: string): Promise<MailList[]> {
  const rows = await checkedRows(
    trx,
    Row,
    sql`
    select ${columns} from email.lists l where l.customer_account = ${account}
    order by l.archived_at is not null, lower(l.name)`,
  );
  return rows.map(shown);
}

/** @throws HttpError 404 */
async function loadMailList(trx: Trx, account: string, id: number): Promise<MailList> {
  const row = await checkedRow(
    trx,
    Row,
    sql`
    select ${columns} from email.lists l where l.customer_account = ${account} and l.id = ${id}`,
  );
  if (!row) throw new HttpError(404, noList);
  return shown(row);
}

type ListText = { name: string; description: string };

const ArchivedRow = z.object({ archived: z.boolean() });

/** @throws HttpError 422 when another list has the name */
async function mustBeFree(trx: Trx, account: string, name: string, id: number): Promise<void> {
  const row = await checkedRow(
    trx,
    ArchivedRow,
    sql`
    select archived_at is not null as archived from email.lists
    where customer_account = ${account} and lower(name) = lower(${name}) and id <> ${id}`,
  );
  if (!row) return;
  throw wrongName(row.archived ? "An archived list has this name." : "Another list has this name.");
}

/** @throws HttpError 422 when the name is taken, or there are too many */
export async function insertMailList(
  trx: Trx,
  account: string,
  { name, description, by }: ListText & { by: string },
): Promise<MailList> {
  // One after the other, so that two that come at once can't exceed the limit or take the same name.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email lists ${account}`}, 0))`.execute(trx);
  await mustBeFree(trx, account, name, 0);
  if ((await listMailLists(trx, account)).length >= maxLists)
    throw wrongName(`An account has at most ${maxLists} lists.`);
  const row = await checkedRow(
    trx,
    IdRow,
    sql`
    insert into email.lists (customer_account, name, description, created_by)
    values (${account}, ${name}, ${description}, ${by}) returning id`,
  );
  return loadMailList(trx, account, row?.id ?? 0);
}

/** @throws HttpError 404, 422 when the name is taken */
export async function updateMailList(
  trx: Trx,
  account: string,
  id: number,
  { name, description }: ListText,
): Promise<MailList> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email lists ${account}`}, 0))`.execute(trx);
  await mustBeFree(trx, account, name, id);
  await sql`update email.lists set name = ${name}, description = ${description}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  return loadMailList(trx, account, id);
}

/** Answers whether it was the other way before. @throws HttpError 404 */
export async function archiveMailList(
  trx: Trx,
  account: string,
  id: number,
  archived: boolean,
): Promise<{ list: MailList; changed: boolean }> {
  const found = await hasRows(
    trx,
    sql`
    update email.lists set archived_at = case when ${archived} then now() end
    where customer_account = ${account} and id = ${id} and (archived_at is null) = ${archived} returning id`,
  );
  return { list: await loadMailList(trx, account, id), changed: found };
}

/** A list that addresses are suppressed for; archived ones count too. @throws HttpError 422 for one that is not there */
export async function findMailList(
  trx: Trx,
  account: string,
  id: number | null,
): Promise<{ id: number; name: string } | undefined> {
  if (id === null) return undefined;
  const row = await checkedRow(
    trx,
    IdNameRow,
    sql`
    select id, name from email.lists where customer_account = ${account} and id = ${id}`,
  );
  const words = "Choose one of your own lists.";
  if (!row) throw new HttpError(422, words, { list_id: [words] });
  return row;
}

const ListState = z.object({ name: z.string(), archived: z.boolean() });

/** The name of a list that a mailing may be sent for. @throws HttpError 422 for one that is archived or not there */
export async function mustBeActive(trx: Trx, account: string, id: number | null): Promise<string | undefined> {
  if (id === null) return undefined;
  const found = await checkedRow(
    trx,
    ListState,
    sql`
    select name, archived_at is not null as archived from email.lists
    where customer_account = ${account} and id = ${id}`,
  );
  if (found && !found.archived) return found.name;
  const words = found ? `The list ${found.name} is archived. Choose another one.` : "Choose one of your own lists.";
  throw new HttpError(422, "Please correct the marked fields.", { list_id: [words] });
}
