import { showKes } from "../../rules/money";
import { recordActivity } from "../kit/activities";
import { type Database, inAccount, type Trx } from "../kit/database";
import { append } from "../kit/events";
import { sendLater } from "../kit/jobs";
import { mailLater } from "../kit/mail";
import { publishToAudience } from "../kit/notices";
import type { BillingDeps } from "./deps";

export const noticeTask = "billing.notice";

/** A mail about money to the account's owners and its billing address, and to the platform where it must act. */
export type BillingNotice = {
  subject: string;
  text: string;
  platform?: boolean;
  /** False: the owners hear of it as a notification, by mail too if they like. */
  owners?: boolean;
};

/** Queues the mails in the transaction of what they tell of. `key` makes them once. */
export async function noticeLater(trx: Trx, account: string, notice: BillingNotice, key: string): Promise<void> {
  await sendLater(trx, noticeTask, { account, key, ...notice }, { key: `notice:${account}:${key}` });
}

/** Sends a notice: the owners are asked for here, because their addresses are the identity service's. */
export async function sendNotice(
  database: Database,
  deps: BillingDeps,
  payload: Record<string, unknown>,
): Promise<void> {
  const given = payload as BillingNotice & { account: string; key: string };
  const { account, key, subject, text, platform, owners: toOwners = true } = given;
  const owners = await deps.identityFor(account).accountOf();
  // Thrown, so that it is tried again later.
  if (owners.status !== 200) throw new Error(`identity answered ${owners.status}`);
  await inAccount(database.db, account, async (trx) => {
    const details = await trx
      .selectFrom("billing.customers")
      .select("email")
      .where("customer_account", "=", account)
      .executeTakeFirst();
    const theirs = owners.body.owners.map(({ email }) => email);
    const to = new Set([details?.email ?? "", ...theirs].filter((address) => address !== ""));
    if (!toOwners) for (const address of theirs) to.delete(address);
    for (const address of to)
      await mailLater(trx, account, { to: address, subject, text }, { key: `${account}:${key}:${address}` });
    if (platform && deps.seller.email) {
      const about = `Account ${account}, ${owners.body.name}.\n\n${text}`;
      const mail = { to: deps.seller.email, subject: `${subject} (account ${account})`, text: about };
      await mailLater(trx, account, mail, { key: `${account}:${key}:platform` });
    }
  });
}

/** The balance has fallen below the owner's own mark: told once per crossing. */
export async function warnOfLowBalance(database: Database, payload: Record<string, unknown>): Promise<void> {
  const account = String(payload.account);
  await inAccount(database.db, account, async (trx) => {
    const wallet = await trx
      .selectFrom("billing.wallets")
      .select(["available_cents", "low_balance_cents", "low_since"])
      .where("customer_account", "=", account)
      .executeTakeFirst();
    if (!wallet?.low_since || wallet.low_balance_cents === null) return;
    const [left, mark] = [showKes(wallet.available_cents), showKes(wallet.low_balance_cents)];
    const description = `The balance is ${left}, below ${mark}.`;
    await recordActivity(trx, account, "system", { action: "Low balance", description, subject: "balance" });
    const key = `low:${wallet.low_since.getTime()}`;
    await publishToAudience(trx, account, {
      kind: "balance low",
      subject: "",
      words: `${description} Top up to go on sending.`,
      key,
    });
    await append(trx, account, "balance", { low: true });
    const text = `${description} What costs more than what is left is not sent. Top up under Account, Billing and balance.`;
    await noticeLater(trx, account, { subject: "Your balance is low", text, owners: false }, key);
  });
}
