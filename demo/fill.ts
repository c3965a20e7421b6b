import { post } from "../services/billing/store";
import { hashPassword } from "../services/identity/service";
import { type Database, inAccount, type Trx } from "../services/kit/database";
import { type DemoAccount, demoAccounts, demoPassword, demoRoles } from "./accounts";
import { fillMessaging } from "./messaging";

/** Who may sign in to the demo, for the start's last lines. */
export const signIns = [
  { email: "owner@savanna.test", what: `Owner of Savanna Traders, every product (password ${demoPassword})` },
  { email: "agent@savanna.test", what: "Agent there; also admin@, supervisor@, sales@, nobody@savanna.test" },
  { email: "owner@lakeside.test", what: "Owner of Lakeside Clinic, SMS and Chats" },
  { email: "owner@newleaf.test", what: "Owner of New Leaf, no products yet" },
  { email: "platform@jibu.test", what: "Platform administrator" },
];

/** Fills the demo accounts once; an account that is there is left as it is. */
export async function fillDemo(database: Database, say: (line: string) => void): Promise<void> {
  const began = performance.now();
  let filled = 0;
  const password = await hashPassword(demoPassword);
  for (const account of demoAccounts) {
    const fresh = await inAccount(database.db, account.customer_account, async (trx) => {
      if (!(await fillAccount(trx, account, password))) return false;
      await fillMessaging(trx, account.customer_account);
      return true;
    });
    if (fresh) filled++;
  }
  if (filled > 0) say(`filled ${filled} demo accounts in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function fillAccount(trx: Trx, account: DemoAccount, password: string): Promise<boolean> {
  const { customer_account } = account;
  const billing_customer_id = `b-${customer_account}`;
  const written = await trx
    .insertInto("identity.accounts")
    .values({ customer_account, name: account.name, products: account.products, billing_customer_id })
    .onConflict((on) => on.doNothing())
    .returning("customer_account")
    .executeTakeFirst();
  if (!written) return false;
  const names = [...new Set(account.users.flatMap(({ role }) => (role ? [role] : [])))];
  const roles = names.length
    ? await trx
        .insertInto("identity.roles")
        .values(names.map((name) => ({ customer_account, name, permissions: demoRoles[name] ?? [], system: true })))
        .returning(["id", "name"])
        .execute()
    : [];
  for (const { name, email, role } of account.users) {
    const user = await trx
      .insertInto("identity.users")
      .values({ customer_account, name, email, role_id: roles.find((found) => found.name === role)?.id ?? null })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("identity.logins")
      .values({ email, customer_account, user_id: user.id, password_hash: password })
      .execute();
  }
  await trx.insertInto("billing.wallets").values({ customer_account, billing_customer_id }).execute();
  if (account.opening > 0)
    await post(trx, customer_account, {
      kind: "topup",
      reference: "opening",
      description: "Opening balance",
      entries: [
        { ledger: "available", cents: account.opening },
        { ledger: "cash", cents: -account.opening },
      ],
    });
  return true;
}
