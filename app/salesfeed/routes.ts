import type { RouteTable } from "../sitemap.lines";

/** The sales as a file, for whoever has the address. */
export const salesFeedRoutes = {
  salesfeed: { guest: true, resource: true, pages: { ":token": { resource: true } } },
} as const satisfies RouteTable;
