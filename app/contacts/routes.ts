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
        title: "Contact groups",
        menu: true,
        csv: true,
        pages: {
          new: { label: "New group", drawer: true },
          bulk: { label: "Change several groups" },
          details: {
            label: "Contacts of a group",
            csv: true,
            pages: {
              contact: { label: "Contact", drawer: true },
              bulk: { label: "Change several contacts" },
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
          "remove/:id": { label: "Take off the blacklist", drawer: true },
          import: { label: "Add the numbers of a file", drawer: true },
          bulk: { label: "Change several numbers" },
        },
      },
    },
  },
} as const satisfies RouteTable;
