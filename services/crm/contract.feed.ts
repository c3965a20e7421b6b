import { z } from "zod";
import { type Call, DoneAnswer, day, pageSchema, paging } from "../kit/contract";
import { crmProducts } from "./contract.records";
import { Sale } from "./contract.sales";

const own = { needs: { permissions: ["View crm sales"], products: crmProducts }, delegated: false } as const;

/** The sales for a program of one's own, such as a spreadsheet, at an address that is a secret. */
export const salesFeedCalls = {
  salesFeed: {
    method: "GET",
    path: "/sales-feed",
    summary: "Whether one has a secret address at which the sales can be read",
    ...own,
    answers: {
      200: z.object({ on: z.boolean(), created_at: z.string().nullable(), read_at: z.string().nullable() }),
    },
  },
  renewSalesFeed: {
    method: "POST",
    path: "/sales-feed",
    summary: "Get a secret address for the sales; the one before stops working",
    ...own,
    writes: true,
    answers: { 201: z.object({ token: z.string() }) },
  },
  stopSalesFeed: {
    method: "DELETE",
    path: "/sales-feed",
    summary: "End one's secret address of the sales",
    ...own,
    writes: true,
    answers: { 201: DoneAnswer },
  },
  feedSales: {
    method: "GET",
    path: "/sales-feed/{token}",
    summary: "The sales behind a secret address, newest first",
    public: true,
    params: z.object({ token: z.string().min(1).max(100) }),
    query: z.object({ ...paging, start_date: day, end_date: day }),
    answers: { 200: pageSchema(Sale) },
  },
} as const satisfies Record<string, Call>;
