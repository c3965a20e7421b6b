import { z } from "zod";
import { ticketFilters } from "../../../services/ticketing/contract.filters";
import { parseSearch } from "../../kit/list";
import { type Admitted, expectStatus } from "../../shell/page.server";
import { loadChoices } from "../kit/choices.server";
import { oversees } from "../kit/rights";
import { type ReportKind, reportKinds } from "./reports.list";

/** A report: the tickets of the list under the same filters, by one thing. */
export async function loadReport(
  { api, url, viewer }: Admitted<`/ticketing/reports/dashboard/${ReportKind}`>,
  by: ReportKind,
) {
  const search = parseSearch({ search: z.object(ticketFilters) }, url);
  const [report, choices] = await Promise.all([
    api.ticketing[reportKinds[by].call]({ query: search, body: {} }),
    loadChoices(api),
  ]);
  return {
    report: expectStatus(report, 200),
    choices,
    search: { ...search, sort: "newest" as const },
    oversees: oversees(viewer),
  };
}
