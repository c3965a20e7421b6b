import type { RouteTable } from "../sitemap.lines";

export const notificationsRoutes = {
  notifications: { label: "Notifications", public: true, own: true },
} as const satisfies RouteTable;
