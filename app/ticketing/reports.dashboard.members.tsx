// /ticketing/reports/dashboard/members - tickets by member
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadReport } from "./reports/report.server";
import { ReportView } from "./reports/report-view";

export const meta = titled("Tickets by member");

export const loader = page("/ticketing/reports/dashboard/members", (given) => loadReport(given, "members"));

export default function Report() {
  return <ReportView found={useLoaderData<typeof loader>()} by="members" />;
}
