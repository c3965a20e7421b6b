import type { RouteTable } from "../sitemap.lines";

/** A quote, for whoever has its link. */
export const quoteRoutes = {
  "quote/:token": {
    label: "Quote",
    guest: true,
    layout: "default",
    pages: { file: { label: "Quote as a PDF", resource: true } },
  },
} as const satisfies RouteTable;
