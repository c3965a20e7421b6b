// /subscribe/:product - take a plan (`?plan=`): by M-Pesa prompt, from the balance, or by invoice (Q162)
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { productName } from "../../rules/product-names";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { mayPay } from "../kit/money/access";
import { Closed } from "../kit/money/closed";
import { paymentKey } from "../kit/money/key.server";
import { payingPhone } from "../kit/money/phone.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { PlanForm } from "./order/order-form";
import { ChoosePlan, PlanFacts } from "./order/plan-facts";
import { asksFirst, chosen, startPage } from "./order/plan-labels";
import { PayPlan } from "./order/plan-payment";
import { AskPlan } from "./order/plan-request";

const path = "/subscribe/:product";

export const meta = titled("Take a plan");

export const loader = page(path, async ({ api, viewer, params, url }) => {
  const [products, balance] = await Promise.all([
    api.billing.products({}),
    api.billing.balance({ params: { billing_customer_id: viewer.billing_customer_id } }),
  ]);
  const found = chosen(expectStatus(products, 200).data, params.product, url.searchParams.get("plan"));
  if (!found) throw new Response("There is no such product.", { status: 404 });
  return {
    ...found,
    asks: asksFirst(found.tile),
    balance: balance.status === 200 ? balance.body : 0,
    phone: mayPay(viewer) ? await payingPhone(api, viewer, url) : "",
    key: crypto.randomUUID(),
    mayPay: mayPay(viewer),
  };
});

export const action = act(path, PlanForm, async ({ api, params, url, value, refuse, from }) => {
  const found = chosen(
    expectStatus(await api.billing.products({}), 200).data,
    params.product,
    url.searchParams.get("plan"),
  );
  if (!found) throw new Response("There is no such product.", { status: 404 });
  const { product } = found.tile;
  const code = found.plan?.code ?? null;
  if (value.method === "api") {
    const asked = await api.billing.requestProduct({ body: { product, plan: code, note: value.note } });
    return asked.status === 201 ? redirect(href("/subscribe")) : refuse(asked.body);
  }
  if (code === null) return refuse({ status: 422, message: "Choose a plan first." });
  const { method, auto_renew } = value;
  const phone = value.method === "mpesa" ? value.phone : "";
  const said = { product, plan: code, method, phone, auto_renew };
  const answer = await api.billing.payProduct({ body: { ...said, key: paymentKey(value.key, said) } });
  if (answer.status !== 201) return refuse(answer.body);
  const { payment, invoice, product: tile } = answer.body;
  if (payment) return redirect(href("/subscribe/payment/:id", { id: payment.id }, { product, plan: code }));
  // Who holds the product already and asks for an invoice wants the invoice.
  const held = tile.state === "active";
  if (held && method !== "invoice")
    return done(from, startPage(product), `You have ${productName(product)}. Its pages are in the menu.`);
  const ready = `${invoice.number} is ready. ${productName(product)} ${held ? "changes to this plan" : "opens"} when it is paid.`;
  return done(from, href("/settings/selfcare/invoices/:id", { id: invoice.id }), ready);
});

export default function TakePlan() {
  const { tile, plan, asks, balance, phone, key, mayPay } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <div className="mx-auto max-w-[760px]">
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title={[productName(tile.product), plan?.name].filter(Boolean).join(": ")}
        text={
          tile.coming
            ? undefined
            : asks
              ? "Ask for it first; you pay when it is approved."
              : plan
                ? "Check it, then choose how to pay."
                : tile.plans.length > 0
                  ? "Choose a plan."
                  : undefined
        }
        back={{ label: "Products and plans", to: href("/subscribe") }}
      />
      <PlanFacts tile={tile} plan={plan} />
      {tile.coming ? (
        <LinkButton to={href("/subscribe")}>Products and plans</LinkButton>
      ) : !mayPay ? (
        <Closed to="pay" />
      ) : asks ? (
        <AskPlan tile={tile} last={last} />
      ) : plan ? (
        <PayPlan plan={plan} balance={balance} phone={phone} payKey={key} last={last} />
      ) : (
        <ChoosePlan tile={tile} />
      )}
    </div>
  );
}
