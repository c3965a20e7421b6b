import { sql } from "kysely";
import { post } from "../services/billing/store";
import { hashPassword } from "../services/identity/passwords";
import { addSystemRoles } from "../services/identity/people/accounts";
import { type Database, inAccount, type Trx } from "../services/kit/database";
import { type DemoAccount, demoAccounts, demoPassword } from "./accounts";
import { fillBilling } from "./billing";
import { fillChat } from "./chat";
import { fillChatReports } from "./chat-reports";
import { fillChatSettings } from "./chat-settings";
import { addContactPoints } from "./contact-points";
import { fillCrmFields } from "./crm-fields";
import { fillEmailGroup } from "./email";
import { fillLeads } from "./leads";
import { fillMessaging } from "./messaging";
import { fillNotices } from "./notices";
import { addOrganisations } from "./organisations";
import { fillQuotes } from "./quotes";
import { fillChildren } from "./reseller";
import { addSequences } from "./sequences";
import { addSkills } from "./skills";
import { fillSurveys } from "./surveys";
import { addTags } from "./tags";
import { fillTicketing } from "./ticketing";
import { fillVoice } from "./voice";
import { fillWebchat } from "./webchat";

/**
 * Fills the demo accounts once; an account that is there is left as it is. Of two nodes that start together one fills them
 * and the other waits: extensions and other names of the whole platform would meet.
 */
export async function fillDemo(database: Database, say: (line: string) => void): Promise<void> {
  await database.db.transaction().execute(async (alone) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(alone);
    await fillAccounts(database, say);
  });
}

async function fillAccounts(database: Database, say: (line: string) => void): Promise<void> {
  const began = performance.now();
  let filled = 0;
  // Only for the first start: it takes as long as a sign-in.
  let password: Promise<string> | undefined;
  for (const account of demoAccounts) {
    const fresh = await inAccount(database.db, account.customer_account, async (trx) => {
      if (!(await fillAccount(trx, account, () => (password ??= hashPassword(demoPassword))))) return false;
      await addSkills(trx, account.customer_account);
      await fillMessaging(trx, account.customer_account);
      await fillEmailGroup(trx, account.customer_account);
      await fillTicketing(trx, account.customer_account);
      await fillLeads(trx, account.customer_account);
      await addOrganisations(trx, account.customer_account);
      await addContactPoints(trx, account.customer_account);
      await addTags(trx, account.customer_account);
      await addSequences(trx, account.customer_account);
      await fillCrmFields(trx, account.customer_account);
      await fillQuotes(trx, account.customer_account);
      await fillSurveys(trx, account.customer_account);
      await fillChat(trx, account.customer_account);
      await fillWebchat(trx, account.customer_account);
      await fillChatSettings(trx, account.customer_account);
      await fillChatReports(trx, account.customer_account);
      await fillVoice(trx, account.customer_account);
      await fillBilling(trx, account);
      await fillNotices(trx, account.customer_account);
      return true;
    });
    if (fresh) filled++;
  }
  await fillChildren(database, () => (password ??= hashPassword(demoPassword)));
  if (filled > 0) say(`filled ${filled} demo accounts in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function fillAccount(trx: Trx, account: DemoAccount, password: () => Promise<string>): Promise<boolean> {
  const { customer_account, platform = false } = account;
  const billing_customer_id = `b-${customer_account}`;
  // Who has a year of history has been there for a little longer.
  const created_at = new Date(Date.now() - (account.opening > 0 ? 400 : 0) * 86_400_000);
  const written = await trx
    .insertInto("identity.accounts")
    .values({
      customer_account,
      name: account.name,
      products: account.products,
      billing_customer_id,
      platform,
      created_at,
    })
    .onConflict((on) => on.doNothing())
    .returning("customer_account")
    .executeTakeFirst();
  if (!written) return false;
  const password_hash = await password();
  const roles = await addSystemRoles(trx, customer_account, { platform });
  for (const { name, email, role } of account.users) {
    const user = await trx
      .insertInto("identity.users")
      .values({ customer_account, name, email, role_id: (role && roles.get(role)) || null, created_at })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("identity.logins")
      .values({ email, customer_account, user_id: user.id, password_hash })
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
