import { type SqlBool, sql } from "kysely";
import { problem } from "../../kit/contract";
import { type Database, readAccount } from "../../kit/database";
import { byNumber } from "../../kit/ordering";
import { pageAnswer } from "../../kit/paging";
import type { Handlers } from "../../kit/serve";
import type { paymentCalls } from "../contract.payments";
import { activityActor, type BillingDeps, callingPerson, currentTime } from "../deps";
import { advance } from "./advance";
import { lipa, requestTopUp } from "./ask";
import { asPayment, loadPayment, paymentRows } from "./rows";
import type { PaymentState } from "./states";

const none = () => problem(404, "There is no such payment.");
/** A page that waits may ask M-Pesa this often, milliseconds; more often it reads what is known. */
const askAgain = 5_000;

export function paymentHandlers(database: Database, deps: BillingDeps): Handlers<typeof paymentCalls> {
  const { db } = database;
  const one = (account: string, id: number) => readAccount(db, account, (trx) => loadPayment(trx, account, id));

  return {
    async lipa({ body }, context) {
      const row = await lipa(database, deps, context.account, body, {
        by: activityActor(context),
        person: callingPerson(context.who),
      });
      return { status: 201, body: asPayment(row) };
    },

    async requestTopUp({ body }, context) {
      const asking = { by: activityActor(context), person: callingPerson(context.who) };
      return { status: 201, body: asPayment(await requestTopUp(database, deps, context.account, body, asking)) };
    },

    async payment({ params }, { account }) {
      const row = await one(account, params.id);
      return row ? { status: 200, body: asPayment(row) } : none();
    },

    async checkPayment({ params }, { account }) {
      const row = await one(account, params.id);
      if (!row) return none();
      const lately = row.checked_at && currentTime(deps).getTime() - row.checked_at.getTime() < askAgain;
      if (!lately && row.source === "mpesa") await advance(database, deps, account, params.id);
      return { status: 201, body: asPayment((await one(account, params.id)) ?? row) };
    },

    async topUps({ params, query }, { account }) {
      if (params.account !== account) return problem(404, "There is no such account.");
      const body = await readAccount(db, account, async (trx) => {
        let found = filtered(paymentRows(trx, account), query);
        if (query.source) found = found.where("p.source", "=", query.source);
        const page = await pageAnswer(trx, found, query, byNumber("p.id"));
        return { ...page, data: page.data.map(asPayment) };
      });
      return { status: 200, body };
    },

    async topUpRequests({ params, query }, { account }) {
      if (params.account !== account) return problem(404, "There is no such account.");
      const body = await readAccount(db, account, async (trx) => {
        const found = filtered(paymentRows(trx, account), query).where("p.source", "=", "bank");
        const page = await pageAnswer(trx, found, query, byNumber("p.id"));
        return { ...page, data: page.data.map(asPayment) };
      });
      return { status: 200, body };
    },
  };
}

type Filters = { state?: PaymentState | undefined; start_date?: string | undefined; end_date?: string | undefined };

/** Days are Nairobi's. */
function filtered(query: ReturnType<typeof paymentRows>, filters: Filters): ReturnType<typeof paymentRows> {
  let found = query;
  if (filters.state) found = found.where("p.state", "=", filters.state);
  if (filters.start_date)
    found = found.where(
      sql<SqlBool>`p.asked_at >= ${filters.start_date}::date::timestamp at time zone 'Africa/Nairobi'`,
    );
  if (filters.end_date)
    found = found.where(
      sql<SqlBool>`p.asked_at < (${filters.end_date}::date + 1)::timestamp at time zone 'Africa/Nairobi'`,
    );
  return found;
}
