import { z } from "zod";
import { recordKinds, stageCategories } from "../../rules/crm";
import { type Call, day } from "../kit/contract";
import { Count, crmProducts } from "./contract.records";

/** Sums by currency; those of different ones are never added. */
const Amounts = z.array(z.object({ currency: z.string(), cents: Count }));

export const CrmSummary = z.object({
  /** The days that are counted, on the account's clock. */
  span: z.object({ start_date: z.string(), end_date: z.string(), time_zone: z.string() }),
  /** Open leads and deals as they are now. */
  open: z.object({ leads: Count, deals: Count, values: Amounts }),
  stages: z.array(
    z.object({
      id: Count,
      name: z.string(),
      category: z.enum(stageCategories),
      probability: Count,
      pipeline: z.string(),
      deals: Count,
      values: Amounts,
    }),
  ),
  /** Leads added in the span, by where they come from, the most first. */
  sources: z.array(z.object({ source: z.string(), leads: Count, converted: Count })),
  /** All sources that are not listed, added up; null where each is. */
  other_sources: z.object({ sources: Count, leads: Count, converted: Count }).nullable(),
  /** Deals that were won or lost in the span. */
  won: Count,
  lost: Count,
  /** Sales in the span. */
  sales: Count,
  sold: Amounts,
  /** Open deals by the month of their expected close ("2026-12"); `likely` is their value times the stage's probability. */
  forecast: z.array(z.object({ month: z.string(), deals: Count, values: Amounts, likely: Amounts })),
  /** For how long records were in the stages that they left in the span. `kind` null: the stage was deleted since. */
  stage_times: z.array(
    z.object({
      stage_id: Count,
      stage: z.string(),
      kind: z.enum(recordKinds).nullable(),
      /** Empty for stages of contacts, which have no pipelines. */
      pipeline: z.string(),
      records: Count,
      mean_days: z.number(),
    }),
  ),
  /** Notes that people wrote in the span, calls that they logged as made in it, their appointments that began in it, and their tasks that were done in it. */
  activities: z.array(
    z.object({
      user_id: z.string().nullable(),
      name: z.string(),
      notes: Count,
      calls: Count,
      appointments: Count,
      tasks: Count,
    }),
  ),
});
export type CrmSummary = z.infer<typeof CrmSummary>;

export const summaryCalls = {
  dealsSummary: {
    method: "GET",
    path: "/deals-summary/",
    summary:
      "The figures of the CRM's dashboard; what is counted over days is of the span, the last 90 unless it is said, on the account's clock",
    needs: { permissions: ["View crm dashboard"], products: crmProducts },
    query: z.object({
      start_date: day,
      end_date: day,
      /** So many days up to the last one, unless the first one is said. */
      days: z.coerce.number().int().min(1).max(3660).catch(90).default(90),
      /** "all": each source by itself, however many there are. Otherwise the largest, and the others added up. */
      sources: z.enum(["all"]).optional().catch(undefined),
    }),
    answers: { 200: CrmSummary },
  },
} as const satisfies Record<string, Call>;
