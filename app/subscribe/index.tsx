// /subscribe - the products with their plans; the first page of an account that has none yet (Q012)
import { Form, useLoaderData } from "@remix-run/react";
import { LayoutDashboard, LogOut } from "lucide-react";
import { productName } from "../../rules/product-names";
import type { ProductTile } from "../../services/billing/contract.products";
import { mustSubscribe } from "../access";
import { href } from "../href";
import { mayPay } from "../kit/money/access";
import { settled } from "../kit/settled.server";
import { titled } from "../kit/title";
import { Badge } from "../kit/ui/badge";
import { Button, LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Tabs } from "../kit/ui/tabs";
import { expectStatus, page } from "../shell/page.server";
import { Suspended } from "../shell/suspended";
import { Tile } from "./order/product-tile";

export const meta = titled("Products and plans");

export const loader = page("/subscribe", async ({ api, url, viewer }) => {
  const [products, answers] = await Promise.all([api.billing.products({}), settled(api.identity.signUpAnswers({}))]);
  const { data } = expectStatus(products, 200);
  return {
    tiles: data,
    requested_products: answers?.requested_products ?? [],
    period: url.searchParams.get("period") === "year" ? ("year" as const) : ("month" as const),
    first: mustSubscribe(viewer),
    name: viewer.account_name,
    mayPay: mayPay(viewer),
    suspended: viewer.suspended ?? null,
  };
});

export default function Subscribe() {
  const { tiles, requested_products, period, first, name, mayPay, suspended } = useLoaderData<typeof loader>();
  const coming = tiles.filter((tile) => tile.coming && tile.detail === "available");
  const isRequested = ({ product, state }: ProductTile) =>
    state === "available" && requested_products.includes(product);
  const onSale = tiles
    .filter((tile) => !coming.includes(tile))
    .sort((one, other) => Number(isRequested(other)) - Number(isRequested(one)));
  return (
    <div className="mx-auto max-w-[1180px]">
      <PageHeader
        title={first ? `What will ${name} use first?` : "Products and plans"}
        text="Prices are in KES with VAT. Pay by M-Pesa or ask for an invoice; the product's menu is there as soon as it is paid."
        actions={
          first ? (
            <>
              <LinkButton to={href("/settings/selfcare")}>Billing and balance</LinkButton>
              <Form method="post" action={href("/logout")}>
                <Button icon={LogOut}>Sign out</Button>
              </Form>
            </>
          ) : (
            <LinkButton to={href("/dashboard")} icon={LayoutDashboard}>
              Dashboard
            </LinkButton>
          )
        }
      />
      {suspended !== null && <Suspended why={suspended} />}
      {!mayPay && (
        <p className="mb-4 text-quiet" role="status">
          You can look at the plans. To choose one you need the permission Manage settings: an Owner can give it to you.
        </p>
      )}
      <Tabs
        label="Paid by"
        tabs={[
          { label: "Monthly", to: href("/subscribe"), current: period === "month" },
          { label: "Yearly", to: href("/subscribe", undefined, { period: "year" }), current: period === "year" },
        ]}
      />
      {onSale.length > 0 ? (
        <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
          {onSale.map((tile) => (
            <Tile key={tile.product} tile={tile} period={period} mayChoose={mayPay} requested={isRequested(tile)} />
          ))}
        </div>
      ) : (
        <section className="card">
          <EmptyState title="Nothing is on sale right now" text="Reload the page in a moment." />
        </section>
      )}
      {coming.length > 0 && (
        <section className="mt-8" aria-labelledby="coming">
          <h2 id="coming" className="mb-1 font-semibold">
            Coming
          </h2>
          <p className="mb-3 text-quiet">We are building these. You won't be charged before they launch.</p>
          <ul className="card divide-y divide-line">
            {coming.map(({ product, about }) => (
              <li key={product} className="px-5 py-3 max-md:px-4">
                <h3 className="flex flex-wrap items-center gap-x-3 font-medium">
                  {productName(product)}
                  {requested_products.includes(product) && <Badge>You chose this at sign-up</Badge>}
                </h3>
                <p className="text-sm text-quiet">{about}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
