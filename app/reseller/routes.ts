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
      // "bulk" is a page of the specification.
      "accounts/bulk": { label: "Change several accounts" },
      new: { label: "New account", drawer: true },
      "accounts/:id": { label: "Child account", pages: { suspend: { label: "Suspend" } } },
      bulk: { label: "Send bulk" },
      single: { label: "Send single" },
      history: { label: "History of an account" },
      outboxes: { label: "Messages of an account" },
      // Who works in a child account has no reseller's pages there: this one leads back.
      delegation: { label: "Work in a child account", public: true },
      "configure-sender": { label: "Sender names" },
      "top-up-account": { label: "Top up an account" },
      "activate-offline": { label: "Paid offline", csv: true },
    },
  },
} as const satisfies RouteTable;
