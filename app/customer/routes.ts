import type { RouteTable } from "../sitemap.lines";

export const customerRoutes = {
  customer: { label: "Customer", public: true },
} as const satisfies RouteTable;
