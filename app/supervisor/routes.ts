import type { RouteTable } from "../sitemap.lines";

export const supervisorRoutes = {
  supervisor: {
    label: "Voice agents",
    menu: true,
    icon: "users",
    group: true,
    products: ["Voice"],
    permissions: ["Create voice agent", "View supervisor inbound stats"],
    pages: {
      manage: {
        label: "Manage agents",
        title: "Voice agents",
        menu: true,
        permissions: ["View supervisor inbound stats"],
      },
      "create-agent": {
        label: "Create agent",
        title: "Create a voice agent",
        menu: true,
        permissions: ["Create voice agent"],
      },
    },
  },
} as const satisfies RouteTable;
