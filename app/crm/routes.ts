import type { RouteTable } from "../sitemap.lines";

export const crmRoutes = {
  crm: {
    label: "CRM",
    menu: true,
    icon: "handshake",
    group: true,
    products: ["CRM"],
    permissions: ["View CRM"],
    pages: {
      leads: {
        label: "Leads",
        menu: true,
        csv: true,
        permissions: ["View crm leads"],
        pages: { new: { label: "New lead", drawer: true }, bulk: { label: "Change leads" } },
      },
      board: { label: "Board", title: "Lead board", menu: true, permissions: ["View crm leads"] },
      "lead/:index": {
        label: "Lead",
        permissions: ["View crm leads"],
        pages: {
          details: { label: "Details" },
          profile: { label: "Profile" },
          score: { label: "Score" },
          other: { label: "Notes" },
          topbar: { label: "Sales manager" },
          stages: { label: "Stages" },
        },
      },
      settings: {
        label: "Settings",
        title: "Set up leads",
        menu: true,
        group: true,
        permissions: ["View crm settings"],
        pages: {
          leadstages: {
            label: "Lead stages",
            pages: {
              new: { label: "New stage", drawer: true },
              ":id": { label: "Stage", drawer: true, pages: { delete: { label: "Delete a stage" } } },
            },
          },
          scoreconfig: {
            label: "Score",
            title: "Lead score",
            pages: { new: { label: "New rule", drawer: true }, ":id": { label: "Rule", drawer: true } },
          },
        },
      },
    },
  },
} as const satisfies RouteTable;
