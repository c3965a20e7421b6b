// /ticketing/reports/dashboard/dispositions - tickets by disposition
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { loadReport } from "./report.server";
import { ReportView } from "./report-view";

export const meta: MetaFunction = () => [{ title: `Tickets by disposition - ${brand.name}` }];

export const loader = page("/ticketing/reports/dashboard/dispositions", (given) => loadReport(given, "dispositions"));

export default function Report() {
  return <ReportView found={useLoaderData<typeof loader>()} by="dispositions" />;
}
