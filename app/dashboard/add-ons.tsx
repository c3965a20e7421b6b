// /dashboard/add-ons - extra purchases: credit for what is paid by use, and bigger plans
import { useLoaderData } from "@remix-run/react";
import { Coins } from "lucide-react";
import { showKes, showPartPrice } from "../../rules/money";
import { productName } from "../../rules/product-names";
import type { ProductTile } from "../../services/billing/contract.products";
import { href } from "../href";
import { mayPay } from "../kit/money/access";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { moneyPages } from "./money/money.server";
import { MoneyTabs } from "./money/money-tabs";
import { unitsFor } from "./money/units";

const path = "/dashboard/add-ons";

export const meta = titled("Add-ons");

export const loader = page(path, async ({ api, viewer }) => {
  const see = moneyPages(viewer);
  const { data } = expectStatus(await api.billing.products({}), 200);
  return {
    see,
    used: data.filter(({ state, rates }) => state === "active" && rates.length > 0),
    mayPay: mayPay(viewer),
  };
});

/** Shillings of credit on offer. */
const bundles = [1_000, 5_000, 20_000, 100_000];

function Bundles({ tile, mayPay }: { tile: ProductTile; mayPay: boolean }) {
  return (
    <section className="card" aria-labelledby={`add-${tile.product}`}>
      <div className="card-head">
        <h2 id={`add-${tile.product}`}>{productName(tile.product)}</h2>
        <p className="num ml-auto text-sm text-quiet">
          {tile.rates.map(({ what, unit, price }) => `${what} ${showPartPrice(price)} a ${unit}`).join(", ")}
        </p>
      </div>
      <ul className="divide-y divide-line">
        {bundles.map((shillings) => (
          <li key={shillings} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
            <span className="num w-32 font-medium">{showKes(shillings * 100)}</span>
            <span className="num min-w-0 flex-1 text-sm text-quiet">
              {tile.rates.map((rate) => unitsFor(shillings, rate)).join(" or ")}
            </span>
            <LinkButton
              to={href("/settings/selfcare/topup", undefined, { amount: shillings })}
              {...(mayPay ? {} : { disabledReason: "You need the permission Manage settings." })}
            >
              Buy
              <span className="sr-only">{` ${showKes(shillings * 100)} of credit for ${productName(tile.product)}`}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

export default function AddOns() {
  const { see, used, mayPay } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Add-ons"
        text="Credit goes to the one balance of the account: whatever you buy it for, every product can use it."
        actions={<LinkButton to={href("/subscribe")}>Bigger plans</LinkButton>}
      />
      <MoneyTabs current="add-ons" see={see} />
      {used.length > 0 ? (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          {used.map((tile) => (
            <Bundles key={tile.product} tile={tile} mayPay={mayPay} />
          ))}
        </div>
      ) : (
        <section className="card">
          <EmptyState
            icon={Coins}
            title="Nothing here is paid by use"
            text="The products of this account cost what their plans cost. Credit is for products such as SMS."
            actions={
              <LinkButton to={href("/subscribe")} variant="primary">
                See products and plans
              </LinkButton>
            }
          />
        </section>
      )}
    </>
  );
}
