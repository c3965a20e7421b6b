import type { RouteTable } from "../sitemap.lines";

export const ticketingRoutes = {
  ticketing: {
    label: "Ticketing",
    menu: true,
    icon: "ticket",
    group: true,
    products: ["Ticketing"],
    permissions: ["View Ticketing"],
    pages: {
      dashboard: { label: "Dashboard", menu: true, permissions: ["View ticket dashboard"] },
      tickets: {
        label: "Tickets",
        menu: true,
        csv: true,
        permissions: ["View tickets"],
        pages: { bulk: { label: "Change tickets" } },
      },
      main: { label: "My tickets", menu: true, csv: true, permissions: ["View my tickets"] },
      new: { label: "New ticket", permissions: ["View tickets"] },
      boards: { label: "Boards", menu: true, permissions: ["View ticket kanban"] },
      reports: {
        label: "Reports",
        menu: true,
        resource: true,
        permissions: ["View ticketing reports"],
        pages: {
          dashboard: {
            label: "Reports",
            resource: true,
            pages: {
              dispositions: { label: "By disposition", csv: true },
              members: { label: "By member", csv: true },
              stages: { label: "By stage", csv: true },
              status: { label: "By status", csv: true },
            },
          },
        },
      },
      settings: {
        label: "Settings",
        menu: true,
        permissions: ["Manage ticketing settings"],
        pages: {
          sla: { label: "SLA", pages: { policies: { label: "Policies" }, dispositions: { label: "Dispositions" } } },
          stages: { label: "Stages" },
          types: { label: "Types" },
          groups: { label: "Groups" },
          automations: { label: "Automations" },
          email: { label: "Email", pages: { mailbox: { label: "Mailbox" } } },
          users: { label: "Users" },
        },
      },
      "show/:index": {
        label: "Ticket",
        permissions: ["View tickets", "View my tickets"],
        pages: {
          comments: { label: "Comments" },
          customer: { label: "Customer" },
          details: { label: "Details" },
          header: { label: "Merge and delete" },
          member: { label: "Members" },
          similar: { label: "Similar tickets" },
          update: { label: "Update" },
        },
      },
    },
  },
} as const satisfies RouteTable;
