import type { RouteTable } from "../sitemap.lines";

/** A person's appointments and tasks, for whoever has the address. */
export const calendarRoutes = {
  calendar: { guest: true, resource: true, pages: { ":token": { resource: true } } },
} as const satisfies RouteTable;
