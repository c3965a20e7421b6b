// /sms/dashboard - what was sent, delivered, failed and spent, by day and by network
import { useLoaderData } from "@remix-run/react";
import { Send } from "lucide-react";
import { parsePeriod, periodDays, periods } from "../../rules/days";
import { axisDate } from "../../rules/format";
import { showKes } from "../../rules/money";
import { missingAccess } from "../access";
import { href } from "../href";
import { Periods } from "../kit/periods";
import { share, smsStats } from "../kit/sms-figures";
import { titled } from "../kit/title";
import { BarChart } from "../kit/ui/bar-chart";
import { LinkButton } from "../kit/ui/button";
import { CountChart } from "../kit/ui/count-chart";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Stat } from "../kit/ui/stat";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { CarrierStrips } from "./carrier/carrier-strip";

export const meta = titled("SMS dashboard");

export const loader = page("/sms/dashboard", async ({ api, url, viewer }) => {
  const period = parsePeriod(url.searchParams.get("days"));
  const query = periodDays(period, viewer.time_zone, new Date());
  const [answer, health] = await Promise.all([api.messaging.summary({ query }), api.messaging.carrierHealth({})]);
  const summary = expectStatus(answer, 200);
  const carriers = health.status === 200 ? health.body.carriers : [];
  return { carriers, zone: viewer.time_zone, period, summary, maySend: !missingAccess(viewer, routeFor("/sms/bulk")) };
});

export default function SmsDashboard() {
  const { carriers, zone, period, summary, maySend } = useLoaderData<typeof loader>();
  const places = summary.days.map(({ day }) => axisDate(day));
  const by = (key: "sent" | "delivered" | "failed" | "received" | "cost_cents") => summary.days.map((day) => day[key]);
  return (
    <>
      <PageHeader
        title="SMS dashboard"
        text={`${periods[period]}, compared with the previous period.`}
        actions={
          <>
            <Periods period={period} />
            {maySend && (
              <LinkButton to={href("/sms/bulk")} variant="primary" icon={Send}>
                New bulk SMS
              </LinkButton>
            )}
          </>
        }
      />
      <div className="mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-5">
        {smsStats(summary, summary.before).map((stat) => (
          <Stat key={stat.label} {...stat} />
        ))}
      </div>
      {carriers.length > 0 && (
        <div className="mb-4 grid gap-4">
          <CarrierStrips carriers={carriers} zone={zone} />
        </div>
      )}
      {summary.sent + summary.received === 0 ? (
        <section className="card">
          <EmptyState
            icon={Send}
            title="Nothing was sent in this period"
            text="Choose a longer period, or send a message. Its figures appear here within seconds."
          />
        </section>
      ) : (
        <div className="grid gap-4 xl:grid-cols-2">
          <CountChart
            title="Messages per day"
            yLabel="Messages"
            xLabel="Day"
            places={places}
            series={[
              { label: "Sent", values: by("sent") },
              { label: "Delivered", values: by("delivered") },
              { label: "Failed", values: by("failed") },
            ]}
          />
          <BarChart
            title="Spent per day"
            yLabel="KES"
            xLabel="Day"
            places={places}
            series={[{ label: "KES", values: by("cost_cents").map((cents) => cents / 100) }]}
            format={(kes) => showKes(Math.round(kes * 100))}
          />
          <section className="card" aria-label="By network">
            <div className="card-head">
              <h2>By network</h2>
            </div>
            <table className="list">
              <thead>
                <tr>
                  <th scope="col">Network</th>
                  <th scope="col" className="r">
                    Sent
                  </th>
                  <th scope="col" className="r">
                    Delivered
                  </th>
                  <th scope="col" className="r">
                    Share
                  </th>
                </tr>
              </thead>
              <tbody>
                {summary.by_network.map(({ network, sent, delivered }) => (
                  <tr key={network}>
                    <td>{network || "Abroad"}</td>
                    <td className="r">{sent.toLocaleString("en-KE")}</td>
                    <td className="r">{delivered.toLocaleString("en-KE")}</td>
                    <td className="r">{share(delivered, sent, "delivered").replace(" delivered", "")}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          <CountChart
            title="Received per day"
            yLabel="Messages"
            xLabel="Day"
            places={places}
            series={[{ label: "Received", values: by("received") }]}
          />
        </div>
      )}
    </>
  );
}
