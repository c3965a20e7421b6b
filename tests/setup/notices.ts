import { isAdmin } from "../../rules/access";
import { noticeKind } from "../../rules/notices";
import { kindsFor } from "../../services/kit/notice-store";
import { type NoticePeople, type NoticePerson, noticeTasks } from "../../services/kit/notice-tasks";
import type { Person } from "../../services/kit/principal";
import { asOwner, asOwnerOf, type TestDatabase } from "./database";

/** Whom the identity service would name, of these people. */
export function noticePeopleFrom(people: readonly Person[]): NoticePeople {
  const shown = (one: Person): NoticePerson => ({ id: one.id, email: one.email, kinds: kindsFor(one) });
  const of = (account: string) => people.filter(({ customer_account }) => customer_account === account);
  return {
    people: async (account, ids) =>
      of(account)
        .filter(({ id }) => ids.includes(id))
        .map(shown),
    audience: async (account, kind) =>
      of(account)
        .filter(
          ({ roles, permissions }) =>
            isAdmin(roles) || (noticeKind(kind).audience ?? []).some((name) => permissions.includes(name)),
        )
        .map(shown),
  };
}

type Job = { id: string; name: string; payload: Record<string, unknown> };

/** The queued jobs whose name is like this. */
export async function jobsNamed(url: string, pattern: string): Promise<Job[]> {
  const { rows } = await asOwner(
    url,
    `select j.id::text, t.identifier as name, j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier like '${pattern}' order by j.id`,
  );
  return rows;
}

/** Works the queued jobs of notices, whatever their time, until there is none. */
export async function workNotices(database: TestDatabase, identity: NoticePeople): Promise<void> {
  const tasks = noticeTasks(database, identity);
  for (;;) {
    const [job] = await jobsNamed(database.url, "notices.%");
    if (!job) return;
    await asOwner(database.url, `delete from graphile_worker._private_jobs where id = ${job.id}`);
    await tasks[job.name]?.(job.payload);
  }
}

export type QueuedMail = { to: string; subject: string; text: string };

/** The mails that are queued to an address. */
export async function mailsTo(url: string, to: string): Promise<QueuedMail[]> {
  const jobs = await jobsNamed(url, "mail.send");
  return jobs
    .map(({ payload: { to, subject, text } }) => ({ to: String(to), subject: String(subject), text: String(text) }))
    .filter((mail) => mail.to === to);
}

export type NoticeRow = {
  user_id: string;
  kind: string;
  subject_id: string;
  words: string;
  shown: boolean;
  read_at: Date | null;
};

/** The notices of an account as they are kept, oldest first; of one person, if one is named. */
export async function noticesOf(url: string, account: string, user?: string): Promise<NoticeRow[]> {
  const rows = await asOwnerOf(
    url,
    account,
    `select user_id, kind, subject_id, words, shown, read_at from events.notices
     where customer_account = '${account}' order by id`,
  );
  return (rows as NoticeRow[]).filter(({ user_id }) => user === undefined || user_id === user);
}
