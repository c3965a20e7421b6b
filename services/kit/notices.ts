import { sql } from "kysely";
import { z } from "zod";
import { mailedKinds, type NoticeKind, noticeKind, noticeKindNames } from "../../rules/notices";
import type { Trx } from "./database";
import { append } from "./events";
import { sendLater } from "./jobs";
import { checkedRows } from "./row-schema";

/** What people are notified of. Each hears of one `key` once, whoever says it and however often. */
export type NewNotice = {
  users: readonly string[];
  kind: NoticeKind;
  /** The id of what it is about. */
  subject: string | number;
  words: string;
  key: string;
  /** Said again, it says its new words in the place of the old ones, unread. */
  replaces?: boolean;
};

/** The job that mails what one person is to be mailed; the one that finds out who is to be notified. */
export const noticeMailTask = "notices.mail";
export const noticeAudienceTask = "notices.audience";

type WriteOptions = {
  /** Who did it: nobody is notified of what they did themselves. */
  by?: string | null;
  at?: Date;
};

/** So many of one kind are shown to a person at once; more are one notice, where the kind has words for it. */
export const maxNoticesAtOnce = 10;
const maxWords = 500;

const NoticeRow = z.object({
  id: z.number(),
  user_id: z.string(),
  kind: z.enum(noticeKindNames),
  shown: z.boolean(),
  mail: z.boolean(),
});

/**
 * Writes notices in the transaction of what they tell of, in the ways that each person chose, and queues their mails.
 * Answers, for each notice that was not there before, whom it is for: name them in a `notice` event at the end.
 */
export async function writeNotices(
  trx: Trx,
  account: string,
  notices: readonly NewNotice[],
  { by = null, at = new Date() }: WriteOptions = {},
): Promise<string[]> {
  const given = notices.flatMap(({ users, kind, subject, words, key, replaces = false }) =>
    [...new Set(users)]
      .filter((user) => user !== "" && user !== by)
      .map((user_id) => {
        const mails = mailedKinds.includes(kind);
        return { user_id, kind, subject_id: String(subject), words: words.slice(0, maxWords), key, mails, replaces };
      }),
  );
  if (given.length === 0) return [];
  const rows = await checkedRows(
    trx,
    NoticeRow,
    sql`
    insert into events.notices (customer_account, user_id, kind, subject_id, words, key, shown, mail, at)
    select ${account}, g.user_id, g.kind, g.subject_id, g.words, g.key, coalesce(p.in_app, true),
      coalesce(p.email, g.mails), ${at}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (user_id text, kind text, subject_id text, words text, key text, mails boolean)
      left join events.notice_preferences p
        on p.customer_account = ${account} and p.user_id = g.user_id and p.kind = g.kind
    on conflict (customer_account, user_id, key) do update
      set words = excluded.words, subject_id = excluded.subject_id, at = excluded.at, read_at = null
      where excluded.key = any(${given.filter(({ replaces }) => replaces).map(({ key }) => key)}::text[])
    returning id, user_id, kind, shown, mail`,
  );
  await gatherMany(trx, account, rows, at);
  await mailSoon(trx, account, [...new Set(rows.filter(({ mail }) => mail).map(({ user_id }) => user_id))]);
  return rows.map(({ user_id }) => user_id);
}

/** The same for who has nothing else to say at the end: the bells are told too. */
export async function publishNotices(
  trx: Trx,
  account: string,
  notices: readonly NewNotice[],
  options: WriteOptions = {},
): Promise<void> {
  const people = new Set(await writeNotices(trx, account, notices, options));
  if (people.size > 0) await append(trx, account, "notice", { to: [...people] });
}

/** Notifies everybody with a permission of the kind's audience. Who they are is asked of the identity service later. */
export async function publishToAudience(trx: Trx, account: string, notice: Omit<NewNotice, "users">): Promise<void> {
  await sendLater(trx, noticeAudienceTask, { account, ...notice }, { key: `notice ${account} ${notice.key}` });
}

type WrittenNotice = { id: number; user_id: string; kind: NoticeKind; shown: boolean };

/** One notice in the place of many; the many stay hidden, so that each is still told once. */
async function gatherMany(trx: Trx, account: string, written: readonly WrittenNotice[], at: Date): Promise<void> {
  const groups = new Map<string, WrittenNotice[]>();
  for (const one of written)
    if (one.shown) groups.set(`${one.user_id} ${one.kind}`, [...(groups.get(`${one.user_id} ${one.kind}`) ?? []), one]);
  for (const many of groups.values()) {
    const [first] = many;
    const words = first && noticeKind(first.kind).many?.(many.length);
    if (!first || words === undefined || many.length <= maxNoticesAtOnce) continue;
    const ids = many.map(({ id }) => id);
    await sql`
      update events.notices set shown = false where customer_account = ${account} and id = any(${ids}::bigint[])`.execute(
      trx,
    );
    await sql`
      insert into events.notices (customer_account, user_id, kind, words, key, at)
      values (${account}, ${first.user_id}, ${first.kind}, ${words}, ${`many:${first.id}`}, ${at})`.execute(trx);
  }
}

/** Milliseconds: what a person is to be mailed within such a span goes out together at its end. */
const gatherMs = 20_000;

async function mailSoon(trx: Trx, account: string, users: readonly string[]): Promise<void> {
  if (users.length === 0) return;
  const span = Math.floor(Date.now() / gatherMs) + 1;
  await sql`
    select jobs.send_later(${noticeMailTask}, json_build_object('account', ${account}::text, 'user', given.id),
      ${new Date(span * gatherMs)}::timestamptz, ${`${noticeMailTask} ${account} ${span} `} || given.id)
    from unnest(${users}::text[]) given (id)`.execute(trx);
}
