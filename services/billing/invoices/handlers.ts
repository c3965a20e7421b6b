import { type SqlBool, sql } from "kysely";
import type { ListSort } from "../../../rules/list-orders";
import { showKes } from "../../../rules/money";
import { recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount } from "../../kit/database";
import { append } from "../../kit/events";
import { keyColumn, namedOrders } from "../../kit/ordering";
import { likePattern, pageAnswer } from "../../kit/paging";
import { type Handlers, HttpError } from "../../kit/serve";
import type { invoiceCalls } from "../contract.invoices";
import { activityActor, type BillingDeps, currentTime } from "../deps";
import { noticeLater } from "../notices";
import { lockWallet, post } from "../store";
import { closeProforma } from "../subscriptions/close-proforma";
import { loadFile } from "./file";
import { issue } from "./issue";
import { listPurchases } from "./purchases";
import { asRow, invoiceRows, loadInvoice, sumCredited } from "./rows";
import { withVatInside } from "./vat";

const orderOf = namedOrders<ListSort<"invoices">>(
  {
    issued: keyColumn("timestamptz", "i.issued_at"),
    number: keyColumn("text", "i.number"),
    total: keyColumn("bigint", "i.total_cents"),
  },
  keyColumn("bigint", "i.id"),
);

const none = () => problem(404, "There is no such invoice.");

/** Invoices, pro formas and credit notes: lists, downloads, and the two things that can still happen to them. */
export function invoiceHandlers({ db }: Database, deps: BillingDeps): Handlers<typeof invoiceCalls> {
  return {
    async invoices({ query }, { account }) {
      const body = await readAccount(db, account, async (trx) => {
        let found = invoiceRows(trx, account);
        if (query.kind) found = found.where("i.kind", "=", query.kind);
        if (query.state === "issued") found = found.where("i.kind", "=", "credit");
        else if (query.state === "paid")
          found = found.where((is) => is.or([is("i.kind", "=", "tax"), is("m.state", "=", "paid")]));
        else if (query.state) found = found.where("m.state", "=", query.state);
        if (query.start_date)
          found = found.where(
            sql<SqlBool>`i.issued_at >= ${query.start_date}::date::timestamp at time zone 'Africa/Nairobi'`,
          );
        if (query.end_date)
          found = found.where(
            sql<SqlBool>`i.issued_at < (${query.end_date}::date + 1)::timestamp at time zone 'Africa/Nairobi'`,
          );
        const text = likePattern(query.q);
        if (query.q) found = found.where((is) => is.or([is("i.number", "ilike", text), is("i.title", "ilike", text)]));
        const page = await pageAnswer(trx, found, query, orderOf(query.sort));
        return { ...page, data: page.data.map(asRow) };
      });
      return { status: 200, body };
    },

    async invoice({ params }, { account }) {
      const found = await readAccount(db, account, (trx) => loadInvoice(trx, account, params.id));
      return found ? { status: 200, body: found } : none();
    },

    async invoiceFile({ params, query }, { account }) {
      const found = await readAccount(db, account, (trx) => loadInvoice(trx, account, params.id));
      return found ? { status: 200, body: await loadFile(found, query.format, account) } : none();
    },

    async purchases({ query }, { account }) {
      const data = await readAccount(db, account, (trx) => listPurchases(trx, account, query));
      return { status: 200, body: { data } };
    },

    async cancelInvoice({ params }, context) {
      const { account } = context;
      return inAccount(db, account, async (trx) => {
        await lockWallet(trx, account);
        const found = await loadInvoice(trx, account, params.id);
        if (!found) return none();
        if (found.kind !== "proforma")
          return problem(409, "An issued invoice is not cancelled: ask us for a credit note.");
        if (found.state === "cancelled") return { status: 201, body: found };
        if (!(await closeProforma(trx, account, params.id, "cancelled")))
          return problem(409, found.state === "paid" ? "It is paid already." : "It is not open any more.");
        await recordActivity(trx, account, activityActor(context), {
          action: "Pro forma cancelled",
          description: `${found.number}, ${showKes(found.total_cents)}.`,
          subject: "invoice",
          subject_id: String(params.id),
        });
        return { status: 201, body: { ...found, state: "cancelled" } };
      });
    },

    async creditInvoice({ params, body }, context) {
      const { account, id } = params;
      if (!/^[\w-]{1,32}$/.test(account)) return none();
      return inAccount(db, account, async (trx) => {
        const wallet = await lockWallet(trx, account);
        const found = wallet && (await loadInvoice(trx, account, id));
        if (found?.kind !== "tax") return none();
        const key = `credit:${id}:${body.key}`;
        const before = await invoiceRows(trx, account).where("i.key", "=", key).executeTakeFirst();
        if (before) return { status: 201, body: await must(loadInvoice(trx, account, before.id)) };
        const left = found.total_cents - (await sumCredited(trx, account, id));
        if (body.total_cents > left)
          return problem(422, "Please correct the marked fields.", {
            total_cents: [`Only ${showKes(left)} of it is left.`],
          });
        const now = currentTime(deps);
        const lines = [{ description: `Credit on ${found.number}: ${body.reason}`, gross_cents: body.total_cents }];
        const credit = await issue(trx, account, {
          // The rate is the invoice's own, whatever it is today.
          ...withVatInside(lines, Math.round(found.vat_percent * 100)),
          kind: "credit",
          key,
          title: `Credit on ${found.number}`,
          product: found.product,
          at: now,
          refers_to: id,
          seller: deps.seller,
          note: body.reason,
        });
        await post(trx, account, {
          kind: "credit",
          reference: `invoice:${credit}`,
          description: `Credit on ${found.number}: ${body.reason}`,
          product: found.product,
          entries: [
            { ledger: "revenue", cents: -body.total_cents },
            { ledger: "available", cents: body.total_cents },
          ],
        });
        const description = `${showKes(body.total_cents)} of ${found.number}: ${body.reason}`;
        await recordActivity(trx, account, activityActor(context), {
          action: "Credit note issued",
          description,
          subject: "invoice",
          subject_id: String(credit),
        });
        await append(trx, account, "balance", {});
        const text = `${description}\n\nThe money is on your balance.`;
        await noticeLater(trx, account, { subject: "A credit note was issued", text }, `credit:${credit}`);
        return { status: 201, body: await must(loadInvoice(trx, account, credit)) };
      });
    },
  };
}

async function must<T>(found: Promise<T | undefined>): Promise<T> {
  const value = await found;
  if (value === undefined) throw new HttpError(404, "There is no such invoice.");
  return value;
}
