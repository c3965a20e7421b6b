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
      dashboard: {
        label: "Dashboard",
        title: "Ticketing dashboard",
        menu: true,
        permissions: ["View ticket dashboard"],
      },
      tickets: {
        label: "Tickets",
        menu: true,
        csv: true,
        permissions: ["View tickets"],
        pages: { bulk: { label: "Change tickets" } },
      },
      main: {
        label: "My tickets",
        menu: true,
        csv: true,
        permissions: ["View my tickets"],
        // Who may see only tickets of their own changes them one at a time.
        pages: { bulk: { label: "Change tickets", permissions: ["View tickets"] } },
      },
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
              dispositions: { label: "By disposition", title: "Tickets by disposition", csv: true },
              members: { label: "By member", title: "Tickets by member", csv: true },
              stages: { label: "By stage", title: "Tickets by stage", csv: true },
              status: { label: "By status", title: "Tickets by status", csv: true },
            },
          },
        },
      },
      settings: {
        label: "Settings",
        title: "Set up ticketing",
        menu: true,
        permissions: ["Manage ticketing settings"],
        pages: {
          sla: {
            label: "SLA",
            pages: {
              policies: { label: "Policies", pages: { ":id": { label: "Policy", drawer: true } } },
              dispositions: { label: "Dispositions", pages: { ":id": { label: "Disposition", drawer: true } } },
            },
          },
          stages: { label: "Stages" },
          types: { label: "Types", title: "Types of ticket" },
          groups: {
            label: "Groups",
            title: "Groups of ticketing",
            pages: { ":id": { label: "Group", drawer: true } },
          },
          automations: { label: "Automations", pages: { ":id": { label: "Automation", drawer: true } } },
          email: {
            label: "Email",
            title: "Email of ticketing",
            pages: {
              mailbox: {
                label: "Mailbox",
                title: "Mailbox of ticketing",
                pages: { ":id": { label: "Mailbox", pages: { disconnect: { label: "Disconnect mailbox" } } } },
              },
            },
          },
          users: { label: "Users", title: "People of ticketing" },
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
