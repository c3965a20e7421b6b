import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { sendLater } from "../../kit/jobs";
import { publishNotices } from "../../kit/notices";
import { checkedRow } from "../../kit/row-schema";
import type { TicketingUpstreams } from "../deps";
import { colleagues } from "../workspace/people";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** The job that tells whoever reported an issue what became of it: their account is another one. */
export const reporterTask = "ticketing.notify-reporter";

/** What the job works with: the reporter is found among the people of their own account. */
type ReporterDeps = { database: Database; clientsOfAccount(account: string): TicketingUpstreams };
type News = { comment: number } | { version: number };

/** Queued with the answer, or with the change of status to resolved. */
export async function tellReporterLater({ trx, account }: UnitOfWork, ticket: number, news: News): Promise<void> {
  await sendLater(trx, reporterTask, { account, ticket, ...news });
}

const Reported = z.object({
  subject: z.string(),
  reported_account: z.string().nullable(),
  reported_by: z.string().nullable(),
  customer_email: z.string(),
  body: z.string().nullable(),
});

/** A notice in the bell of the person who reported it, mailed as they chose; the answer itself is mailed as every one. */
export async function tellReporter(
  deps: ReporterDeps,
  support: string,
  ticket: number,
  news: Partial<Record<"comment" | "version", number>>,
) {
  const { database } = deps;
  const { comment, version } = news;
  const found = await readAccount(database.db, support, (trx) =>
    checkedRow(
      trx,
      Reported,
      sql`
      select t.subject, t.reported_account, t.reported_by, t.customer_email,
        (select c.body from ticketing.comments c where c.customer_account = t.customer_account and c.id = ${comment ?? null}) as body
      from ticketing.tickets t where t.customer_account = ${support} and t.id = ${ticket} and t.deleted_at is null`,
    ),
  );
  const account = found?.reported_account;
  if (!found || !account) return;
  const user = found.reported_by ?? (await byAddress(deps, account, found.customer_email));
  if (!user) return;
  const said = (found.body ?? "").replace(/\s+/g, " ").slice(0, 200);
  const [kind, words] =
    comment === undefined
      ? (["issue resolved", `Your issue #${ticket} is resolved: ${found.subject}`] as const)
      : (["issue answered", `Your issue #${ticket} was answered: ${said}`] as const);
  const key = comment === undefined ? `issue:${ticket}:${version}` : `issue:${ticket}:c${comment}`;
  await inAccount(database.db, account, (trx) =>
    publishNotices(trx, account, [{ users: [user], kind, subject: ticket, words, key }]),
  );
}

/** Issues of earlier days know their reporter by the address only. */
async function byAddress(
  { clientsOfAccount }: ReporterDeps,
  account: string,
  email: string,
): Promise<string | undefined> {
  const everyone = await colleagues(clientsOfAccount(account), account);
  return everyone.find((one) => email !== "" && one.email.toLowerCase() === email.toLowerCase())?.id;
}
