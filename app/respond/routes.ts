import type { RouteTable } from "../sitemap.lines";

/** Answering a survey, for whoever has its link. */
export const respondRoutes = {
  "respond/:link": {
    label: "Survey",
    guest: true,
    layout: "default",
    pages: { ":session": { label: "Survey", layout: "default" } },
  },
} as const satisfies RouteTable;
