import type { z } from "zod";
import { formatMoney } from "../../../rules/crm-money";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, isDuplicate, readAccount, type Trx } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { Sale, SalePaymentForm, saleCalls } from "../contract.sales";
import { recordActor } from "../records/actor";
import { paymentHandlers } from "./payment-handlers";
import { addPayment } from "./payments";
import { addSale, customerPage, findSale, listProducts, salePage } from "./store";

/** The calls of products, sales and customers. */
export function saleHandlers(database: Database): Pick<Handlers<typeof crm.calls>, keyof typeof saleCalls> {
  const { db } = database;
  return {
    ...paymentHandlers(database),
    async crmProducts(_, { account }) {
      return { status: 200, body: { data: await readAccount(db, account, (trx) => listProducts(trx, account)) } };
    },
    async createProduct({ body }, caller) {
      const { account } = caller;
      const made = await inAccount(db, account, async (trx) => {
        const product = await trx
          .insertInto("crm.products")
          .values({ ...body, customer_account: account })
          .returning("id")
          .executeTakeFirstOrThrow();
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Product added", subject: "crm product", subject_id: String(product.id) },
          description: `${body.name} was added, ${formatMoney(body.price_cents, body.currency)}.`,
        });
        return product;
      }).catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
        const words = `There is a product named ${body.name} already.`;
        throw new HttpError(422, words, { name: [words] });
      });
      return { status: 201, body: { ...body, id: made.id } };
    },
    async deleteProduct({ params }, caller) {
      const { account } = caller;
      const name = await inAccount(db, account, async (trx) => {
        const gone = await trx
          .updateTable("crm.products")
          .set({ deleted_at: new Date() })
          .where("customer_account", "=", account)
          .where("id", "=", params.id)
          .where("deleted_at", "is", null)
          .returning("name")
          .executeTakeFirst();
        if (!gone) throw new HttpError(404, "There is no such product.");
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Product deleted", subject: "crm product", subject_id: String(params.id) },
          description: `${gone.name} was deleted.`,
        });
        return gone.name;
      });
      return { status: 201, body: { status: 201, message: `${name} was deleted.` } };
    },
    async sales({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => salePage(trx, account, query)) };
    },
    async createSale({ body }, caller) {
      const { account } = caller;
      const sale = await inAccount(db, account, async (trx) => {
        const { payment, ...form } = body;
        const { id, fresh } = await addSale(trx, account, form, recordActor(caller));
        const made = await findSale(trx, account, id);
        if (fresh && payment && made.total_cents > 0)
          await payWhole(trx, caller, made, { key: `sale ${body.key}`, ...payment });
        if (fresh)
          await recordActivity(trx, account, activityActor(caller), {
            ...{ action: "Sale recorded", subject: "sale", subject_id: String(id) },
            description: `Sale ${id}, ${formatMoney(made.total_cents, made.currency)}.`,
          });
        return findSale(trx, account, id);
      });
      return { status: 201, body: sale };
    },
    async customers({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => customerPage(trx, account, query)) };
    },
  };
}

/** Records that a new sale was paid on its day. @throws HttpError 422 with the fields of the sale's form */
async function payWhole(
  trx: Trx,
  caller: CallContext,
  { id, total_cents, sold_on }: Sale,
  payment: Pick<z.output<typeof SalePaymentForm>, "key" | "method" | "reference">,
): Promise<void> {
  const paid = { ...payment, amount_cents: total_cents, paid_on: sold_on };
  await addPayment(trx, caller.account, id, paid, recordActor(caller)).catch((error: unknown) => {
    if (!(error instanceof HttpError) || !error.errors?.reference) throw error;
    throw new HttpError(error.status, error.message, { "payment.reference": error.errors.reference });
  });
}
