import { z } from "zod";
import { stageCategories } from "../../rules/crm";
import { type Call, day } from "../kit/contract";
import { Count, crmProducts } from "./contract.records";

/** Sums by currency; those of different ones are never added. */
const Amounts = z.array(z.object({ currency: z.string(), cents: Count }));

export const CrmSummary = z.object({
  /** Open leads and deals as they are now. */
  open: z.object({ leads: Count, deals: Count, values: Amounts }),
  stages: z.array(
    z.object({
      id: Count,
      name: z.string(),
      category: z.enum(stageCategories),
      probability: Count,
      deals: Count,
      values: Amounts,
    }),
  ),
  /** Leads added in the span, by where they come from. */
  sources: z.array(z.object({ source: z.string(), leads: Count, converted: Count })),
  /** Deals that were won or lost in the span. */
  won: Count,
  lost: Count,
  /** Sales in the span. */
  sales: Count,
  sold: Amounts,
  /** Open deals by the month of their expected close ("2026-12"); `likely` is their value times the stage's probability. */
  forecast: z.array(z.object({ month: z.string(), deals: Count, values: Amounts, likely: Amounts })),
});
export type CrmSummary = z.infer<typeof CrmSummary>;

export const summaryCalls = {
  dealsSummary: {
    method: "GET",
    path: "/deals-summary/",
    summary: "The figures of the CRM's dashboard; what is counted over days is of the span, 90 days unless it is said",
    needs: { permissions: ["View crm dashboard"], products: crmProducts },
    query: z.object({ start_date: day, end_date: day }),
    answers: { 200: CrmSummary },
  },
} as const satisfies Record<string, Call>;
