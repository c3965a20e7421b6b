// /dashboard/products - every product with its state, plan and what it cost in the last 30 days
import { useLoaderData } from "@remix-run/react";
import { periodDays } from "../../rules/days";
import { showDay } from "../../rules/format";
import { showKes } from "../../rules/money";
import { productName } from "../../rules/product-names";
import type { ProductTile } from "../../services/billing/contract.products";
import { href } from "../href";
import { tileStatus } from "../kit/money/labels";
import { settled } from "../kit/settled.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { type Column, RowLink, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { moneyPages } from "./money/money.server";
import { MoneyTabs } from "./money/money-tabs";

const path = "/dashboard/products";

export const meta = titled("Products");

export const loader = page(path, async ({ api, viewer }) => {
  const see = moneyPages(viewer);
  const query = periodDays("30", viewer.time_zone, new Date());
  // Who may not see the charges sees the products without them.
  const [tiles, charges] = await Promise.all([
    api.billing.products({}),
    settled(api.billing.generalCharges({ query })),
  ]);
  const spent = charges && Object.fromEntries(charges.products.map(({ product, cents }) => [product, cents]));
  return { see, tiles: expectStatus(tiles, 200).data, spent: spent ?? null, zone: viewer.time_zone };
});

function columnsIn(zone: string, spent: Record<string, number> | null): Column<ProductTile>[] {
  return [
    {
      name: "product",
      label: "Product",
      mobileOrder: 1,
      cell: ({ product }) => <RowLink to={href("/subscribe/:product", { product })}>{productName(product)}</RowLink>,
    },
    { name: "about", label: "Label", wide: true, muted: true, hideOnSmall: true, cell: ({ about }) => about },
    {
      name: "state",
      label: "State",
      alignEnd: true,
      mobileOrder: 2,
      cell: (tile) => <Status kind={tileStatus(tile).kind}>{tileStatus(tile).word}</Status>,
    },
    { name: "plan", label: "Plan", mobileOrder: 3, cell: ({ plan }) => plan?.name ?? "–" },
    {
      name: "until",
      label: "Until",
      muted: true,
      alignEnd: true,
      mobileOrder: 4,
      cell: ({ active_until, state }) =>
        active_until ? showDay(active_until, zone) : state === "active" ? "No end" : "–",
    },
    ...(spent
      ? [
          {
            name: "spent",
            label: "Last 30 days",
            align: "right" as const,
            mobileOrder: 5 as const,
            cell: ({ product }: ProductTile) => showKes(spent[product] ?? 0),
          },
        ]
      : []),
  ];
}

export default function Products() {
  const { see, tiles, spent, zone } = useLoaderData<typeof loader>();
  const held = tiles.filter(({ state }) => state === "active").length;
  return (
    <>
      <PageHeader
        title="Products"
        text={`${held} of ${tiles.length} are in use by this account.`}
        actions={<LinkButton to={href("/setup")}>Apps</LinkButton>}
      />
      <MoneyTabs current="products" see={see} />
      <section className="card" aria-label="Products">
        <Table label="Products" columns={columnsIn(zone, spent)} rows={tiles} id={({ product }) => product} />
      </section>
    </>
  );
}
