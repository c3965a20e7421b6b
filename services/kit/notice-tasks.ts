import { sql } from "kysely";
import { z } from "zod";
import { mailedKinds, type NoticeKind, noticeKind, noticeKindNames } from "../../rules/notices";
import { type Database, inAccount, type Trx } from "./database";
import { here } from "./email-template";
import { sendLater, type Tasks } from "./jobs";
import { mailLater } from "./mail";
import { noticeAudienceTask, noticeMailTask, publishNotices } from "./notices";
import { checkedRow, checkedRows } from "./row-schema";

/** Somebody who can sign in, and the kinds that they may read now. */
export type NoticePerson = { id: string; email: string; kinds: readonly NoticeKind[] };

/** The identity service, as far as notices ask it; each throws when it can't be reached, and is asked again. */
export type NoticePeople = {
  /** Of these people those who can sign in. */
  people(account: string, ids: readonly string[]): Promise<NoticePerson[]>;
  /** Everybody who is notified of a kind by their permissions. */
  audience(account: string, kind: NoticeKind): Promise<NoticePerson[]>;
};

/** More notices of one kind than this at once are one mail. */
const maxMails = 5;
/** Notices named in such a mail. */
const maxNamed = 50;
/** So often in an hour somebody is mailed; what comes then is gathered for longer. */
const maxTimesAnHour = 12;
const laterMs = 10 * 60_000;

const Audience = z.object({
  account: z.string(),
  kind: z.enum(noticeKindNames),
  subject: z.union([z.string(), z.number()]),
  words: z.string(),
  key: z.string(),
});
const Mail = z.object({ account: z.string(), user: z.string() });

/** The queued jobs of notices; each may run twice. */
export function noticeTasks(database: Database, identity: NoticePeople): Tasks {
  return {
    async [noticeAudienceTask](payload) {
      const { account, ...notice } = Audience.parse(payload);
      const people = await identity.audience(account, notice.kind);
      const users = people.map(({ id }) => id);
      await inAccount(database.db, account, (trx) => publishNotices(trx, account, [{ ...notice, users }]));
    },

    async [noticeMailTask](payload) {
      const { account, user } = Mail.parse(payload);
      const [person] = await identity.people(account, [user]);
      await inAccount(database.db, account, (trx) => mailNotices(trx, account, user, person));
    },
  };
}

const DueNotice = z.object({
  id: z.number(),
  kind: z.enum(noticeKindNames),
  subject_id: z.string(),
  words: z.string(),
  by_email: z.boolean(),
});
type DueNotice = z.infer<typeof DueNotice>;

const TimesRow = z.object({ times: z.number() });

/** Mails what the person has not read, may read now and still wants by mail; the rest is not mailed any more. */
async function mailNotices(trx: Trx, account: string, user: string, person: NoticePerson | undefined): Promise<void> {
  // One job at a time for a person: the second finds nothing left.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${noticeMailTask} ${account} ${user}`}, 0))`.execute(trx);
  const row = await checkedRow(
    trx,
    TimesRow,
    sql`
    select count(distinct mailed_at)::int as times from events.notices
    where customer_account = ${account} and user_id = ${user} and at > now() - interval '1 day'
      and mailed_at > now() - interval '1 hour'`,
  );
  if ((row?.times ?? 0) >= maxTimesAnHour) {
    const at = new Date((Math.floor(Date.now() / laterMs) + 1) * laterMs);
    await sendLater(trx, noticeMailTask, { account, user }, { at, key: `${noticeMailTask} ${account} later ${user}` });
    return;
  }
  const rows = await checkedRows(
    trx,
    DueNotice,
    sql`
    select n.id, n.kind, n.subject_id, n.words,
      n.read_at is null and coalesce(p.email, n.kind = any(${mailedKinds}::text[])) as by_email
    from events.notices n left join events.notice_preferences p
      on p.customer_account = n.customer_account and p.user_id = n.user_id and p.kind = n.kind
    where n.customer_account = ${account} and n.user_id = ${user} and n.mail and n.mailed_at is null
    order by n.id`,
  );
  const due = rows.filter(({ kind, by_email }) => by_email && person?.email && person.kinds.includes(kind));
  const groups = new Map<NoticeKind, DueNotice[]>();
  for (const one of due) groups.set(one.kind, [...(groups.get(one.kind) ?? []), one]);
  for (const group of groups.values()) await mailGroup(trx, account, person?.email ?? "", group);
  const ids = (mailed: boolean) => rows.filter((one) => due.includes(one) === mailed).map(({ id }) => id);
  await sql`
    update events.notices set mailed_at = now() where customer_account = ${account} and id = any(${ids(true)}::bigint[])`.execute(
    trx,
  );
  await sql`
    update events.notices set mail = false where customer_account = ${account} and id = any(${ids(false)}::bigint[])`.execute(
    trx,
  );
}

const chosen = `Choose what is mailed to you: ${here}/notifications`;

/** Notices of one kind: five are five mails, five hundred are one. */
async function mailGroup(trx: Trx, account: string, to: string, group: readonly DueNotice[]): Promise<void> {
  const line = ({ kind, words, subject_id }: DueNotice) => `${words}\n${here}${noticeKind(kind).path(subject_id)}\n`;
  if (group.length <= maxMails) {
    for (const one of group) {
      const text = `${one.words}\n\n${here}${noticeKind(one.kind).path(one.subject_id)}\n\n${chosen}\n`;
      await mailLater(
        trx,
        account,
        { to, subject: subjectLine(one.words), text },
        { key: `notice ${account} ${one.id}` },
      );
    }
    return;
  }
  const [first] = group;
  if (!first) return;
  const rest = group.length > maxNamed ? [`And ${group.length - maxNamed} more.\n`] : [];
  const text = [
    ...group.slice(0, maxNamed).map(line),
    ...rest,
    `All your notifications: ${here}/notifications\n`,
    chosen,
  ];
  const subject = subjectLine(`${group.length} notifications: ${first.words}`);
  await mailLater(
    trx,
    account,
    { to, subject, text: `${text.join("\n")}\n` },
    { key: `notice ${account} ${first.id}` },
  );
}

function subjectLine(words: string): string {
  return words.slice(0, 150);
}
