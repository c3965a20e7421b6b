import { formatMoney } from "../../../rules/crm-money";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount, isDuplicate, readAccount } from "../../kit/database";
import { type Handlers, HttpError } from "../../kit/serve";
import type { crm } from "../contract";
import type { saleCalls } from "../contract.sales";
import { recordActor } from "../records/actor";
import { addSale, customerPage, findSale, listProducts, salePage } from "./store";

/** The calls of products, sales and customers. */
export function saleHandlers({ db }: Database): Pick<Handlers<typeof crm.calls>, keyof typeof saleCalls> {
  return {
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
        const { id, fresh } = await addSale(trx, account, body, recordActor(caller));
        const made = await findSale(trx, account, id);
        if (fresh)
          await recordActivity(trx, account, activityActor(caller), {
            ...{ action: "Sale recorded", subject: "sale", subject_id: String(id) },
            description: `Sale ${id}, ${formatMoney(made.total_cents, made.currency)}.`,
          });
        return made;
      });
      return { status: 201, body: sale };
    },
    async customers({ query }, { account }) {
      return { status: 200, body: await readAccount(db, account, (trx) => customerPage(trx, account, query)) };
    },
  };
}
