import type { RouteTable } from "../sitemap.lines";

export const loginRoutes = {
  login: {
    label: "Sign in",
    guest: true,
    layout: "default",
    pages: {
      code: { label: "Second step", layout: "default" },
      "link/:token": { label: "Sign in by email", title: "Sign in", layout: "default" },
    },
  },
} as const satisfies RouteTable;
