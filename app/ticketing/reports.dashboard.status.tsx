// /ticketing/reports/dashboard/status - tickets by status
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadReport } from "./reports/report.server";
import { ReportView } from "./reports/report-view";

export const meta = titled("Tickets by status");

export const loader = page("/ticketing/reports/dashboard/status", (given) => loadReport(given, "status"));

export default function Report() {
  return <ReportView found={useLoaderData<typeof loader>()} by="status" />;
}
