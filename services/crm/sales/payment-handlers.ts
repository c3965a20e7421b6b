import { formatMoney } from "../../../rules/crm-money";
import { paymentMethodNames } from "../../../rules/sale-payments";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, readAccount } from "../../kit/database";
import type { Handlers } from "../../kit/serve";
import type { crm } from "../contract";
import { recordActor } from "../records/actor";
import { addPayment, changeDueDay, findSaleDetail, takePaymentBack, takeSaleBack } from "./payments";

type PaymentCalls = "sale" | "removeSale" | "recordPayment" | "removePayment" | "setSaleDue";

/** The calls of one sale: what was paid of it, and by when it is to be paid. */
export function paymentHandlers({ db }: Database): Pick<Handlers<typeof crm.calls>, PaymentCalls> {
  return {
    async sale({ params: { id } }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => findSaleDetail(trx, account, id)) };
    },
    async removeSale({ params: { id } }, caller) {
      const { account } = caller;
      const sale = await inAccount(db, account, async (trx) => {
        const removed = await takeSaleBack(trx, account, id, recordActor(caller));
        const found = await findSaleDetail(trx, account, id);
        if (removed)
          await recordActivity(trx, account, activityActor(caller), {
            ...{ action: "Sale taken back", subject: "sale", subject_id: String(id) },
            description: `Sale ${id}, ${formatMoney(found.total_cents, found.currency)}.`,
          });
        return found;
      });
      return { status: 201, body: sale };
    },
    async recordPayment({ params: { id }, body }, caller) {
      const { account } = caller;
      const sale = await inAccount(db, account, async (trx) => {
        const fresh = await addPayment(trx, account, id, body, recordActor(caller));
        const found = await findSaleDetail(trx, account, id);
        if (fresh)
          await recordActivity(trx, account, activityActor(caller), {
            ...{ action: "Payment of a sale recorded", subject: "sale", subject_id: String(id) },
            description: `Sale ${id}: ${formatMoney(body.amount_cents, found.currency)}, ${paymentMethodNames[body.method]}.`,
          });
        return found;
      });
      return { status: 201, body: sale };
    },
    async removePayment({ params }, caller) {
      const { account } = caller;
      const sale = await inAccount(db, account, async (trx) => {
        const removed = await takePaymentBack(trx, account, params, recordActor(caller));
        const found = await findSaleDetail(trx, account, params.id);
        if (removed)
          await recordActivity(trx, account, activityActor(caller), {
            ...{ action: "Payment of a sale taken back", subject: "sale", subject_id: String(params.id) },
            description: `Sale ${params.id}: ${formatMoney(removed.amount_cents, found.currency)}.`,
          });
        return found;
      });
      return { status: 201, body: sale };
    },
    async setSaleDue({ params: { id }, body: { due_on } }, caller) {
      const { account } = caller;
      const sale = await inAccount(db, account, async (trx) => {
        if (await changeDueDay(trx, account, id, due_on))
          await recordActivity(trx, account, activityActor(caller), {
            ...{ action: "Sale changed", subject: "sale", subject_id: String(id) },
            description: due_on ? `Sale ${id} is to be paid by ${due_on}.` : `Sale ${id}: no payment is awaited.`,
          });
        return findSaleDetail(trx, account, id);
      });
      return { status: 201, body: sale };
    },
  };
}
