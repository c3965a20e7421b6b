import { sql } from "kysely";
import { parsePhone } from "../../../rules/phone.foreign";
import { recordConsents } from "../../kit/consents";
import type { Trx } from "../../kit/database";
import { type Asked, count, countCap, newestFirst, pageOfRows, reads } from "../../kit/paging";
import type { BlacklistEntry } from "../contract.contacts";
import { plain } from "../plain";
import { indexed } from "./search";

type EntryRow = Omit<BlacklistEntry, "created_at"> & { created_at: Date };

/** Numbers that are never messaged, newest first; a search finds them by how they begin or end. */
export async function blacklistPage(trx: Trx, account: string, asked: Asked & { q: string }) {
  const some = indexed(asked.q, { names: false }).map(
    (condition) =>
      sql`(select id from messaging.blacklist where customer_account = ${account} and ${condition} limit ${countCap})`,
  );
  const found = some.length > 0 ? sql.join(some, sql` union `) : sql`select 0::bigint as id where false`;
  const wanted = asked.q === "" ? sql`true` : sql`id in (select id from (${found}) f)`;
  const here = sql`customer_account = ${account} and ${wanted}`;
  const total = await count(trx, sql`messaging.blacklist where ${here}`);
  const page = await pageOfRows(
    asked,
    newestFirst,
    total,
    async (span) => {
      const { beyond, tail } = reads(newestFirst, span);
      const { rows } = await sql<EntryRow>`
        select id, msisdn, reason, source, added_by, created_at from messaging.blacklist
        where ${here} and ${beyond} ${tail}`.execute(trx);
      return rows;
    },
    (row) => [String(row.id)],
  );
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

/** Answers how many were new. */
export async function addToBlacklist(
  trx: Trx,
  account: string,
  msisdns: readonly string[],
  said: { reason: string; added_by: string },
): Promise<number> {
  const { rows } = await sql<{ msisdn: string }>`
    insert into messaging.blacklist (customer_account, msisdn, reason, source, added_by)
    select ${account}, msisdn, ${plain(said.reason)}, 'staff', ${said.added_by}
    from unnest(${[...msisdns].sort()}::text[]) with ordinality as given (msisdn, place) order by place
    on conflict (customer_account, msisdn) do nothing returning msisdn`.execute(trx);
  const source = said.reason ? `Entered by staff: ${plain(said.reason)}` : "Entered by staff";
  await recordConsents(
    trx,
    account,
    rows.map(({ msisdn }) => msisdn),
    { change: "out", source, by: said.added_by },
  );
  return rows.length;
}

export async function removeFromBlacklist(trx: Trx, account: string, id: number, by = ""): Promise<boolean> {
  const { rows } = await sql<{ msisdn: string }>`
    delete from messaging.blacklist where customer_account = ${account} and id = ${id} returning msisdn`.execute(trx);
  const gone = rows.map(({ msisdn }) => msisdn);
  await recordConsents(trx, account, gone, { change: "in", source: "Taken off the blacklist by staff", by });
  return rows.length > 0;
}
