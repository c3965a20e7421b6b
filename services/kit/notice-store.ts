import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { mailedKinds, type NoticeKind, type NoticeModule, noticeKind, noticeKindNames } from "../../rules/notices";
import type { DB } from "../tables";
import { inAccount, type Trx } from "./database";
import { byNumber } from "./ordering";
import { type PageQuery, pageOfRows } from "./paging";
import { missing, type Person } from "./principal";
import { AccountRow, checkedRow, checkedRows } from "./row-schema";
import { hasRows } from "./rows";

/** Whose notices, of which kinds: every statement names the account and the person, and what they may read now. */
export type NoticeReader = { account: string; user: string; kinds: readonly NoticeKind[] };

const Row = z.object({
  id: z.number(),
  kind: z.enum(noticeKindNames),
  subject_id: z.string(),
  words: z.string(),
  at: z.date(),
  read_at: z.date().nullable(),
});
type Row = z.infer<typeof Row>;
export type StoredNotice = Omit<Row, "at" | "read_at"> & {
  module: NoticeModule;
  href: string;
  at: string;
  read_at: string | null;
};

const columns = sql.raw("id, kind, subject_id, words, at, read_at");
const byId = byNumber("id");

/** The kinds that somebody may read, with the permissions and the products that they have now. */
export function kindsFor(person: Pick<Person, "roles" | "permissions" | "products">): NoticeKind[] {
  return noticeKindNames.filter((name) => {
    const { products, permissions } = noticeKind(name);
    return (
      missing(person, { ...(products ? { products } : {}), ...(permissions ? { permissions } : {}) }) === undefined
    );
  });
}

function shown(row: Row): StoredNotice {
  const { module, path } = noticeKind(row.kind);
  const { at, read_at } = row;
  return { ...row, module, href: path(row.subject_id), at: at.toISOString(), read_at: read_at?.toISOString() ?? null };
}

function theirs({ account, user, kinds }: NoticeReader) {
  return sql`customer_account = ${account} and user_id = ${user} and shown and kind = any(${kinds}::text[])`;
}

/** A page of somebody's notices, newest first. */
export async function noticePage(trx: Trx, reader: NoticeReader, pageQuery: PageQuery & { unread?: "1" | undefined }) {
  const here = pageQuery.unread ? sql`${theirs(reader)} and read_at is null` : theirs(reader);
  const page = await pageOfRows(trx, pageQuery, {
    schema: Row,
    select: columns,
    from: sql`events.notices where ${here}`,
    order: byId,
  });
  return { ...page, data: page.data.map(shown) };
}

const CountedRow = z.object({ n: z.number() });

/** How many are unread, counted to a thousand, and the newest five. */
export async function unreadNotices(trx: Trx, reader: NoticeReader) {
  const unread = sql`${theirs(reader)} and read_at is null`;
  // Every page of everybody asks both: batched, so that they travel with what else the page reads.
  const [counted, newest] = await Promise.all([
    checkedRows(
      trx,
      CountedRow,
      sql`
      select count(*)::int as n from (select 1 from events.notices where ${unread} limit 1000) c`,
      { batched: true },
    ),
    checkedRows(
      trx,
      Row,
      sql`
      select ${columns} from events.notices where ${unread} order by id desc limit 5`,
      { batched: true },
    ),
  ]);
  return { unread: counted[0]?.n ?? 0, newest: newest.map(shown) };
}

