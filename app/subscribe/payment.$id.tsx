// /subscribe/payment/:id - a plan that is being paid on the phone: the wait, the receipt, or another try (Q162)
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LayoutDashboard, Receipt } from "lucide-react";
import { productName } from "../../rules/product-names";
import { href } from "../href";
import { PaymentPanel } from "../kit/money/payment";
import { titled } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { act, expectStatus, page } from "../shell/page.server";
import { chosen, startPage } from "./order/plan-labels";

const path = "/subscribe/payment/:id";

export const meta = titled("Payment");

export const loader = page(path, async ({ api, params, url, viewer, from }) => {
  const [payment, products] = await Promise.all([
    api.billing.payment({ params: { id: Number(params.id) } }),
    api.billing.products({}),
  ]);
  const tiles = products.status === 200 ? products.body.data : [];
  const found = chosen(tiles, url.searchParams.get("product") ?? "", url.searchParams.get("plan"));
  return {
    payment: expectStatus(payment, 200),
    tile: found?.tile,
    plan: found?.plan,
    zone: viewer.time_zone,
    sandbox: from.settings.demo,
  };
});

/** Asks M-Pesa once more; the page then shows what it said. */
export const action = act(path, NoFields, async ({ api, params, url }) => {
  expectStatus(await api.billing.checkPayment({ params: { id: Number(params.id) } }), 201);
  const { product, plan } = Object.fromEntries(url.searchParams);
  return redirect(href(path, { id: params.id }, { product, plan }));
});

export default function PlanPayment() {
  const { payment, tile, plan, zone, sandbox } = useLoaderData<typeof loader>();
  const what = [tile && productName(tile.product), plan?.name].filter(Boolean).join(": ");
  return (
    <div className="mx-auto max-w-[640px]">
      <PageHeader title={what || "Payment"} />
      <PaymentPanel
        payment={payment}
        zone={zone}
        what={what || "A plan"}
        sandbox={sandbox}
        retry={
          tile && plan
            ? href("/subscribe/:product", { product: tile.product }, { plan: plan.code, phone: payment.phone })
            : href("/subscribe")
        }
        next={
          <>
            <LinkButton
              to={tile?.state === "active" ? startPage(tile.product) : href("/dashboard")}
              variant="primary"
              size="lg"
              icon={LayoutDashboard}
              reloadDocument
            >
              {tile?.state === "active" ? `Start with ${productName(tile.product)}` : "Go to the dashboard"}
            </LinkButton>
            {payment.invoice_id !== null && (
              <LinkButton
                to={href("/settings/selfcare/invoices/:id", { id: payment.invoice_id })}
                size="lg"
                icon={Receipt}
                reloadDocument
              >
                See the invoice
              </LinkButton>
            )}
          </>
        }
      />
    </div>
  );
}
