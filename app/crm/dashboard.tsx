// /crm/dashboard - the pipeline of deals, the forecast, leads by source, time in stages and what people did
import { useLoaderData } from "@remix-run/react";
import { periods } from "../../rules/days";
import { mayOpen } from "../access";
import { ExportMenu } from "../kit/lists/export-menu";
import { Periods } from "../kit/periods";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { DashboardCards } from "./dashboard/cards";
import { loadDashboard } from "./dashboard/dashboard.server";

export const meta = titled("CRM dashboard");

export const loader = page("/crm/dashboard", async (given) => {
  const { viewer } = given;
  return {
    ...(await loadDashboard(given)),
    may: {
      leads: mayOpen(viewer, routeFor("/crm/leads")),
      deals: mayOpen(viewer, routeFor("/crm/deals")),
      sales: mayOpen(viewer, routeFor("/crm/sales")),
      tasks: mayOpen(viewer, routeFor("/crm/contactactions/tasks")),
    },
  };
});

export default function CrmDashboard() {
  const found = useLoaderData<typeof loader>();
  const { period } = found;
  return (
    <>
      <PageHeader
        title="CRM dashboard"
        text={`${periods[period]}: sales, leads, deals that ended, time in stages and activities. What is open is as of now.`}
        actions={
          <>
            <Periods period={period} />
            <ExportMenu path="/crm/dashboard" />
          </>
        }
      />
      <DashboardCards {...found} />
    </>
  );
}