/** Marks notices as read: those named, or all. Answers how many were not. */
export async function markNoticesRead(
  trx: Trx,
  reader: NoticeReader,
  { ids, all }: { ids: readonly number[]; all: boolean },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update events.notices set read_at = now()
    where ${theirs(reader)} and read_at is null and (${all} or id = any(${ids}::bigint[]))`.execute(trx);
  return Number(numAffectedRows);
}

/** Marks what somebody was told of one thing as read: they have it before them, or it is no longer theirs. */
export async function markSubjectRead(
  trx: Trx,
  { account, user, kinds }: NoticeReader,
  subject: string | number,
): Promise<boolean> {
  return hasRows(
    trx,
    sql`
    update events.notices set read_at = now()
    where customer_account = ${account} and user_id = ${user} and shown and read_at is null
      and kind = any(${kinds}::text[]) and subject_id = ${String(subject)} returning 1`,
  );
}

const FollowedRow = Row.extend({ fresh: z.boolean() });

/** Marks one as read. Answers the page that it leads to; nothing where there is no such notice of theirs. */
export async function followNotice(trx: Trx, reader: NoticeReader, id: number) {
  const row = await checkedRow(
    trx,
    FollowedRow,
    sql`
    with before as (select ${columns} from events.notices where ${theirs(reader)} and id = ${id} for update),
      gone as (update events.notices n set read_at = now() from before b
        where n.customer_account = ${reader.account} and n.id = b.id and n.read_at is null returning n.id)
    select *, exists (select from gone) as fresh from before`,
  );
  return row && { href: shown(row).href, fresh: row.fresh };
}

const NoticePreference = z.object({ kind: z.enum(noticeKindNames), in_app: z.boolean(), email: z.boolean() });
export type NoticePreference = z.infer<typeof NoticePreference>;

/** How somebody is notified of each kind that they may read. */
export async function noticePreferences(trx: Trx, { account, user, kinds }: NoticeReader): Promise<NoticePreference[]> {
  const chosen = await checkedRows(
    trx,
    NoticePreference,
    sql`
    select kind, in_app, email from events.notice_preferences
    where customer_account = ${account} and user_id = ${user}`,
    { batched: true },
  );
  return kinds.map(
    (kind) => chosen.find((one) => one.kind === kind) ?? { kind, in_app: true, email: mailedKinds.includes(kind) },
  );
}

/** What is said of kinds that they may not read is left out. */
export async function saveNoticePreferences(
  trx: Trx,
  { account, user, kinds }: NoticeReader,
  given: readonly NoticePreference[],
): Promise<void> {
  const wanted = new Map(given.filter(({ kind }) => kinds.includes(kind)).map((one) => [one.kind, one]));
  await sql`
    insert into events.notice_preferences (customer_account, user_id, kind, in_app, email)
    select ${account}, ${user}, kind, in_app, email
    from jsonb_to_recordset(${JSON.stringify([...wanted.values()])}::jsonb) as x (kind text, in_app boolean, email boolean)
    on conflict (customer_account, user_id, kind) do update set in_app = excluded.in_app, email = excluded.email`.execute(
    trx,
  );
}

/** By what they are about, or by the occasions themselves. */
type Subjects = { kinds: readonly NoticeKind[] } & ({ ids: readonly number[] } | { keys: readonly string[] });

function about({ kinds, ...which }: Subjects) {
  const chosen =
    "ids" in which
      ? sql`subject_id = any(${which.ids.map(String)}::text[])`
      : sql`key = any(${[...which.keys]}::text[])`;
  return sql`kind = any(${kinds}::text[]) and ${chosen}`;
}

/** An erasure: of what was said about these only `words` stay. */
export async function eraseNotices(trx: Trx, account: string, subjects: Subjects, words: string): Promise<void> {
  await sql`update events.notices set words = ${words} where customer_account = ${account} and ${about(subjects)}`.execute(
    trx,
  );
}

/** Removes what was said about things that are gone. */
export async function deleteNotices(trx: Trx, account: string, subjects: Subjects): Promise<void> {
  await sql`delete from events.notices where customer_account = ${account} and ${about(subjects)}`.execute(trx);
}

/** Days for which notices are kept: those that were read, and all. */
export const noticeDays = { read: 90, any: 365 } as const;
const deletedAtOnce = 5_000;

/** Deletes old notices in every account. Answers how many there were. */
export async function pruneNotices(db: Kysely<DB>): Promise<number> {
  const rows = await checkedRows(db, AccountRow, sql`select customer_account as account from events.cursor`);
  let gone = 0;
  for (const { account } of rows)
    for (;;) {
      const deleted = await inAccount(db, account, async (trx) => {
        const old = await sql`
          delete from events.notices where customer_account = ${account} and id = any(array(
            select id from events.notices where customer_account = ${account}
              and at < now() - make_interval(days => ${noticeDays.read})
              and (read_at is not null or not shown or at < now() - make_interval(days => ${noticeDays.any}))
            order by at limit ${deletedAtOnce})) returning 1`.execute(trx);
        return old.rows.length;
      });
      gone += deleted;
      if (deleted < deletedAtOnce) break;
    }
  return gone;
}
