import type { RouteTable } from "../sitemap.lines";

/** Where links and pictures of e-mails lead when opens and clicks are counted. */
export const mailRoutes = {
  "mail/open/:token": { guest: true, resource: true },
  "mail/click/:token/:link": { label: "Link in an email", guest: true, layout: "default" },
} as const satisfies RouteTable;
