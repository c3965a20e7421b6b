import type { Database } from "../kit/database";
import type { Tasks } from "../kit/jobs";
import type { BillingDeps } from "./deps";
import { closeMonth, monthTask } from "./invoices/usage";
import { noticeTask, sendNotice, warnOfLowBalance } from "./notices";
import { advance, paymentTask } from "./payments/advance";
import { expireTask } from "./products/order";
import { expire, grant, renew } from "./products/renew";
import { lowTask } from "./store";
import { grantTask, renewalTask } from "./subscriptions/activate";

/** The queued jobs of the billing service. Each may run twice, and in two workers at once. */
export function billingTasks(database: Database, deps: BillingDeps): Tasks {
  return {
    [paymentTask]: ({ account, id }) => advance(database, deps, String(account), Number(id)),
    [noticeTask]: (payload) => sendNotice(database, deps, payload),
    [lowTask]: (payload) => warnOfLowBalance(database, payload),
    [grantTask]: (payload) => grant(database, deps, payload),
    [renewalTask]: (payload) => renew(database, deps, payload),
    [expireTask]: (payload) => expire(database, payload),
    [monthTask]: (payload) => closeMonth(database, deps, payload),
  };
}
