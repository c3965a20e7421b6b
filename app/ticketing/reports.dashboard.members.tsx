// /ticketing/reports/dashboard/members - tickets by member
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { loadReport } from "./report.server";
import { ReportView } from "./report-view";

export const meta: MetaFunction = () => [{ title: `Tickets by member - ${brand.name}` }];

export const loader = page("/ticketing/reports/dashboard/members", (given) => loadReport(given, "members"));

export default function Report() {
  return <ReportView found={useLoaderData<typeof loader>()} by="members" />;
}
