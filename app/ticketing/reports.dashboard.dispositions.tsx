// /ticketing/reports/dashboard/dispositions - tickets by disposition
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadReport } from "./reports/report.server";
import { ReportView } from "./reports/report-view";

export const meta = titled("Tickets by disposition");

export const loader = page("/ticketing/reports/dashboard/dispositions", (given) => loadReport(given, "dispositions"));

export default function Report() {
  return <ReportView found={useLoaderData<typeof loader>()} by="dispositions" />;
}
