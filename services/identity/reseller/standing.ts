import { sql } from "kysely";
import { z } from "zod";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { sendLater, type Tasks } from "../../kit/jobs";
import { Refused } from "../../kit/serve";
import type { ResellerDeps } from "./deps";

/** Tells messaging what became of an account's standing, and of its children's. */
const standingTask = "identity.standing";
/** Tells messaging a child's price of a part. */
const priceTask = "identity.child-price";

type Row = { name: string; parent_account: string | null; suspended_at: Date | null; suspended_why: string };

function rowOf(db: Database["db"], account: string): Promise<Row | undefined> {
  return readAccount(db, account, (trx) =>
    trx
      .selectFrom("identity.accounts")
      .select(["name", "parent_account", "suspended_at", "suspended_why"])
      .where("customer_account", "=", account)
      .executeTakeFirst(),
  );
}

function childrenOf(db: Database["db"], account: string): Promise<string[]> {
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

const kept = "Nothing is sent until that is lifted; what was sent can still be seen.";

function ownWords({ suspended_why: why }: Row): string {
  return why ? `This account is suspended: ${why.replace(/\.$/, "")}. ${kept}` : `This account is suspended. ${kept}`;
}

/** Why an account's sending is stopped by somebody above it, or nothing. */
async function wordsAbove(db: Database["db"], row: Row | undefined): Promise<string | undefined> {
  const seen = new Set<string>();
  for (let parent = row?.parent_account; parent && !seen.has(parent); ) {
    seen.add(parent);
    const above = await rowOf(db, parent);
    if (above?.suspended_at) return wordsBelow(above);
    parent = above?.parent_account;
  }
  return undefined;
}

function wordsBelow({ name }: Row): string {
  return `The account of your provider, ${name}, is suspended. ${kept}`;
}

/** Tells messaging the standing of an account and of everybody below it, as it is now. Safe to repeat. */
export async function tellStanding({ db }: Database, deps: ResellerDeps, account: string): Promise<void> {
  const seen = new Set<string>();
  const tell = async (number: string, inherited: string | undefined): Promise<void> => {
    const row = await rowOf(db, number);
    if (!row || seen.has(number)) return;
    seen.add(number);
    const suspended = row.suspended_at ? ownWords(row) : (inherited ?? null);
    const answer = await deps.askAs(number).messaging.setStanding({ body: { suspended } });
    if (answer.status !== 201) throw new Error(`messaging answered ${answer.status}`);
    const below = row.suspended_at ? wordsBelow(row) : inherited;
    for (const child of await childrenOf(db, number)) await tell(child, below);
  };
  await tell(account, await wordsAbove(db, await rowOf(db, account)));
}

export async function tellPrice({ db }: Database, deps: ResellerDeps, parent: string, child: string): Promise<void> {
  const row = await readAccount(db, parent, (trx) =>
    trx
      .selectFrom("identity.children")
      .select("part_price")
      .where("customer_account", "=", parent)
      .where("child_account", "=", child)
      .executeTakeFirst(),
  );
  if (!row) return;
  const answer = await deps.askAs(child).messaging.setPartPrice({ body: { part_price: row.part_price } });
  if (answer.status !== 201) throw new Error(`messaging answered ${answer.status}`);
}

export function tellStandingLater(trx: Trx, account: string): Promise<void> {
  return sendLater(trx, standingTask, { account });
}

export function tellPriceLater(trx: Trx, parent: string, child: string): Promise<void> {
  return sendLater(trx, priceTask, { parent, child });
}

const Standing = z.object({ account: z.string() });
const Price = z.object({ parent: z.string(), child: z.string() });

/** The jobs behind child accounts: they make good what the call itself could not tell. */
export function resellerTasks(database: Database, deps: ResellerDeps): Tasks {
  return {
    async [standingTask](payload) {
      await tellStanding(database, deps, Standing.parse(payload).account);
    },
    async [priceTask](payload) {
      const { parent, child } = Price.parse(payload);
      await tellPrice(database, deps, parent, child);
    },
  };
}

/** The platform's own suspension; a parent's that stands below it stays when it is lifted. @throws Refused 404 */
export async function suspendByPlatform(
  { db }: Database,
  account: string,
  { suspended, reason }: { suspended: boolean; reason: string },
  note: (trx: Trx) => Promise<void>,
): Promise<void> {
  await inAccount(db, account, async (trx) => {
    const { rows } = await sql<{ parent_account: string | null; suspended_by: string }>`
      select parent_account, suspended_by from identity.accounts where customer_account = ${account} for update`.execute(
      trx,
    );
    const [row] = rows;
    if (!row) throw new Refused(404, "There is no such account.");
    const set = suspended
      ? { suspended_at: sql<Date>`now()`, suspended_why: reason, suspended_by: "platform" }
      : await parentsOwn(trx, account, row.parent_account);
    if (!suspended && row.suspended_by !== "platform") return;
    await trx.updateTable("identity.accounts").set(set).where("customer_account", "=", account).execute();
    await note(trx);
    await tellStandingLater(trx, account);
  });
}

async function parentsOwn(trx: Trx, account: string, parent: string | null) {
  if (parent === null) return { suspended_at: null, suspended_why: "", suspended_by: "" };
  await sql`select set_config('app.account', ${parent}, true)`.execute(trx);
  const row = await trx
    .selectFrom("identity.children")
    .select("suspended_at")
    .where("customer_account", "=", parent)
    .where("child_account", "=", account)
    .executeTakeFirst();
  await sql`select set_config('app.account', ${account}, true)`.execute(trx);
  const since = row?.suspended_at ?? null;
  return { suspended_at: since, suspended_why: "", suspended_by: since ? parent : "" };
}
