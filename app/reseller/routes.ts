import type { RouteTable } from "../sitemap.lines";

export const resellerRoutes = {
  reseller: {
    label: "Reseller",
    menu: true,
    icon: "store",
    csv: true,
    products: ["Reseller"],
    permissions: ["Create child account"],
    pages: {
      new: { label: "New account", drawer: true },
      "accounts/:id": { label: "Child account", pages: { suspend: { label: "Suspend" } } },
      bulk: { label: "Send bulk", pages: { confirm: { label: "Confirm" } } },
      single: { label: "Send single", pages: { confirm: { label: "Confirm" } } },
      history: { label: "Sent for accounts", csv: true },
      outboxes: { label: "Messages of an account", csv: true },
      "configure-sender": { label: "Sender names" },
      "top-up-account": { label: "Top up an account" },
      "activate-offline": { label: "Paid offline", csv: true },
    },
  },
} as const satisfies RouteTable;
