import { money, type RouteTable } from "../sitemap.lines";

export const settingsRoutes = {
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
        title: "User management",
        menu: true,
        csv: true,
        public: false,
        products: ["Chats", "Voice", "SMS", "USSD Codes", "Value Added Services", "Payments"],
        permissions: ["Create user", "Edit user", "Remove user", "View user"],
        pages: {
          new: { label: "Invite a person", drawer: true, permissions: ["Create user"] },
          permissions: { label: "Permissions of a person", title: "Permissions" },
          ":id": {
            label: "Person",
            resource: true,
            pages: {
              details: { label: "Details" },
              modules: { label: "Modules" },
              profile: { label: "Profile" },
              remove: { label: "Remove", title: "Remove a person", permissions: ["Remove user"] },
              "two-factor": {
                label: "Two-factor sign-in",
                title: "Turn off two-factor sign-in",
                permissions: ["Edit user"],
              },
            },
          },
        },
      },
      groups: {
        label: "Group Management",
        title: "Group management",
        menu: true,
        csv: true,
        public: false,
        products: ["Chats", "Voice", "SMS", "USSD Codes", "Value Added Services", "Payments"],
        permissions: ["Create user", "Edit user", "Remove user", "View user"],
        pages: {
          new_role: { label: "New role" },
          bulk: { label: "Change several roles" },
          role_permissions: { label: "Permissions of a role", drawer: true },
          delete: { label: "Delete a role", permissions: ["Remove user"] },
          teams: { label: "Teams" },
          skills: {
            label: "Skills",
            pages: {
              ":id": {
                label: "Skill",
                drawer: true,
                permissions: ["Create user", "Edit user"],
                pages: { delete: { label: "Delete a skill", permissions: ["Remove user"] } },
              },
            },
          },
        },
      },
      api: {
        label: "API and Web Hooks",
        title: "API keys",
        menu: true,
        own: true,
        csv: true,
        public: false,
        unbound: true,
        permissions: ["Manage settings"],
        pages: {
          new: { label: "New API key" },
          guide: { label: "HTTP API" },
          ":id": { label: "API key", pages: { revoke: { label: "Revoke an API key" } } },
          webhooks: {
            label: "Web hooks",
            csv: true,
            pages: {
              new: { label: "New web hook" },
              ":id": {
                label: "Web hook",
                csv: true,
                pages: {
                  change: { label: "Change a web hook" },
                  delete: { label: "Delete a web hook" },
                },
              },
            },
          },
        },
      },
      sms: {
        label: "SMS sending",
        menu: true,
        own: true,
        public: false,
        products: ["SMS", "BULK"],
        permissions: ["Manage settings"],
        pages: {
          links: { label: "Links", title: "Short links" },
          replies: {
            label: "Keyword replies",
            pages: {
              new: { label: "New keyword reply" },
              ":id": { label: "Keyword reply", pages: { delete: { label: "Delete a keyword reply" } } },
            },
          },
        },
      },
      "data-protection": {
        label: "Data Protection",
        title: "Data protection",
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
          ":id": { label: "Request", title: "One person's data" },
        },
      },
    },
  },
  "settings/selfcare": {
    label: "Billing and balance",
    title: "Self-care",
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
      bulk: { label: "Change several templates" },
      ":id": { label: "Template", drawer: true, pages: { delete: { label: "Delete a template" } } },
    },
  },
} as const satisfies RouteTable;
