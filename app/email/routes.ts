import type { RouteTable } from "../sitemap.lines";

const seeing = ["View bulk message", "Send bulk message", "Send single message"] as const;
const sending = ["Send bulk message", "Send single message"] as const;

export const emailRoutes = {
  email: {
    label: "Email",
    menu: true,
    icon: "mail",
    group: true,
    products: ["Email"],
    // The permissions of SMS, as decided for e-mail too (Q102).
    permissions: [...seeing],
    pages: {
      bulk: {
        label: "Bulk",
        title: "Bulk email",
        menu: true,
        permissions: ["Send bulk message"],
        pages: { confirm: { label: "Confirm" }, price: { resource: true } },
      },
      single: {
        label: "Single",
        title: "Single email",
        menu: true,
        permissions: [...sending],
        pages: { confirm: { label: "Confirm" }, price: { resource: true } },
      },
      outbox: {
        label: "Outbox",
        title: "Email outbox",
        menu: true,
        csv: true,
        pages: {
          ":id": {
            label: "Email",
            pages: {
              recipients: { label: "Recipients", csv: true },
              links: { label: "Links", csv: true },
              preview: { label: "Preview" },
              html: { resource: true },
              cancel: { label: "Cancel the email", permissions: [...sending] },
            },
          },
        },
      },
      bulk_outbox: { label: "Bulk outbox", title: "Bulk email outbox", csv: true },
      single_outbox: { label: "Single outbox", title: "Single email outbox", csv: true },
      template: {
        label: "Templates",
        title: "Email templates",
        menu: true,
        csv: true,
        pages: {
          new: { label: "New template", title: "New email template", permissions: [...sending] },
          ":id": {
            label: "Template",
            pages: {
              preview: { label: "Preview" },
              html: { resource: true },
              delete: { label: "Delete a template", permissions: [...sending] },
            },
          },
        },
      },
      signature: { label: "Signature", title: "Email signature", menu: true, permissions: [...sending] },
      domains: {
        label: "Domains",
        title: "Email domains",
        menu: true,
        permissions: [...sending],
        pages: { ":id": { label: "Domain", pages: { delete: { label: "Remove a domain" } } } },
      },
      tracking: {
        label: "Opens and clicks",
        title: "Opens and clicks of emails",
        menu: true,
        permissions: [...sending],
      },
      host: { label: "Mail host", menu: true, permissions: [...sending] },
      lists: { label: "Lists", title: "Email lists", menu: true, permissions: [...sending] },
      suppressions: {
        label: "Suppressed addresses",
        menu: true,
        csv: true,
        pages: {
          new: { label: "Suppress addresses", drawer: true, permissions: [...sending] },
          bulk: { label: "Change several addresses", permissions: [...sending] },
        },
      },
    },
  },
} as const satisfies RouteTable;
