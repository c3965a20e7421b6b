import { money, type RouteTable } from "./sitemap.lines";

/** The account itself: its people, its products, its money. */
export const account = {
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
  user: {
    label: "Account",
    menu: true,
    icon: "circle-user",
    group: true,
    public: true,
    pages: {
      profile: {
        label: "Profile",
        menu: true,
        own: true,
        pages: {
          password: { label: "Password" },
          sessions: { label: "Sessions" },
          "two-factor": { label: "Two-factor sign-in" },
          "sign-ins/:provider": { label: "Unlink a sign-in" },
        },
      },
      activities: {
        label: "Activities",
        menu: true,
        csv: true,
        public: false,
        unbound: true,
        permissions: ["View user activities"],
      },
    },
  },
  "user/billing": {
    label: "Billing",
    menu: true,
    unbound: true,
    permissions: [
      "Can view all billing information",
      "Can view SMS billing information",
      "Can view chats billing information",
      "Can view voice billing information",
    ],
  },
  settings: {
    label: "Settings",
    menu: true,
    icon: "settings",
    group: true,
    // Shown when one of its pages is; each says for whom (R046).
    public: true,
    pages: {
      users: {
        label: "User Management",
        menu: true,
        csv: true,
        public: false,
        products: ["Chats", "Voice", "SMS", "USSD Codes", "Value Added Services", "Payments"],
        permissions: ["Create user", "Edit user", "Remove user", "View user"],
        pages: {
          new: { label: "Invite a person", drawer: true, permissions: ["Create user"] },
          permissions: { label: "Permissions of a person" },
          ":id": {
            label: "Person",
            resource: true,
            pages: {
              details: { label: "Details" },
              modules: { label: "Modules" },
              profile: { label: "Profile" },
              remove: { label: "Remove", permissions: ["Remove user"] },
            },
          },
        },
      },
      groups: {
        label: "Group Management",
        menu: true,
        csv: true,
        public: false,
        products: ["Chats", "Voice", "SMS", "USSD Codes", "Value Added Services", "Payments"],
        permissions: ["Create user", "Edit user", "Remove user", "View user"],
        pages: {
          new_role: { label: "New role" },
          role_permissions: { label: "Permissions of a role", drawer: true },
          delete: { label: "Delete a role", permissions: ["Remove user"] },
          teams: { label: "Teams" },
        },
      },
      "data-protection": {
        label: "Data Protection",
        menu: true,
        own: true,
        csv: true,
        public: false,
        unbound: true,
        permissions: ["Manage settings"],
        pages: {
          new: { label: "One person's data" },
          consents: { label: "Consent", csv: true },
          keywords: { label: "Opt-out words" },
          retention: { label: "Retention" },
          ":id": { label: "Request" },
        },
      },
    },
  },
  "settings/selfcare": {
    label: "Billing and balance",
    public: true,
    pages: {
      topup: { ...money, label: "Top up", csv: true, pages: { ":id": { label: "Payment" } } },
      request: {
        ...money,
        label: "Bank slips",
        csv: true,
        pages: { new: { label: "Send a bank slip", drawer: true } },
      },
      invoices: {
        ...money,
        label: "Invoices",
        csv: true,
        pages: { ":id": { label: "Invoice", pages: { file: { label: "Invoice file", resource: true } } } },
      },
      statement: { ...money, label: "Statement", csv: true },
      details: { label: "Invoice details", public: false, unbound: true, permissions: ["Manage settings"] },
    },
  },
  "settings/products": { label: "Products", public: true },
  "settings/templates": {
    label: "Templates",
    csv: true,
    products: ["SMS", "BULK", "Whatsapp", "Email"],
    permissions: ["Send bulk message", "Send single message", "Manage settings"],
    pages: {
      new: { label: "New template", drawer: true },
      ":id": { label: "Template", drawer: true, pages: { delete: { label: "Delete a template" } } },
    },
  },
  subscribe: {
    label: "Products and plans",
    public: true,
    layout: "nav",
    pages: {
      ":product": { label: "Take a plan", layout: "nav" },
      "payment/:id": { ...money, label: "Payment", layout: "nav" },
    },
  },
  setup: {
    label: "Apps",
    public: true,
    pages: {
      requests: { label: "Requests" },
      sms: { label: "Set up SMS" },
      email: { label: "Set up Email" },
      voice: { label: "Set up Voice" },
      chats: { label: "Set up Chats" },
      emchat: { label: "Set up Chats", resource: true },
      whatsapp: { label: "Set up Whatsapp" },
      airtime: { label: "Set up Airtime" },
      payments: { label: "Set up Payments" },
      surveys: { label: "Set up Surveys" },
      survey: { label: "Set up Surveys", resource: true },
    },
  },
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
                pages: { suspend: { label: "Suspend" }, resume: { label: "Resume" } },
              },
            },
          },
          carrier: { label: "SMS carrier", menu: true, permissions: ["Can approve sender ID"] },
          "slips/:id": { label: "Bank slip", resource: true },
        },
      },
    },
  },
  issues: {
    label: "Reported issues",
    public: true,
    csv: true,
    pages: { create: { label: "Report an issue", drawer: true }, controller: { resource: true } },
  },
  notifications: { label: "Notifications", public: true, own: true },
} as const satisfies RouteTable;
