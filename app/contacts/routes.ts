import type { RouteTable } from "../sitemap.lines";

export const contactsRoutes = {
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
              delete: { label: "Delete" },
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
                pages: { refused: { label: "Refused rows", csv: true }, undo: { label: "Undo" } },
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
        },
      },
    },
  },
} as const satisfies RouteTable;
