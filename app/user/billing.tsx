// /user/billing - charges by period: of everything, or of SMS, chats or voice, each with its permission (R139, Q167)
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ChartColumn } from "lucide-react";
import { isAdmin } from "../../rules/access";
import { parsePeriod, periodDays, periods } from "../../rules/days";
import { axisDate, commas } from "../../rules/format";
import { showKes } from "../../rules/money";
import { productName } from "../../rules/product-names";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { Periods } from "../kit/periods";
import { change } from "../kit/sms-figures";
import { titled } from "../kit/title";
import { BarChart } from "../kit/ui/bar-chart";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Stat } from "../kit/ui/stat";
import { Tabs } from "../kit/ui/tabs";
import { expectStatus, page } from "../shell/page.server";
import { openView, seen, views } from "./billing/views";

const path = "/user/billing";

export const meta = titled("Billing");

export const loader = page(path, async ({ api, url, viewer }) => {
  const open = seen(
    isAdmin(viewer.roles),
    viewer.permissions.map(({ name }) => name),
    viewer.products.map(({ name }) => name),
  );
  const view = openView(url.searchParams.get("view"), open);
  if (!view) throw redirect(href("/notAllowed", undefined, { page: path }));
  const period = parsePeriod(url.searchParams.get("days") ?? "30");
  const query = periodDays(period, viewer.time_zone, new Date());
  const charges = expectStatus(await api.billing[views[view].call]({ query }), 200);
  return { view, open, period, charges, zone: viewer.time_zone };
});

export default function Billing() {
  const { view, open, period, charges, zone } = useLoaderData<typeof loader>();
  const { step, total_cents, before_cents, products, latest } = charges;
  const changed = change(total_cents, before_cents);
  return (
    <>
      <PageHeader
        title="Billing"
        text={`${views[view].text} ${periods[period]}, compared with the previous period.`}
        actions={<Periods period={period} view={view} />}
      />
      <Tabs
        label="Billing"
        tabs={open.map((name) => ({
          label: views[name].label,
          to: href(path, undefined, { view: name, days: period }),
          current: name === view,
        }))}
      />
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4">
        <Stat
          label="Charged"
          value={showKes(total_cents)}
          note={`${showKes(before_cents)} before`}
          {...(changed ? { change: changed } : {})}
        />
        {products.slice(0, 3).map(({ product, cents, times }) => (
          <Stat
            key={product}
            label={productName(product) || "Other"}
            value={showKes(cents)}
            note={`${commas(times)} ${times === 1 ? "charge" : "charges"}`}
          />
        ))}
      </div>
      {total_cents === 0 && latest.length === 0 ? (
        <section className="card">
          <EmptyState
            icon={ChartColumn}
            title="Nothing was charged in this period"
            text="Choose a longer period. Charges appear here at once."
          />
        </section>
      ) : (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          <BarChart
            title={step === "day" ? "Charged per day" : "Charged per month"}
            yLabel="KES"
            xLabel={step === "day" ? "Day" : "Month"}
            places={charges.periods.map(({ period }) => axisDate(period))}
            series={[{ label: "KES", values: charges.periods.map(({ cents }) => cents / 100) }]}
            format={(kes) => showKes(Math.round(kes * 100))}
          />
          <section className="card" aria-labelledby="latest">
            <div className="card-head">
              <h2 id="latest">Latest charges</h2>
            </div>
            <ul className="divide-y divide-line">
              {latest.map((charge) => (
                <li
                  key={`${charge.at} ${charge.description} ${charge.cents}`}
                  className="flex flex-wrap gap-x-4 px-4 py-2.5 text-sm"
                >
                  <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                    {charge.description || productName(charge.product) || "A charge"}
                    <span className="block text-quiet">
                      <DateTime at={charge.at} zone={zone} />
                    </span>
                  </span>
                  <b className="num font-medium">{showKes(charge.cents)}</b>
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </>
  );
}
