import type { RouteTable } from "../sitemap.lines";

export const issuesRoutes = {
  issues: {
    label: "Reported issues",
    public: true,
    csv: true,
    pages: { create: { label: "Report an issue", drawer: true }, controller: { resource: true } },
  },
} as const satisfies RouteTable;
