import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { sql } from "kysely";
import type { Permission, Product } from "../../rules/access";
import { proof } from "../../services/billing/store";
import { embeddedServices } from "../../services/embedded";
import { readEnvironment } from "../../services/environment";
import { accountStatusTasks } from "../../services/identity/accounts/account-status";
import { delegationTasks } from "../../services/identity/reseller/delegation";
import { priceTasks } from "../../services/identity/reseller/price";
import { tokenHash } from "../../services/identity/sessions";
import { addSession } from "../../services/identity/store";
import { inAccount } from "../../services/kit/database";
import type { ServiceClients } from "../../services/modules";
import { addAccount } from "../identity/people.fixtures";
import { freshDatabase } from "../setup/database";

export const reseller = "100001";
export const rival = "200002";
export const platform = "900009";

export type ResellerFixture = Awaited<ReturnType<typeof resellerFixture>>;

/** Every service in this process on a database of its own, with two resellers that have money and sender names. */
export async function resellerFixture() {
  const database = await freshDatabase();
  const faults: unknown[] = [];
  const log = {
    error: (fields: object) => void faults.push((fields as { err?: unknown }).err ?? fields),
    info: () => undefined,
  };
  const settings = { ...readEnvironment({}), serviceSecret: "a-secret-for-tests-that-is-long-enough" };
  const embedded = embeddedServices(database, settings, log as never, { dataDir: tmpdir() });
  const products: Product[] = ["SMS", "Chats", "Reseller"];
  const clerk: { name: string; permissions: Permission[] } = { name: "Clerk", permissions: ["Send bulk message"] };
  const people: Record<string, Record<string, { id: number; token: string }>> = {};
  for (const account of [reseller, rival]) {
    people[account] = await addAccount(
      database,
      account,
      [
        { name: "Wanjiru", role: "Owner" },
        { name: "Kevin", role: "Clerk" },
      ],
      { products, roles: [clerk] },
    );
    await addMoney(account, 1_000_000);
    await inAccount(database.db, account, (trx) =>
      trx
        .insertInto("messaging.senders")
        .values([
          {
            customer_account: account,
            sender: `SHOP${account.slice(0, 3)}`,
            kind: "transactional",
            status: "approved",
          },
          { customer_account: account, sender: "WAITING", kind: "transactional", status: "pending" },
        ])
        .execute(),
    );
  }

  people[platform] = await addAccount(
    database,
    platform,
    [
      { name: "Amina", role: "Owner", permissions: ["Can view all billing information"] },
      { name: "Wanjiru", role: "Owner" },
    ],
    { products: ["SMS"] },
  );
  await inAccount(database.db, platform, (trx) =>
    trx.updateTable("identity.accounts").set({ platform: true }).where("customer_account", "=", platform).execute(),
  );

  async function addMoney(account: string, cents: number): Promise<void> {
    await embedded.clientsOfAccount(account).billing.openAccount({ body: { name: account, email: "" } });
    const { post } = await import("../../services/billing/store");
    await inAccount(database.db, account, (trx) =>
      post(trx, account, {
        kind: "topup",
        reference: randomUUID(),
        entries: [
          { ledger: "cash", cents: -cents },
          { ledger: "available", cents },
        ],
      }),
    );
  }

  const as = (token: string): ServiceClients =>
    embedded.clientsFor({ token, requestId: randomUUID(), address: "10.0.0.9" });
  const owner = (account = reseller) => as(`${account} Wanjiru`);

  /** Somebody of the platform who may look after accounts. */
  const admin = () => as(`${platform} Amina`);

  /** A child of an account, as its owner opens one. */
  async function open(given: Record<string, unknown> = {}, account = reseller): Promise<string> {
    const key = randomUUID();
    const form = {
      name: "Savanna Nakuru",
      owner_name: "Joyce Chebet",
      owner_email: `${key}@nakuru.test`,
      products: ["SMS" as const],
      part_price: 9_000,
      key,
    };
    const answer = await owner(account).identity.createChild({ body: { ...form, ...given } });
    if (answer.status !== 201) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer.body.number;
  }

  /** A session of the child's owner, as after the invitation; the token is the account's number. */
  async function joined(child: string): Promise<ServiceClients> {
    await inAccount(database.db, child, async (trx) => {
      const user = await trx
        .selectFrom("identity.users")
        .select(["id", "email"])
        .where("customer_account", "=", child)
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("identity.logins")
        .values({ email: user.email, customer_account: child, user_id: user.id, password_hash: "none" })
        .execute();
      await addSession(database.db, {
        token_hash: tokenHash(child),
        customer_account: child,
        user_id: user.id,
        expires_at: new Date(Date.now() + 3_600_000),
        address: "",
      });
    });
    return as(child);
  }

  /** The token with which somebody of a parent works in a child account. */
  async function delegation(child: string, account = reseller, person = "Wanjiru"): Promise<string> {
    const answer = await as(`${account} ${person}`).identity.startDelegation({ params: { child } });
    if (answer.status !== 201) throw faults.at(-1) ?? new Error(answer.body.message);
    return answer.body.access_token;
  }

  function activities(account: string): Promise<{ action: string; by: string; description: string }[]> {
    return inAccount(database.db, account, (trx) =>
      trx
        .selectFrom("events.activities")
        .select(["action", "by", "description"])
        .where("customer_account", "=", account)
        .orderBy("id")
        .execute(),
    );
  }

  /** What the ledger says, cached and summed. */
  function money(account: string): Promise<{ available: number; held: number; all: number; cached: number }> {
    return inAccount(database.db, account, async (trx) => {
      const { rows } = await sql<{ available_cents: number }>`
        select available_cents from billing.wallets where customer_account = ${account}`.execute(trx);
      return { ...(await proof(trx, account)), cached: rows[0]?.available_cents ?? 0 };
    });
  }

  return {
    database,
    faults,
    embedded,
    people,
    as,
    owner,
    admin,
    open,
    joined,
    delegation,
    addMoney,
    activities,
    money,
    tasks: {
      ...accountStatusTasks(database, embedded),
      ...priceTasks(database, embedded),
      ...delegationTasks(database),
    },
    close: () => database.drop(),
  };
}
