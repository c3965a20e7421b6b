// /ticketing/reports/dashboard/stages - tickets by stage
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { loadReport } from "./report.server";
import { ReportView } from "./report-view";

export const meta: MetaFunction = () => [{ title: `Tickets by stage - ${brand.name}` }];

export const loader = page("/ticketing/reports/dashboard/stages", (given) => loadReport(given, "stages"));

export default function Report() {
  return <ReportView found={useLoaderData<typeof loader>()} by="stages" />;
}
