import { sql } from "kysely";
import { z } from "zod";
import { commas } from "../../../rules/format";
import type { ListSort } from "../../../rules/list-orders";
import { parsePhone } from "../../../rules/phone.foreign";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import { recordConsents } from "../../kit/consents";
import type { Trx } from "../../kit/database";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { countCap, type PageQuery, pageOfRows } from "../../kit/paging";
import { plain } from "../../kit/plain";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { BlacklistEntry } from "../contract.contacts";
import { indexed } from "./search";

const EntryRow = BlacklistEntry.extend({ created_at: z.date() });

const orderOf = namedOrders<ListSort<"blacklist">>(
  { added: [], number: keyColumn("text", "msisdn") },
  keyColumn("bigint", "id"),
);

/** Numbers that are never messaged; a search finds them by how they begin or end. */
export async function blacklistPage(
  trx: Trx,
  account: string,
  asked: PageQuery & { q: string; sort: ListSort<"blacklist"> },
) {
  const some = indexed(asked.q, { names: false }).map(
    (condition) =>
      sql`(select id from messaging.blacklist where customer_account = ${account} and ${condition} limit ${countCap})`,
  );
  const found = some.length > 0 ? sql.join(some, sql` union `) : sql`select 0::bigint as id where false`;
  const wanted = asked.q === "" ? sql`true` : sql`id in (select id from (${found}) f)`;
  const page = await pageOfRows(trx, asked, {
    schema: EntryRow,
    select: sql`id, msisdn, reason, source, added_by, created_at`,
    from: sql`messaging.blacklist where customer_account = ${account} and ${wanted}`,
    order: orderOf(asked.sort),
    batched: asked.q === "",
  });
  return { ...page, data: page.data.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) };
}

/** The numbers written one a line or with commas between, in E.164, and the lines that are none with the reason. */
export function readNumbers(text: string): {
  msisdns: string[];
  refused: { line: number; reason: string; cells: string[] }[];
} {
  const msisdns = new Set<string>();
  const refused: { line: number; reason: string; cells: string[] }[] = [];
  for (const [at, line] of text.split(/\r\n?|\n/).entries())
    for (const written of line.split(/[,;]/)) {
      if (written.trim() === "") continue;
      const phone = parsePhone(written);
      if (phone.ok) msisdns.add(phone.e164);
      else refused.push({ line: at + 1, reason: phone.reason, cells: [written.trim().slice(0, 200)] });
    }
  return { msisdns: [...msisdns], refused };
}

function lockOf(account: string) {
  return sql`hashtextextended(${`messaging.blacklist ${account}`}, 0)`;
}

/** For a file, which comes in its own order: two writers of many numbers would wait for each other's. */
export async function lockBlacklist(trx: Trx, account: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(account)})`.execute(trx);
}

const GotRow = z.object({ got: z.boolean() });

/** For numbers in order, beside others of the kind. @throws HttpError 409 while a file is being added */
async function shareBlacklist(trx: Trx, account: string): Promise<void> {
  const row = await checkedRow(
    trx,
    GotRow,
    sql`
    select pg_try_advisory_xact_lock_shared(${lockOf(account)}) as got`,
  );
  if (!row?.got) throw new HttpError(409, "A file is being added to the blacklist. Try again in a minute.");
}

const BlacklistedRow = z.object({ msisdn: z.string(), fresh: z.boolean() });

/** Answers how many were new. A number that is named once more is no longer its import's to take off again. */
export async function addToBlacklist(
  trx: Trx,
  account: string,
  msisdns: readonly string[],
  { reason, by }: { reason: string; by: ActivityActor },
): Promise<number> {
  await shareBlacklist(trx, account);
  const name = actorName(by);
  const rows = await checkedRows(
    trx,
    BlacklistedRow,
    sql`
    insert into messaging.blacklist as b (customer_account, msisdn, reason, source, added_by)
    select ${account}, msisdn, ${plain(reason)}, 'staff', ${name}
    from unnest(${[...msisdns].sort()}::text[]) with ordinality as given (msisdn, place) order by place
    on conflict (customer_account, msisdn) do update set import_id = null where b.import_id is not null
    returning msisdn, xmax = 0 as fresh`,
  );
  const added = rows.flatMap(({ msisdn, fresh }) => (fresh ? [msisdn] : []));
  const source = reason ? `Entered by staff: ${plain(reason)}` : "Entered by staff";
  await recordConsents(trx, account, added, { change: "out", source, by: name });
  if (added.length > 0)
    await recordActivity(trx, account, by, {
      action: "Numbers blacklisted",
      description: `${numbersLabel(added.length)} ${added.length === 1 ? "was" : "were"} added to the blacklist`,
      subject: "blacklist",
    });
  return added.length;
}

/** "1 number", "3,412 numbers" */
export function numbersLabel(count: number): string {
  return `${commas(count)} ${count === 1 ? "number" : "numbers"}`;
}

/** Another service of ours may call as well; it has no name. */
export function actorName(by: ActivityActor): string {
  return by === "system" ? "" : by.name;
}

const MsisdnRow = z.object({ msisdn: z.string() });

export async function removeFromBlacklist(trx: Trx, account: string, id: number, by: ActivityActor): Promise<boolean> {
  const rows = await checkedRows(
    trx,
    MsisdnRow,
    sql`
    delete from messaging.blacklist where customer_account = ${account} and id = ${id} returning msisdn`,
  );
  const gone = rows.map(({ msisdn }) => msisdn);
  await recordConsents(trx, account, gone, {
    change: "in",
    source: "Taken off the blacklist by staff",
    by: actorName(by),
  });
  for (const msisdn of gone)
    await recordActivity(trx, account, by, {
      action: "Number taken off the blacklist",
      description: `${msisdn} was taken off the blacklist`,
      subject: "blacklist",
      subject_id: String(id),
    });
  return gone.length > 0;
}
