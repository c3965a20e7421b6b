import { sql } from "kysely";
import { inAccount, readAccount, type Trx } from "../../kit/database";
import type { personCalls, ticketRetentionCalls } from "../../kit/person-data";
import { checkedRows, IdRow } from "../../kit/row-schema";
import { type Handlers, HttpError } from "../../kit/serve";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import type { TicketingDeps } from "../deps";
import { purge, purgeable } from "../records/purge";
import { keptDays } from "../tickets/gone";
import { eraseCopies, letterFiles } from "./copies";
import { listIds, personCounts, personSections } from "./data";
import { eraseTickets, mustBeDone } from "./erase";

type Calls = keyof typeof personCalls | keyof typeof ticketRetentionCalls;
type AskAs = TicketingDeps["clientsOfAccount"];

/** Tickets in one transaction. */
const batch = 500;
const aWeek = 7 * 24 * 3600;

/** What the ticketing service has of one person, for archives, erasures and retention. */
export function personHandlers(service: TicketingContext): Pick<Handlers<typeof ticketing.calls>, Calls> {
  const { database, deps } = service;
  const { db } = database;
  const inside = <T>(account: string, work: (trx: Trx) => Promise<T>) =>
    inAccount(db, account, async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      return work(trx);
    });

  return {
    async personCounts({ body }, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => personCounts(trx, account, body)) } };
    },

    async personData({ body }, { account }) {
      const link = linksFor(deps, account);
      const sections = await readAccount(db, account, (trx) => personSections(trx, account, body, link));
      return { status: 200, body: { sections } };
    },

    async erasePerson({ body }, { account }) {
      const { ids, data } = await readAccount(db, account, async (trx) => ({
        ids: await listIds(trx, account, body),
        data: await personCounts(trx, account, body),
      }));
      await readAccount(db, account, (trx) => mustBeDone(trx, account, ids));
      const beside = body.email ? { account, email: body.email.toLowerCase(), own: ids } : undefined;
      await dropUploads(deps.clientsOfAccount, account, ids);
      if (beside)
        await dropFiles(
          deps.clientsOfAccount,
          account,
          await readAccount(db, account, (trx) => letterFiles(trx, beside)),
        );
      await forgetMails(deps.clientsOfAccount, account, ids, body.email);
      for (let from = 0; from < ids.length; from += batch)
        await inside(account, (trx) => eraseTickets(trx, account, ids.slice(from, from + batch)));
      if (beside) await inside(account, (trx) => eraseCopies(trx, beside));
      return { status: 200, body: { data } };
    },

    async forgetTickets({ body }, { account }) {
      const before = new Date(body.before);
      const ids = await readAccount(db, account, async (trx) => {
        const found = await checkedRows(
          trx,
          IdRow,
          sql`
          select id from ticketing.tickets where customer_account = ${account} and closed_at < ${before}
            and status = 'closed'
            and (subject <> 'Erased' or customer_name <> 'Erased') order by closed_at limit ${batch}`,
        );
        return found.map(({ id }) => id);
      });
      await dropUploads(deps.clientsOfAccount, account, ids);
      await forgetMails(deps.clientsOfAccount, account, ids);
      await inside(account, (trx) => eraseTickets(trx, account, ids));
      const cut = new Date(Math.min(before.getTime(), service.now().getTime() - keptDays * 86_400_000));
      const gone = await readAccount(db, account, async (trx) => {
        const deleted = await checkedRows(
          trx,
          IdRow,
          sql`
          select id from ticketing.tickets where customer_account = ${account} and deleted_at <= ${cut} limit ${batch}`,
        );
        return purgeable(
          trx,
          account,
          deleted.map(({ id }) => id),
          cut,
        );
      });
      await purgeTickets(database, deps.clientsOfAccount, account, gone);
      const removed = ids.length + gone.length;
      return { status: 200, body: { removed, more: ids.length === batch || gone.length >= batch } };
    },
  };
}

/** Removes tickets for good, their files first: what fails in between is done again. */
export async function purgeTickets(
  database: TicketingContext["database"],
  clientsOfAccount: AskAs,
  account: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await dropUploads(clientsOfAccount, account, ids);
  await inAccount(database.db, account, (trx) => purge(trx, account, ids));
}

/** @throws HttpError 503 when the uploads service did not drop them */
async function dropUploads(clientsOfAccount: AskAs, account: string, ids: readonly number[]): Promise<void> {
  const { uploads } = clientsOfAccount(account);
  for (const id of ids) {
    const answer = await uploads.dropOf({ body: { subject: "ticket", subject_id: String(id) } });
    if (answer.status !== 200) throw new HttpError(503, answer.body.message);
  }
}

/** @throws HttpError 503 when the uploads service did not drop them */
async function dropFiles(clientsOfAccount: AskAs, account: string, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += batch) {
    const answer = await clientsOfAccount(account).uploads.dropFiles({ body: { ids: ids.slice(from, from + batch) } });
    if (answer.status !== 200) throw new HttpError(503, answer.body.message);
  }
}

/** Open links: who gets the archive has no sign-in here. */
function linksFor({ clientsOfAccount, site = "" }: TicketingDeps, account: string) {
  return async (file: string): Promise<string> => {
    const answer = await clientsOfAccount(account).uploads.link({
      params: { id: file },
      query: { seconds: aWeek, open: true },
    });
    return answer.status === 200 ? new URL(answer.body.url, site || "http://localhost").href : "";
  };
}

/** Mails of erased tickets go from the mailboxes' book. @throws HttpError while that service can't be asked */
async function forgetMails(
  clientsOfAccount: AskAs,
  account: string,
  ids: readonly number[],
  email: string | null = null,
): Promise<void> {
  // Once at least where there is an address: it may stand in mails of tickets that are not theirs.
  for (let from = 0; from < Math.max(ids.length, email ? 1 : 0); from += batch) {
    const body = { ticket_ids: ids.slice(from, from + batch), ...(email ? { email } : {}) };
    const answer = await clientsOfAccount(account).social.forgetMails({ body });
    if (answer.status !== 200) throw new HttpError(503, "The mails can't be forgotten now. Try again in a moment.");
  }
}
