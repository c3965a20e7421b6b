import { sql } from "kysely";
import { z } from "zod";
import { suspendedWords } from "../../../rules/suspension";
import { type Database, readAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { within } from "../within";
import type { AccountStatusDeps } from "./deps";

/** Tells the other services what became of an account's status, and of its children's. */
const accountStatusTask = "identity.account-status";

/** Who suspended an account: the platform, or its reseller by its number. */
export type Suspender = string;
export const platform: Suspender = "platform";

const AccountStatusRow = z.object({ parent_account: z.string().nullable(), suspended_by: z.string() });

/**
 * One rule for all who suspend: the account's own row says the suspension that is in force, the platform's before the
 * reseller's. A reseller's stands in its own list (identity.children), so that it is in force again when the platform
 * lifts its own. The transaction is the account's. Answers whether anything changed. @throws HttpError 404
 */
export async function setAccountStatus(
  trx: Trx,
  account: string,
  by: Suspender,
  to: { reason: string } | null,
): Promise<boolean> {
  const row = await checkedRow(
    trx,
    AccountStatusRow,
    sql`
    select parent_account, suspended_by from identity.accounts where customer_account = ${account} for update`,
  );
  if (!row) throw new HttpError(404, "There is no such account.");
  if (row.suspended_by === platform && by !== platform) return false;
  if (to === null ? row.suspended_by !== by : row.suspended_by === by) return false;
  const set = to
    ? { suspended_at: sql<Date>`now()`, suspended_why: to.reason, suspended_by: by }
    : await resellersOwn(trx, account, by === platform ? row.parent_account : null);
  await trx.updateTable("identity.accounts").set(set).where("customer_account", "=", account).execute();
  await enqueueAccountStatus(trx, account);
  return true;
}

async function resellersOwn(trx: Trx, account: string, parent: string | null) {
  const own = parent === null ? undefined : await within(trx, account, parent, () => listed(trx, parent, account));
  const since = own?.suspended_at ?? null;
  return {
    suspended_at: since,
    suspended_why: since ? (own?.suspended_why ?? "") : "",
    suspended_by: since && parent ? parent : "",
  };
}

function listed(trx: Trx, parent: string, child: string) {
  return trx
    .selectFrom("identity.children")
    .select(["suspended_at", "suspended_why"])
    .where("customer_account", "=", parent)
    .where("child_account", "=", child)
    .executeTakeFirst();
}

type Row = { name: string; parent_account: string | null; suspended_at: Date | null; suspended_why: string };

function findRow(db: Database["db"], account: string): Promise<Row | undefined> {
  return readAccount(db, account, (trx) =>
    trx
      .selectFrom("identity.accounts")
      .select(["name", "parent_account", "suspended_at", "suspended_why"])
      .where("customer_account", "=", account)
      .executeTakeFirst(),
  );
}

function listChildren(db: Database["db"], account: string): Promise<string[]> {
  return readAccount(db, account, async (trx) => {
    const rows = await trx
      .selectFrom("identity.children")
      .select("child_account")
      .where("customer_account", "=", account)
      .orderBy("child_account")
      .execute();
    return rows.map(({ child_account }) => child_account);
  });
}

/** Why an account's sending is stopped by somebody above it, or nothing. */
async function wordsAbove(db: Database["db"], row: Row | undefined): Promise<string | undefined> {
  const seen = new Set<string>();
  for (let parent = row?.parent_account; parent && !seen.has(parent); ) {
    seen.add(parent);
    const above = await findRow(db, parent);
    if (above?.suspended_at) return wordsBelow(above);
    parent = above?.parent_account;
  }
  return undefined;
}

/** A child is not told why its reseller is suspended. */
function wordsBelow({ name }: Row): string {
  return `The account of your provider, ${name}, is suspended. Nothing is sent or bought until that is lifted.`;
}

/** Tells messaging and billing the status of an account and of everybody below it, as it is now. Safe to repeat. */
export async function publishAccountStatus({ db }: Database, deps: AccountStatusDeps, account: string): Promise<void> {
  const seen = new Set<string>();
  const tell = async (number: string, inherited: string | undefined): Promise<void> => {
    const row = await findRow(db, number);
    if (!row || seen.has(number)) return;
    seen.add(number);
    const suspended = row.suspended_at ? suspendedWords(row.suspended_why) : (inherited ?? null);
    const ask = deps.clientsOfAccount(number);
    for (const answer of await Promise.all([
      ask.messaging.setAccountStatus({ body: { suspended } }),
      ask.billing.setAccountStatus({ body: { suspended } }),
    ]))
      if (answer.status !== 201) throw new Error(`a service answered ${answer.status} to an account status`);
    const below = row.suspended_at ? wordsBelow(row) : inherited;
    for (const child of await listChildren(db, number)) await tell(child, below);
  };
  await tell(account, await wordsAbove(db, await findRow(db, account)));
}

export function enqueueAccountStatus(trx: Trx, account: string): Promise<void> {
  return sendLater(trx, accountStatusTask, { account });
}

const AccountStatusJob = z.object({ account: z.string() });

/** The job that makes good what the call itself could not tell. */
export function accountStatusTasks(database: Database, deps: AccountStatusDeps): Tasks {
  return {
    async [accountStatusTask](payload) {
      await publishAccountStatus(database, deps, AccountStatusJob.parse(payload).account);
    },
  };
}
