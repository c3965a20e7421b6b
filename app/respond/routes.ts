import type { RouteTable } from "../sitemap.lines";

/** Answering a survey, for whoever has its link. */
export const respondRoutes = {
  "respond/:link": {
    label: "Survey",
    guest: true,
    layout: "plain",
    pages: { ":session": { label: "Survey", layout: "plain" } },
  },
} as const satisfies RouteTable;
