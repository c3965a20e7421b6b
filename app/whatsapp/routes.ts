import type { RouteTable } from "../sitemap.lines";

const writing = ["Create whatsapp message"] as const;
const reading = ["Create whatsapp message", "View whatsapp outbox"] as const;

/** WhatsApp. Conversations are in the inbox of all channels, to which some of these URLs lead. */
export const whatsappRoutes = {
  whatsapp: {
    label: "WhatsApp",
    menu: true,
    icon: "message-circle",
    group: true,
    products: ["Whatsapp"],
    chatAgents: true,
    pages: {
      inboxes: {
        label: "Inboxes",
        title: "WhatsApp inboxes",
        menu: true,
        permissions: writing,
        pages: {
          addNumber: { label: "Add a number", title: "Add a WhatsApp number" },
          ":inboxId": { resource: true },
        },
      },
      "inboxes/configure/:id": {
        ...{ label: "Run", products: ["Surveys"], permissions: ["Create Surveys"] },
        pages: {
          "contact-base": { label: "Contact base" },
          questions: { label: "Questions of a run" },
          "map-question-answer": { label: "Contact fields of a run" },
          "initiate-survey": { label: "Start a run" },
          outbox: { label: "Messages of a run", csv: true },
          close: { label: "Close a run" },
        },
      },
      survey: {
        label: "Surveys",
        title: "Surveys on WhatsApp",
        menu: true,
        csv: true,
        products: ["Surveys"],
        permissions: ["Create Surveys"],
      },
      "inboxes/broadcasts": {
        label: "Broadcasts",
        title: "New WhatsApp broadcast",
        menu: true,
        permissions: reading,
        pages: {
          ":id": {
            label: "Broadcast",
            title: "WhatsApp broadcast",
            pages: {
              confirm: { label: "Confirm", title: "Confirm a broadcast", permissions: writing },
              cancel: { label: "Cancel", title: "Cancel a broadcast", permissions: writing },
              recipients: { label: "Numbers", title: "Numbers of a broadcast", csv: true },
            },
          },
        },
      },
      "inboxes/broadcast-history": {
        label: "History",
        title: "WhatsApp broadcast history",
        menu: true,
        csv: true,
        permissions: ["View whatsapp outbox"],
      },
      template: {
        label: "Templates",
        title: "WhatsApp templates",
        menu: true,
        csv: true,
        permissions: reading,
        pages: {
          new: { label: "New template", title: "New WhatsApp template", permissions: writing },
          ":id": {
            label: "Template",
            title: "WhatsApp template",
            drawer: true,
            pages: { delete: { label: "Delete a template", permissions: writing } },
          },
        },
      },
      bot: {
        label: "Bot",
        title: "WhatsApp bots",
        menu: true,
        permissions: ["Set whatsapp bot"],
        pages: {
          ":id": {
            label: "Bot",
            title: "Bot of a number",
            pages: {
              "answers/:answer": {
                label: "Answer",
                title: "Answer of a bot",
                pages: { delete: { label: "Delete an answer" } },
              },
            },
          },
        },
      },
      status: {
        label: "Status",
        title: "WhatsApp status",
        menu: true,
        permissions: ["Create whatsapp message", "View whatsapp outbox", "Set whatsapp bot"],
      },
      conversation: { resource: true, permissions: writing },
      broadcasts: { resource: true, permissions: reading },
      manage: {
        resource: true,
        permissions: ["Set whatsapp bot", "Create whatsapp message"],
        pages: {
          agents: { resource: true },
          inboxes: { resource: true },
          "create-inbox": { resource: true },
          labels: { resource: true },
          teams: { resource: true },
          "create-team": { resource: true },
        },
      },
      reports: {
        resource: true,
        permissions: [],
        pages: {
          overview: { resource: true },
          agents: { resource: true },
          labels: { resource: true },
          teams: { resource: true },
        },
      },
      ":inboxId": { resource: true, permissions: writing },
    },
  },
} as const satisfies RouteTable;
