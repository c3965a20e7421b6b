import { problem } from "../kit/contract";
import type { Database } from "../kit/database";
import { type Handlers, type ServeOptions, serve } from "../kit/serve";
import { approvalHandlers } from "./approvals";
import { billing } from "./contract";
import type { statementCalls } from "./contract.statement";
import { activityActor, type BillingDeps, booksOnly, currentTime } from "./deps";
import { loadDetails, saveDetails, saveLowBalance } from "./details";
import { holdHandlers } from "./holds";
import { invoiceHandlers } from "./invoices/handlers";
import { paymentHandlers } from "./payments/handlers";
import { productHandlers } from "./products/handlers";
import { listCharges, statementPage } from "./statement";
import { walletHandlers } from "./wallet";

/** The embedded billing service: a double-entry ledger in cents, and what is paid with it. */
export function billingService(database: Database, options: ServeOptions, deps: BillingDeps = booksOnly) {
  const handlers: Handlers<typeof billing.calls> = {
    ...walletHandlers(database, deps),
    ...holdHandlers(database),
    ...productHandlers(database, deps),
    ...paymentHandlers(database, deps),
    ...invoiceHandlers(database, deps),
    ...statementHandlers(database, deps),
    ...approvalHandlers(database, deps),
  };
  return serve(billing, handlers, options);
}

const noBalance = () => problem(404, "There is no such balance.");

function statementHandlers(database: Database, deps: BillingDeps): Handlers<typeof statementCalls> {
  const charges =
    (products?: string[]) =>
    async (
      { query }: { query: { start_date?: string | undefined; end_date?: string | undefined } },
      { account }: { account: string },
    ) => ({
      status: 200 as const,
      body: await listCharges(database, account, products, query, currentTime(deps)),
    });
  return {
    async saveBilling({ body }, context) {
      const saved = await saveDetails(database, context.account, body, activityActor(context));
      return saved ? { status: 200, body: saved } : noBalance();
    },
    async billingDetails({ params }, { account }) {
      const found = await loadDetails(database, account, params.id);
      return found ? { status: 200, body: found } : noBalance();
    },
    async saveLowBalance({ body }, context) {
      const saved = await saveLowBalance(database, context.account, body.low_balance_cents, activityActor(context));
      return saved ? { status: 201, body: saved } : noBalance();
    },
    async statement({ query }, { account }) {
      return { status: 200, body: await statementPage(database, account, query) };
    },
    generalCharges: charges(),
    smsCharges: charges(["SMS"]),
    chatsCharges: charges(["Chats"]),
    voiceCharges: charges(["Voice"]),
  };
}
