import { sql } from "kysely";
import { z } from "zod";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import { recordConsents } from "../../kit/consents";
import type { Mapping } from "../../kit/contact-file/columns";
import { badFile } from "../../kit/contact-file/upload";
import type { Trx } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { checkedRows } from "../../kit/row-schema";
import { actorName, lockBlacklist, numbersLabel } from "./blacklist";
import { type Destination, foundIn } from "./import-staged";
import { type ImportRow, lockImport, move } from "./imports";

/** The file's own columns with the numbers and why; the rest of a contact has no place on the blacklist. */
export function blacklistMapping(file: Mapping): Mapping {
  const columns = file.columns.map((column): Mapping["columns"][number] =>
    column.role === "phone" || column.field === "reason" ? column : { title: column.title, role: "ignore", field: "" },
  );
  if (!columns.some(({ role }) => role === "phone"))
    throw badFile("No column of this file holds phone numbers. Give the column the heading Phone and send it again.");
  return { ...file, columns };
}

/** Sends an uploaded file to the blacklist: its job is queued in this transaction. */
export async function startBlacklisting(trx: Trx, account: string, id: number, by: ActivityActor): Promise<void> {
  const row = await lockImport(trx, account, id);
  await move(trx, account, row, "start");
  await sql`
    update messaging.imports set target = 'blacklist', mapping = ${JSON.stringify(blacklistMapping(row.mapping))},
      user_id = ${by === "system" ? null : by.id}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await sendLater(trx, "messaging.import", { account, import_id: id }, { key: `messaging.import ${account} ${id}` });
}

/** The blacklist as the destination of an import. */
export async function intoBlacklist(trx: Trx, account: string, row: ImportRow): Promise<Destination> {
  await lockBlacklist(trx, account);
  return {
    byEmail: false,
    merge: () => mergeStaged(trx, account, row),
    async end(counts) {
      const { added, refused } = counts;
      const known = foundIn(counts);
      const by = row.user_id === null ? "system" : { id: row.user_id, name: row.created_by };
      await recordActivity(trx, account, by, {
        action: "Numbers blacklisted",
        description: `${numbersLabel(added)} of the file ${row.file_name} ${added === 1 ? "was" : "were"} added to the blacklist; ${known} on it already, ${refused} refused`,
        subject: "import",
        subject_id: String(row.id),
      });
      const words = `was added to the blacklist: ${added} added, ${known} on it already, ${refused} refused.`;
      return { madeFields: [], words };
    },
  };
}

const BlacklistedRow = z.object({ msisdn: z.string(), fresh: z.boolean() });

/** A number that is named once more belongs to no import alone. Answers how many were new. */
async function mergeStaged(trx: Trx, account: string, row: ImportRow): Promise<number> {
  const rows = await checkedRows(
    trx,
    BlacklistedRow,
    sql`
    insert into messaging.blacklist as b (customer_account, msisdn, reason, source, added_by, import_id)
    select ${account}, msisdn, left(coalesce(fields ->> 'reason', ''), 200), 'import', ${row.created_by}, ${row.id}::bigint
    from staged where reason is null order by line
    on conflict (customer_account, msisdn) do update set import_id = null where b.import_id is not null
    returning msisdn, xmax = 0 as fresh`,
  );
  const added = rows.flatMap(({ msisdn, fresh }) => (fresh ? [msisdn] : []));
  await recordConsents(trx, account, added, { change: "out", source: "Imported from a file", by: row.created_by });
  return added.length;
}

const MsisdnRow = z.object({ msisdn: z.string() });

/** Takes off what the import added, but for the numbers that somebody has named since. */
export async function undoBlacklisted(trx: Trx, account: string, row: ImportRow, by: ActivityActor): Promise<void> {
  await lockBlacklist(trx, account);
  const rows = await checkedRows(
    trx,
    MsisdnRow,
    sql`
    delete from messaging.blacklist where customer_account = ${account} and import_id = ${row.id}
    returning msisdn`,
  );
  const gone = rows.map(({ msisdn }) => msisdn);
  const source = "Import into the blacklist undone";
  await recordConsents(trx, account, gone, { change: "in", source, by: actorName(by) });
  await recordActivity(trx, account, by, {
    action: "Blacklist import undone",
    description: `${numbersLabel(gone.length)} of the file ${row.file_name} ${gone.length === 1 ? "was" : "were"} taken off the blacklist`,
    subject: "import",
    subject_id: String(row.id),
  });
}
