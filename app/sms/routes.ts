import type { RouteTable } from "../sitemap.lines";

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

export const smsRoutes = {
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
      express: {
        label: "Express",
        title: "Express SMS",
        menu: true,
        permissions: ["Send bulk message", "Send single message"],
        pages: {
          confirm: { label: "Confirm" },
          ":id": {
            label: "Rows",
            title: "Express SMS",
            pages: { price: { resource: true }, refused: { label: "Rows left out", csv: true } },
          },
        },
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
              clicks: { label: "Link clicks", csv: true },
              cancel: { label: "Cancel remaining", title: "Cancel" },
            },
          },
        },
      },
      inbox: { label: "Inbox", title: "SMS inbox", menu: true, csv: true, permissions: ["View bulk message"] },
      recipient: { label: "Recipient", permissions: ["View bulk message"] },
      template: {
        label: "Templates",
        title: "SMS templates",
        menu: true,
        csv: true,
        permissions: ["Send bulk message", "Send single message"],
      },
      settings: { label: "Sender IDs", resource: true, pages: senders },
    },
  },
} as const satisfies RouteTable;
