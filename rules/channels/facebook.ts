import { type ChannelDescriptor, daySeconds, megabyte } from "./channel";

export const facebook = {
  name: "Messenger",
  icon: { lines: ["M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20z", "M15.500 7.500H14a2 2 0 0 0-2 2V22M9 13h6"] },
  characters: 2_000,
  files: { image: 8 * megabyte, media: 25 * megabyte, other: 25 * megabyte },
  delete: "here",
  sync: true,
  window: {
    freeSeconds: daySeconds,
    personSeconds: {
      until: 7 * daySeconds,
      open: "24 hours have passed: Messenger takes what you write yourself, for 7 days.",
      others: "Messenger takes only what a person writes now.",
    },
    closed: "7 days have passed since the customer wrote: Messenger is closed.",
  },
  connection: { text: "The messages of your Facebook page.", words: "facebook page", product: "Chats" },
  network: {
    text: "Customers write to your Facebook page; your agents answer in the inbox: freely for 24 hours, then for 7 days what they write themselves.",
    one: "page",
    where:
      "In Meta's app dashboard, Messenger, Settings, Webhooks: paste both for the object Page. The page's own events are subscribed from here.",
  },
  webhook: { proofHeader: "x-hub-signature-256", verifies: true, maxBytes: 3_000_000 },
  sandbox: { page: "messenger", label: "Messenger" },
} as const satisfies ChannelDescriptor;
