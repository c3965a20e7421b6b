import type { RouteTable } from "../sitemap.lines";

export const unsubscribeRoutes = {
  unsubscribe: {
    guest: true,
    resource: true,
    pages: { ":token": { label: "Unsubscribe", layout: "default" } },
  },
} as const satisfies RouteTable;
