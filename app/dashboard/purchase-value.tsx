// /dashboard/purchase-value - the value bought per month, by product
import { useLoaderData } from "@remix-run/react";
import { ShoppingCart } from "lucide-react";
import { parsePeriod, periodDays, periods } from "../../rules/days";
import { axisDate } from "../../rules/format";
import { showKes } from "../../rules/money";
import { productName } from "../../rules/product-names";
import { href } from "../href";
import { Periods } from "../kit/periods";
import { titled } from "../kit/title";
import { BarChart } from "../kit/ui/bar-chart";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Stat } from "../kit/ui/stat";
import { page } from "../shell/page.server";
import { moneyPages } from "./money/money.server";
import { MoneyTabs } from "./money/money-tabs";
import { boughtSince } from "./money/purchase-value.server";

const path = "/dashboard/purchase-value";

export const meta = titled("Purchase value");

export const loader = page(path, async ({ api, url, viewer }) => {
  const see = moneyPages(viewer);
  const period = parsePeriod(url.searchParams.get("days") ?? "365");
  const { start_date, end_date } = periodDays(period, viewer.time_zone, new Date());
  return { see, period, bought: await boughtSince(api, start_date, end_date) };
});

/** A chart has four paints: the three biggest, and the others together. */
function series(products: readonly { product: string; cents: number[] }[]) {
  const first = products.slice(0, products.length > 4 ? 3 : 4);
  const rest = products.slice(first.length);
  const all = rest[0]
    ? [
        ...first,
        { product: "Others", cents: rest[0].cents.map((_, i) => rest.reduce((s, p) => s + (p.cents[i] ?? 0), 0)) },
      ]
    : first;
  return all.map(({ product, cents }) => ({ label: productName(product), values: cents.map((each) => each / 100) }));
}

export default function PurchaseValue() {
  const { see, period, bought } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Purchase value"
        text={`What was bought, with VAT: plans and credit. ${periods[period]}.`}
        actions={<Periods period={period} />}
      />
      <MoneyTabs current="value" see={see} />
      {bought.products.length === 0 ? (
        <section className="card">
          <EmptyState
            icon={ShoppingCart}
            title="Nothing was bought in this period"
            text="Plans and credit appear here when they are paid. Choose a longer period, or buy something."
            actions={
              <LinkButton to={href("/dashboard/add-ons")} variant="primary">
                See the add-ons
              </LinkButton>
            }
          />
        </section>
      ) : (
        <>
          <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
            <Stat label="All products" value={showKes(bought.total)} note="With VAT" />
            {bought.products.slice(0, 3).map(({ product, cents }) => {
              const total = cents.reduce((sum, each) => sum + each, 0);
              const share = bought.total > 0 ? `${((total / bought.total) * 100).toFixed(1)}% of all` : "";
              return <Stat key={product} label={productName(product)} value={showKes(total)} note={share} />;
            })}
          </div>
          <div className="grid gap-4">
            <BarChart
              title="Bought per month"
              yLabel="KES"
              xLabel="Month"
              places={bought.months.map(axisDate)}
              series={series(bought.products)}
              format={(kes) => showKes(Math.round(kes * 100))}
            />
            <section className="card" aria-labelledby="by-product">
              <div className="card-head">
                <h2 id="by-product">By product</h2>
                <LinkButton to={href("/settings/selfcare/invoices")} className="ml-auto">
                  Invoices
                </LinkButton>
              </div>
              <table className="list">
                <thead>
                  <tr>
                    <th scope="col">Product</th>
                    <th scope="col" className="r">
                      Bought
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {bought.products.map(({ product, cents }) => (
                    <tr key={product}>
                      <td>{productName(product)}</td>
                      <td className="r">{showKes(cents.reduce((sum, each) => sum + each, 0))}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </div>
        </>
      )}
    </>
  );
}
