// /ticketing/reports/dashboard/stages - tickets by stage
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadReport } from "./reports/report.server";
import { ReportView } from "./reports/report-view";

export const meta = titled("Tickets by stage");

export const loader = page("/ticketing/reports/dashboard/stages", (given) => loadReport(given, "stages"));

export default function Report() {
  return <ReportView found={useLoaderData<typeof loader>()} by="stages" />;
}
