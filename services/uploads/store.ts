import { sql } from "kysely";
import { brand } from "../../rules/brand";
import type { Purpose } from "../../rules/files";
import type { Trx } from "../kit/database";
import { sendLater } from "../kit/jobs";
import type { StoredObject } from "../kit/storage";

export type FileRow = {
  id: string;
  key: string;
  name: string;
  type: string;
  bytes: number;
  purpose: Purpose;
  user_id: string | null;
  by: string;
  subject: string;
  at: Date;
};

const columns = ["id", "key", "name", "type", "bytes", "purpose", "user_id", "by", "subject", "at"] as const;

/** Hours after which a file that no form has named is dropped. */
export const looseHours = 48;

type FileDescription = { name: string; purpose: Purpose; sender?: { id: string; name: string } };

/** Notes a file that the store has; unless something names it in time it is dropped again. */
export async function addFile(
  trx: Trx,
  account: string,
  kept: StoredObject,
  about: FileDescription & { subject?: string; subject_id?: string },
): Promise<FileRow> {
  const { name, purpose, sender, subject = "", subject_id = "" } = about;
  const row = await trx
    .insertInto("uploads.files")
    .values({
      customer_account: account,
      key: kept.key,
      name,
      type: kept.type,
      bytes: kept.bytes,
      sha256: kept.sha256,
      purpose,
      user_id: sender?.id ?? null,
      by: sender?.name ?? brand.name,
      subject,
      subject_id,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  if (subject === "") {
    const at = new Date(Date.now() + looseHours * 3_600_000);
    await sendLater(trx, "uploads.forget-loose", { account, id: row.id }, { at });
  }
  return row as FileRow;
}

export async function findFile(trx: Trx, account: string, id: string): Promise<FileRow | undefined> {
  const row = await trx
    .selectFrom("uploads.files")
    .select(columns)
    .where("customer_account", "=", account)
    .where("id", "=", id)
    .executeTakeFirst();
  return row as FileRow | undefined;
}

export async function listFiles(trx: Trx, account: string, subject: string, subject_id: string): Promise<FileRow[]> {
  const rows = await trx
    .selectFrom("uploads.files")
    .select(columns)
    .where("customer_account", "=", account)
    .where("subject", "=", subject)
    .where("subject_id", "=", subject_id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows as FileRow[];
}

/** Binds files that are loose, or bound to the same already. Fewer rows than ids means: somebody else's, or none. */
export async function bind(
  trx: Trx,
  account: string,
  ids: readonly string[],
  to: { subject: string; subject_id: string; user_id?: string | undefined },
): Promise<FileRow[]> {
  const rows = await trx
    .updateTable("uploads.files")
    .set({ subject: to.subject, subject_id: to.subject_id })
    .where("customer_account", "=", account)
    .where("id", "in", [...new Set(ids)])
    .where((q) =>
      q.or([q("subject", "=", ""), q.and([q("subject", "=", to.subject), q("subject_id", "=", to.subject_id)])]),
    )
    .$if(to.user_id !== undefined, (q) => q.where("user_id", "=", to.user_id ?? ""))
    .returning(columns)
    .execute();
  return rows as FileRow[];
}

/** Takes rows out and queues the removal of their bytes: both happen or neither. Answers how many. */
export async function forget(trx: Trx, account: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await trx
    .deleteFrom("uploads.files")
    .where("customer_account", "=", account)
    .where("id", "in", [...ids])
    .returning("key")
    .execute();
  for (const { key } of rows) await sendLater(trx, "uploads.remove", { key });
  return rows.length;
}

/** The oldest ids of these purposes before a moment, at most a thousand. */
export async function idsBefore(trx: Trx, account: string, purposes: readonly Purpose[], before: Date) {
  const rows = await trx
    .selectFrom("uploads.files")
    .select("id")
    .where("customer_account", "=", account)
    .where("purpose", "in", [...purposes])
    .where("at", "<", sql<Date>`${before}::timestamptz`)
    .orderBy("at")
    .limit(1000)
    .execute();
  return rows.map(({ id }) => id);
}
