import type { RouteTable } from "./sitemap.lines";

/** What the platform's people do with the sender IDs of all accounts; each needs the permission itself (R044). */
const ofAllAccounts = { platform: true, explicit: true, products: [], csv: true, menu: true } as const;

const senders = {
  sender: {
    label: "Sender IDs",
    menu: true,
    csv: true,
    pages: { new: { label: "Request a sender ID", drawer: true }, ":id": { label: "Sender ID", drawer: true } },
  },
  approveSender: {
    ...ofAllAccounts,
    label: "Approve senders",
    title: "Approve sender IDs",
    permissions: ["Can approve sender ID"],
    pages: { ":id": { label: "Decide on a sender ID", drawer: true } },
  },
  allSender: {
    ...ofAllAccounts,
    label: "All senders",
    title: "All sender IDs",
    permissions: ["Can view all senders info"],
    pages: { ":id": { label: "Sender ID", drawer: true } },
  },
  assignSender: {
    ...{ ...ofAllAccounts, csv: false },
    label: "Assign a sender",
    title: "Assign a sender ID",
    permissions: ["Can manually assign sender ID"],
  },
  "papers/:id/:file": {
    ...{ platform: true, explicit: true, products: [], resource: true },
    permissions: ["Can approve sender ID", "Can view all senders info"],
  },
} as const satisfies RouteTable;

/** The modules that an account takes, in the order of the menu. */
export const modules = {
  sms: {
    label: "SMS",
    menu: true,
    icon: "message-square-text",
    group: true,
    products: ["SMS", "BULK"],
    // Sender IDs are open to everybody with the product (R098); each other page says for whom it is.
    permissions: [],
    pages: {
      dashboard: { label: "Dashboard", title: "SMS dashboard", menu: true, permissions: ["View SMS Dashboard"] },
      bulk: {
        label: "Bulk",
        title: "Bulk SMS",
        menu: true,
        permissions: ["Send bulk message"],
        pages: { confirm: { label: "Confirm" }, price: { resource: true } },
      },
      send: {
        label: "Single",
        title: "Single SMS",
        menu: true,
        permissions: ["Send bulk message", "Send single message"],
        pages: { confirm: { label: "Confirm" }, price: { resource: true } },
      },
      history: {
        label: "History",
        title: "SMS history",
        menu: true,
        csv: true,
        permissions: ["View bulk message"],
        pages: {
          ":id": {
            label: "Blast",
            pages: {
              messages: { label: "Messages", csv: true },
              cancel: { label: "Cancel remaining", title: "Cancel" },
            },
          },
        },
      },
      inbox: { label: "Inbox", title: "SMS inbox", menu: true, csv: true, permissions: ["View bulk message"] },
      template: {
        label: "Templates",
        title: "SMS templates",
        menu: true,
        permissions: ["Send bulk message", "Send single message"],
      },
      settings: { label: "Sender IDs", resource: true, pages: senders },
    },
  },
  contacts: {
    label: "Contacts",
    menu: true,
    icon: "book-user",
    group: true,
    products: ["SMS", "Email", "Airtime"],
    permissions: ["Create contacts"],
    pages: {
      "contact-group": {
        label: "Groups",
        title: "Contact groups",
        menu: true,
        csv: true,
        pages: {
          new: { label: "New group", drawer: true },
          details: {
            label: "Contacts of a group",
            csv: true,
            pages: {
              contact: { label: "Contact", drawer: true },
              rename: { label: "Rename", drawer: true },
              delete: { label: "Delete", title: "Delete a contact group" },
            },
          },
          upload: { label: "Upload contacts", menu: true },
          import: {
            label: "Imports",
            menu: true,
            csv: true,
            pages: {
              ":id": {
                label: "Import",
                pages: {
                  refused: { label: "Refused rows", csv: true },
                  undo: { label: "Undo", title: "Undo an import" },
                },
              },
            },
          },
        },
      },
      blacklist: {
        label: "Blacklist",
        menu: true,
        csv: true,
        pages: {
          new: { label: "Add numbers", drawer: true },
          import: { label: "Add the numbers of a file", drawer: true },
          bulk: { label: "Change several numbers" },
        },
      },
    },
  },
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
          groups: { label: "Groups", title: "Groups of ticketing" },
          automations: { label: "Automations", pages: { ":id": { label: "Automation", drawer: true } } },
          email: {
            label: "Email",
            title: "Email of ticketing",
            pages: { mailbox: { label: "Mailbox", title: "Mailbox of ticketing" } },
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
