import { money, type RouteTable } from "../sitemap.lines";

export const dashboardRoutes = {
  dashboard: {
    label: "Dashboard",
    menu: true,
    icon: "layout-dashboard",
    public: true,
    pages: {
      default: { label: "Dashboard" },
      products: {
        label: "Products",
        pages: {
          chat: {
            label: "Chat channels",
            public: false,
            products: ["Chats"],
            permissions: ["Manage chat channels", "Manage settings"],
          },
        },
      },
      "add-ons": { label: "Add-ons" },
      "webchat-config": {
        label: "Web chat set-up",
        public: false,
        products: ["Chats"],
        permissions: ["Manage chat channels"],
      },
      "webchat-application-details": {
        label: "Web chat application",
        public: false,
        products: ["Chats"],
        permissions: ["Manage chat channels"],
      },
      "purchase-value": { ...money, label: "Purchase value" },
      "billing-message-transaction": {
        label: "Message charges",
        csv: true,
        public: false,
        products: ["SMS", "BULK"],
        permissions: ["View bulk message", "Send bulk message", "Send single message"],
      },
      "all-contacts-group": {
        label: "All contact groups",
        csv: true,
        public: false,
        products: ["SMS", "Email", "Airtime"],
        permissions: ["Create contacts", "Send bulk message", "Send single message"],
      },
      sms: {
        label: "SMS summary",
        public: false,
        products: ["SMS", "BULK"],
        permissions: ["Send bulk message", "Send single message", "View bulk message", "View SMS Dashboard"],
        pages: { controller: { resource: true } },
      },
      supervisor: {
        label: "Monitor",
        resource: true,
        public: false,
        products: ["Voice"],
        permissions: ["View supervisor inbound stats"],
      },
      voice: {
        label: "Voice dashboard",
        resource: true,
        public: false,
        products: ["Voice"],
        permissions: ["View voice outbound dashboard", "View voice inbound dashboard"],
      },
    },
  },
} as const satisfies RouteTable;
