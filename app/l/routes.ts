import type { RouteTable } from "../sitemap.lines";

/** Short links of messages, for whoever has one. */
export const shortLinkRoutes = {
  l: { guest: true, resource: true, pages: { ":code": { resource: true } } },
} as const satisfies RouteTable;
