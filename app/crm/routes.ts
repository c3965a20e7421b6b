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
      board: { label: "Lead board", menu: true, permissions: ["View crm leads"] },
      contacts: {
        label: "Contacts",
        menu: true,
        csv: true,
        permissions: ["View crm contacts"],
        pages: { new: { label: "New contact", drawer: true }, bulk: { label: "Change contacts" } },
      },
      organisations: {
        label: "Organisations",
        menu: true,
        csv: true,
        permissions: ["View crm contacts"],
        pages: {
          new: { label: "New organisation", drawer: true },
          bulk: { label: "Change organisations" },
          ":id": {
            label: "Organisation",
            pages: {
              edit: { label: "Change an organisation", drawer: true },
              delete: { label: "Delete an organisation" },
            },
          },
        },
      },
      deals: {
        label: "Deals",
        menu: true,
        csv: true,
        permissions: ["View crm deals"],
        pages: { new: { label: "New deal", drawer: true }, bulk: { label: "Change deals" } },
      },
      generate: {
        label: "Lead forms",
        menu: true,
        permissions: ["View crm leads"],
        pages: {
          new: { label: "New lead form" },
          ":id": { label: "Lead form", pages: { edit: { label: "Change a lead form" } } },
        },
      },
      import: {
        label: "Imports",
        title: "CRM imports",
        csv: true,
        permissions: ["View crm leads", "View crm contacts"],
        pages: {
          new: { label: "Import leads and contacts" },
          ":id": {
            label: "Import",
            pages: {
              undo: { label: "Undo an import" },
              refused: { label: "Rows not imported", csv: true },
            },
          },
        },
      },
      sales: {
        label: "Sales",
        menu: true,
        csv: true,
        permissions: ["View crm sales"],
        pages: { new: { label: "New sale" }, ":id": { label: "Sale" } },
      },
      quotes: {
        label: "Quotes",
        menu: true,
        csv: true,
        permissions: ["View crm deals"],
        pages: {
          new: { label: "New quote" },
          ":id": {
            label: "Quote",
            pages: { edit: { label: "Change a quote" }, file: { label: "Quote as a PDF", resource: true } },
          },
        },
      },
      customers: { label: "Customers", menu: true, csv: true, permissions: ["View crm contacts"] },
      contactactions: {
        label: "Appointments",
        menu: true,
        csv: true,
        permissions: ["View crm leads", "View crm contacts", "View crm deals"],
        pages: {
          new: { label: "New appointment" },
          bulk: { label: "Change appointments" },
          day: { label: "My day", menu: true },
          feed: { label: "Calendar on your phone", own: true },
          tasks: {
            label: "Tasks",
            menu: true,
            csv: true,
            pages: {
              new: { label: "New task", drawer: true },
              bulk: { label: "Change tasks" },
              ":id": { label: "Task", drawer: true },
            },
          },
          ":id": { label: "Appointment", pages: { calendar: { label: "Calendar file", resource: true } } },
        },
      },
      integrations: {
        label: "Integrations",
        menu: true,
        own: true,
        permissions: ["View crm sales"],
      },
      dashboard: {
        label: "Dashboard",
        title: "CRM dashboard",
        menu: true,
        csv: true,
        permissions: ["View crm dashboard"],
      },
      "lead/:index": {
        label: "Lead",
        permissions: ["View crm leads"],
        pages: {
          details: { label: "Details" },
          profile: { label: "Profile" },
          score: { label: "Score" },
          other: { label: "Notes" },
          topbar: { label: "Sales manager" },
          task: { label: "New task", drawer: true },
          request: { label: "New request", drawer: true },
          sequence: { label: "Put in a sequence", drawer: true },
          stages: { label: "Stages" },
          convert: { label: "Convert", title: "Convert a lead", permissions: ["View crm contacts"] },
        },
      },
      "contact/:index": {
        label: "Contact",
        permissions: ["View crm contacts"],
        pages: {
          details: { label: "Details" },
          profile: { label: "Profile" },
          score: { label: "Score" },
          other: { label: "Notes" },
          topbar: { label: "Sales manager" },
          task: { label: "New task", drawer: true },
          request: { label: "New request", drawer: true },
          sequence: { label: "Put in a sequence", drawer: true },
          stages: { label: "Stages" },
        },
      },
      "deal/:index": {
        label: "Deal",
        permissions: ["View crm deals"],
        pages: {
          details: { label: "Details" },
          profile: { label: "Profile" },
          score: { label: "Score" },
          other: { label: "Notes" },
          topbar: { label: "Sales manager" },
          task: { label: "New task", drawer: true },
          request: { label: "New request", drawer: true },
          stages: { label: "Stages" },
        },
      },
      settings: {
        label: "Settings",
        title: "Set up the CRM",
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
          contactstages: {
            label: "Contact stages",
            pages: {
              new: { label: "New stage", drawer: true },
              ":id": { label: "Stage", drawer: true, pages: { delete: { label: "Delete a stage" } } },
            },
          },
          dealstages: {
            label: "Deal stages",
            pages: {
              new: { label: "New stage", drawer: true },
              ":id": { label: "Stage", drawer: true, pages: { delete: { label: "Delete a stage" } } },
            },
          },
          pipelines: { label: "Pipelines" },
          fields: {
            label: "Custom fields",
            pages: {
              new: { label: "New field", drawer: true },
              ":id": { label: "Field", drawer: true, pages: { delete: { label: "Delete a field" } } },
            },
          },
          tags: {
            label: "Tags",
            title: "CRM tags",
            pages: { ":id": { label: "Tag", title: "Rename a tag", pages: { delete: { label: "Delete a tag" } } } },
          },
          sequences: {
            label: "Sequences",
            title: "CRM sequences",
            pages: {
              new: { label: "New sequence", drawer: true },
              ":id": {
                label: "Sequence",
                pages: {
                  edit: { label: "Change a sequence", drawer: true },
                  "steps/new": { label: "New step", drawer: true },
                  "steps/:step": { label: "Step of a sequence", drawer: true },
                  people: {
                    label: "People in a sequence",
                    csv: true,
                    pages: { bulk: { label: "Change people in a sequence" } },
                  },
                  delete: { label: "Delete a sequence" },
                },
              },
            },
          },
          products: { label: "Products" },
          users: { label: "Users", title: "CRM users" },
          scoreconfig: {
            label: "Score",
            title: "Lead score",
            pages: { new: { label: "New rule", drawer: true }, ":id": { label: "Rule", drawer: true } },
          },
          duplicates: {
            label: "Duplicates",
            title: "Possible duplicates",
            csv: true,
            permissions: ["View crm leads", "View crm contacts"],
            pages: { ":id": { label: "Pair", title: "Compare two records", pages: { merge: { label: "Merge" } } } },
          },
        },
      },
    },
  },
} as const satisfies RouteTable;
