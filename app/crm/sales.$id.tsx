// /crm/sales/:id - a sale: what was sold, what was paid of it, by when the rest is to be paid, and taking it back
import { randomUUID } from "node:crypto";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { dayIn, sayDay } from "../../rules/calendar";
import { formatMoney } from "../../rules/crm-money";
import { openCents, salePaymentState, salePaymentStateNames } from "../../rules/sale-payments";
import type { Sale } from "../../services/crm/contract.sales";
import { mayOpen } from "../access";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { LineList } from "../kit/quotes/line-list";
import { titledBy } from "../kit/title";
import { typedId, typedText } from "../kit/typed-fields";
import { Card } from "../kit/ui/card";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { recordHref } from "./record/places";
import { amount } from "./record/record-form";
import { asMethod, salePaymentKinds } from "./sales/labels";
import { DueForm, PaymentForm, PaymentList, TakeBackForm } from "./sales/payment-cards";

const path = "/crm/sales/:id";

export const meta = titledBy<typeof loader>(({ data }) => `Sale ${data?.sale.id ?? ""}`);

export const loader = page(path, async ({ api, params, viewer }) => ({
  sale: expectStatus(await api.crm.sale({ params: { id: Number(params.id) || 0 } }), 200),
  key: randomUUID(),
  zone: viewer.time_zone,
  today: dayIn(viewer.time_zone, new Date()),
  may: { contact: mayOpen(viewer, routeFor("/crm/contacts")), deal: mayOpen(viewer, routeFor("/crm/deals")) },
}));

const StepFields = z.discriminatedUnion("intent", [
  z.object({
    ...{ intent: z.literal("pay"), key: typedText, amount, method: typedText, reference: typedText },
    paid_on: typedText,
  }),
  z.object({ intent: z.literal("remove"), payment: typedId }),
  z.object({ intent: z.literal("due"), due_on: typedText }),
  z.object({ intent: z.literal("take back") }),
]);

export const action = act(path, StepFields, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.id) || 0;
  const here = href(path, { id });
  if (value.intent === "remove") {
    const removed = await api.crm.removePayment({ params: { id, payment: value.payment } });
    return removed.status === 201 ? done(from, here, "The payment was taken back.") : refuse(removed.body);
  }
  if (value.intent === "take back") {
    const taken = await api.crm.removeSale({ params: { id } });
    return taken.status === 201 ? done(from, here, "The sale was taken back.") : refuse(taken.body);
  }
  if (value.intent === "due") {
    const set = await api.crm.setSaleDue({ params: { id }, body: { due_on: value.due_on || null } });
    return set.status === 201 ? done(from, here, "The day was saved.") : refuse(set.body);
  }
  const { key, amount: amount_cents, method, reference, paid_on } = value;
  const body = { key, amount_cents: amount_cents ?? 0, method: asMethod(method), reference, paid_on };
  const paid = await api.crm.recordPayment({ params: { id }, body });
  if (paid.status === 201) return done(from, here, "The payment was recorded.");
  const { amount_cents: wrong, ...errors } = paid.body.errors ?? {};
  return refuse({ ...paid.body, errors: { ...errors, ...(wrong ? { amount: wrong } : {}) } });
});

export default function SalePage() {
  const { sale, key, zone, today, may } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { id, contact, deal, currency, total_cents, sold_on, by, removed_at, removed_by } = sale;
  const state = salePaymentState(sale, today);
  return (
    <>
      <PageHeader
        title={`Sale ${id}`}
        back={{ label: "Sales", to: href("/crm/sales") }}
        text={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Status kind={salePaymentKinds[state]}>{salePaymentStateNames[state]}</Status>
            <span className="num">{formatMoney(total_cents, currency)}</span>
            {contact && may.contact && (
              <Link className="link wrap-anywhere" to={recordHref({ kind: "contact", id: contact.id })}>
                {contact.name}
              </Link>
            )}
            {deal && may.deal && (
              <Link className="link wrap-anywhere" to={recordHref({ kind: "deal", id: deal.id })}>
                {deal.name}
              </Link>
            )}
            <span>
              {sayDay(sold_on, "short")}
              {by && `, recorded by ${by}`}
            </span>
            {removed_at && (
              <span>
                Taken back by {removed_by || "a program"}, <DateTime at={removed_at} zone={zone} />
              </span>
            )}
          </span>
        }
      />
      <PostResult last={last} idOf={(name) => name} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 gap-4">
          <SoldLines sale={sale} />
          {(!removed_at || sale.payments.length > 0) && <PaymentList sale={sale} zone={zone} />}
        </div>
        <div className="grid min-w-0 gap-4">
          {!removed_at && (
            <>
              <PaymentForm sale={sale} postKey={key} today={today} last={last} />
              <DueForm sale={sale} last={last} />
              <TakeBackForm sale={sale} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** What was sold, what it comes to, and what is open of it: nothing of a sale that was taken back. */
function SoldLines({ sale }: { sale: Sale }) {
  const { lines, currency, total_cents, paid_cents, removed_at } = sale;
  const money = (cents: number) => formatMoney(cents, currency);
  return (
    <Card padded label="Sold">
      <LineList
        className="border-b"
        lines={lines.map(({ name, quantity, price_cents }) => ({
          name,
          detail: `${quantity.toLocaleString("en-KE")} × ${money(price_cents)}`,
          amount: money(quantity * price_cents),
        }))}
      />
      <dl className="num mt-3 ml-auto grid w-full max-w-72 grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <dt className="font-semibold">Total</dt>
        <dd className="text-right font-semibold">{money(total_cents)}</dd>
        {!removed_at && (
          <>
            <dt className="text-quiet">Paid</dt>
            <dd className="text-right">{money(paid_cents)}</dd>
            <dt className="text-quiet">Open</dt>
            <dd className="text-right">{money(openCents(sale))}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}
