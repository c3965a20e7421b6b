import type { RouteTable } from "../sitemap.lines";

export const setupRoutes = {
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
      whatsapp: { label: "Set up Whatsapp", title: "Set up WhatsApp" },
      airtime: { label: "Set up Airtime" },
      payments: { label: "Set up Payments" },
      surveys: { label: "Set up Surveys" },
      survey: { label: "Set up Surveys", resource: true },
    },
  },
} as const satisfies RouteTable;
