import { recordActivity } from "../kit/activities";
import { problem } from "../kit/contract";
import { type Database, inAccount, readAccount } from "../kit/database";
import { type Handlers, HttpError } from "../kit/serve";
import { loadMoney } from "./account-money";
import type { walletCalls } from "./contract.wallet";
import { type BillingDeps, currentTime } from "./deps";
import type { holdHandlers } from "./holds";
import { monthLater } from "./invoices/usage";
import { findWallet, lockWallet } from "./store";
import { transfer } from "./transfer";

/** The calls about balances: how much there is, wallets for new accounts, transfers to children. */
export function walletHandlers(
  { db }: Database,
  deps: BillingDeps,
): Omit<Handlers<typeof walletCalls>, keyof ReturnType<typeof holdHandlers>> {
  return {
    async balance({ params }, { account }) {
      const wallet = await readAccount(db, account, (trx) => findWallet(trx, account, params.billing_customer_id));
      return wallet ? { status: 200, body: wallet.available_cents } : problem(404, "There is no such balance.");
    },

    async accountMoney(_, { account }) {
      const found = await readAccount(db, account, (trx) => loadMoney(trx, account, currentTime(deps)));
      return found ? { status: 200, body: found } : problem(404, "There is no such balance.");
    },

    async setAccountStatus({ body }, { account }) {
      const told = await inAccount(db, account, (trx) =>
        trx
          .updateTable("billing.wallets")
          .set(body)
          .where("customer_account", "=", account)
          .returning("customer_account")
          .executeTakeFirst(),
      );
      // Nobody spends without a wallet; the words are told again when there is one.
      if (!told && body.suspended !== null) return problem(404, "There is no such balance.");
      return { status: 201, body: { status: 201, message: body.suspended ?? "The account may spend." } };
    },

    async openAccount({ body }, { account }) {
      return inAccount(db, account, async (trx) => {
        const fresh = await trx
          .insertInto("billing.wallets")
          .values({ customer_account: account, billing_customer_id: `b-${account}` })
          .onConflict((on) => on.doNothing())
          .returning("customer_account")
          .executeTakeFirst();
        await trx
          .insertInto("billing.customers")
          .values({ customer_account: account, ...body })
          .onConflict((on) => on.doNothing())
          .execute();
        if (fresh) {
          await monthLater(trx, account, currentTime(deps));
          const description = "A balance was opened for the account.";
          await recordActivity(trx, account, "system", { action: "Balance opened", description, subject: "balance" });
        }
        const wallet = await lockWallet(trx, account);
        if (!wallet) throw new HttpError(409, "That billing number belongs to another account.");
        const { billing_customer_id, available_cents, held_cents } = wallet;
        return { status: 201, body: { billing_customer_id, available_cents, held_cents } };
      });
    },

    transfer: ({ body }, context) => transfer(db, deps, context, body),
  };
}
