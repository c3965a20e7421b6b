import { channels, type NetworkName, networkNames } from "../../rules/channels";
import type { RouteTable } from "../sitemap.lines";

/** Who may see how conversations are sorted and given out, and who may change it: WhatsApp's people among them. */
const labelReaders = ["Manage chat settings", "Set whatsapp bot", "Create whatsapp message"] as const;
const labelKeepers = ["Manage chat settings", "Set whatsapp bot"] as const;
const teamReaders = ["Manage chat team", "Set whatsapp bot", "Create whatsapp message"] as const;
const teamLeaders = ["Manage chat team", "Set whatsapp bot"] as const;

/** The page that connects each channel of a network. */
const networkPages = Object.fromEntries(networkNames.map((name) => [name, { label: channels[name].name }])) as {
  [Name in NetworkName]: { label: string };
};

/** Chat: the inbox and all that is set up for it. What a line does not say it has from `chat`. */
export const chatRoutes = {
  chat: {
    label: "Chat",
    menu: true,
    icon: "messages-square",
    group: true,
    products: ["Chats"],
    pages: {
      inbox: {
        label: "Inbox",
        menu: true,
        permissions: ["View chat inbox"],
        pages: {
          details: {
            label: "Details of a conversation",
            title: "Details",
            drawer: true,
            pages: {
              dispositions: { label: "Dispositions", title: "Disposition", drawer: true },
              "profile/contacts": { label: "Profile and contacts", drawer: true },
              "info-form": { label: "Info form", drawer: true },
              tickets: { label: "Tickets", title: "Tickets of the customer", drawer: true },
            },
          },
          live: { resource: true },
          canned: { resource: true },
        },
      },
      status: { resource: true, permissions: ["View chat inbox"] },
      team: {
        label: "Team",
        title: "Chat team",
        menu: true,
        csv: true,
        permissions: ["Manage chat team"],
        pages: {
          wall: { label: "Wall", title: "Chat wall" },
          teams: {
            label: "Teams",
            title: "Chat teams",
            csv: true,
            permissions: teamReaders,
            pages: { ":id": { label: "Chat team", drawer: true, permissions: teamLeaders } },
          },
          ":id": { label: "Agent", drawer: true },
        },
      },
      reports: {
        label: "Chat Reports",
        menu: true,
        resource: true,
        permissions: ["View chat reports", "Can view chat reports"],
        pages: {
          dashboard: { label: "Chat reports", csv: true },
          agents: {
            label: "Agents",
            title: "Chats by agent",
            csv: true,
            pages: { days: { label: "Time by day", title: "Agents' time by day", csv: true } },
          },
          channels: { label: "Channels", title: "Chats by channel", csv: true },
          labels: { label: "Labels", title: "Chats by label", csv: true },
          teams: { label: "Teams", title: "Chats by team", csv: true },
          customers: { label: "Customers", title: "Chats by customer", csv: true },
          survey: { label: "Survey", title: "Chat survey", csv: true },
          tickets: { label: "Tickets", title: "Tickets from chats", csv: true },
          transcript: {
            label: "Transcript",
            title: "Chat transcripts",
            csv: true,
            pages: { ":id": { label: "Transcript of a chat", csv: true, pages: { text: { resource: true } } } },
          },
        },
      },
      channels: {
        label: "Channels",
        menu: true,
        permissions: ["Manage chat channels"],
        pages: {
          ...networkPages,
          ":network/new": { label: "Connect a channel" },
          ":network/:id": {
            label: "Channel",
            pages: { credentials: { label: "Replace credentials" }, disconnect: { label: "Disconnect channel" } },
          },
        },
      },
      "channels/webchat": {
        label: "Web chat",
        permissions: ["Manage chat channels"],
        pages: {
          new: { label: "New web chat", drawer: true },
          ":id": {
            label: "Web chat application",
            drawer: true,
            pages: { delete: { label: "Delete a web chat" }, code: { label: "Script of a web chat" } },
          },
          faqs: {
            label: "FAQs",
            pages: {
              add_category: { label: "Add category", drawer: true },
              add_faq: { label: "Add FAQ", drawer: true },
              "categories/:id": {
                label: "Rename a category",
                drawer: true,
                pages: { delete: { label: "Delete a category" } },
              },
              ":id": { label: "Change a question", drawer: true, pages: { delete: { label: "Delete a question" } } },
            },
          },
        },
      },
      "channels/mobile": {
        label: "Mobile app",
        permissions: ["Manage chat channels"],
        pages: {
          new: { label: "New mobile app", drawer: true },
          guide: { label: "Chat in your app" },
          ":id": {
            label: "Mobile app settings",
            pages: {
              change: { label: "Change a mobile app", drawer: true },
              delete: { label: "Disconnect a mobile app" },
            },
          },
        },
      },
      setup: { label: "Set up chat", permissions: ["Manage chat channels"] },
      settings: {
        label: "Settings",
        title: "Chat settings",
        menu: true,
        permissions: ["Manage chat settings"],
        pages: {
          "canned-responses": {
            label: "Canned replies",
            permissions: ["View chat inbox", "Manage chat settings"],
            pages: {
              ":id": { label: "Canned reply", drawer: true, pages: { delete: { label: "Delete a canned reply" } } },
            },
          },
          shortcuts: { label: "Shortcuts", permissions: ["View chat inbox", "Manage chat settings"] },
          prechat: {
            label: "Before the chat",
            pages: {
              ":name": {
                label: "Question before the chat",
                drawer: true,
                pages: { delete: { label: "Remove a question" } },
              },
            },
          },
          postchat: {
            label: "After the chat",
            pages: {
              ":name": {
                label: "Question after the chat",
                drawer: true,
                pages: { delete: { label: "Remove a question" } },
              },
            },
          },
          trigger: {
            label: "Triggers",
            pages: {
              ":id": { label: "Trigger", drawer: true, pages: { delete: { label: "Delete a trigger" } } },
            },
          },
          labels: {
            label: "Labels",
            title: "Chat labels",
            csv: true,
            permissions: labelReaders,
            pages: {
              ":id": {
                label: "Label",
                drawer: true,
                permissions: labelKeepers,
                pages: { delete: { label: "Delete a label" } },
              },
            },
          },
          dispositions: {
            label: "Chat dispositions",
            pages: {
              ":id": { label: "Chat disposition", drawer: true, pages: { delete: { label: "Delete a disposition" } } },
            },
          },
          "chat-routing": { label: "Chat routing" },
        },
      },
    },
  },
} as const satisfies RouteTable;
