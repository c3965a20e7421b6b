import type { RouteTable } from "../sitemap.lines";

export const jibuRoutes = {
  jibu: {
    label: "Platform",
    menu: true,
    icon: "shield-check",
    group: true,
    platform: true,
    pages: {
      admin: {
        label: "Administration",
        menu: true,
        csv: true,
        explicit: true,
        permissions: ["Can view all billing information", "Can approve sender ID"],
        pages: {
          accounts: {
            label: "Accounts",
            menu: true,
            csv: true,
            pages: {
              ":id": {
                label: "Account",
                pages: {
                  suspend: { label: "Suspend", title: "Suspend an account" },
                  resume: { label: "Resume", title: "Resume an account" },
                },
              },
            },
          },
          carrier: { label: "SMS carrier", menu: true, permissions: ["Can approve sender ID"] },
          "requests/:id": { label: "Decide a request", drawer: true },
          "slips/:id": { label: "Bank slip", resource: true },
        },
      },
      "voice/agent": {
        label: "Approve Agent",
        title: "Approve voice agents",
        platform: false,
        explicit: true,
        products: ["Voice"],
        permissions: ["Approve voice agent"],
      },
      "voice/settings": {
        label: "Voice settings",
        resource: true,
        platform: false,
        products: ["Voice"],
        permissions: ["View voice settings"],
      },
    },
  },
} as const satisfies RouteTable;
