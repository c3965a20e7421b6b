// /ticketing/reports/dashboard/status - tickets by status
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { loadReport } from "./report.server";
import { ReportView } from "./report-view";

export const meta: MetaFunction = () => [{ title: `Tickets by status - ${brand.name}` }];

export const loader = page("/ticketing/reports/dashboard/status", (given) => loadReport(given, "status"));

export default function Report() {
  return <ReportView found={useLoaderData<typeof loader>()} by="status" />;
}
