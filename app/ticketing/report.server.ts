import { z } from "zod";
import { ticketFilters } from "../../services/ticketing/contract.filters";
import { searchOf } from "../kit/list";
import { type Admitted, need } from "../shell/page.server";
import { choicesOf } from "./choices.server";
import { oversees } from "./rights";

type Reports = `/ticketing/reports/dashboard/${"dispositions" | "members" | "stages" | "status"}`;

const calls = {
  dispositions: "dispositionTickets",
  members: "memberTickets",
  stages: "stageTickets",
  status: "statusTickets",
} as const;

/** A report: the tickets of the list under the same filters, by one thing. */
export async function loadReport({ ask, url, viewer }: Admitted<Reports>, by: keyof typeof calls) {
  const search = searchOf({ search: z.object(ticketFilters) }, url);
  const [report, choices] = await Promise.all([ask.ticketing[calls[by]]({ query: search, body: {} }), choicesOf(ask)]);
  return {
    report: need(report, 200),
    choices,
    search: { ...search, sort: "newest" as const },
    oversees: oversees(viewer),
  };
}
