import { type ChannelDescriptor, daySeconds, megabyte } from "./channel";

export const whatsapp = {
  name: "WhatsApp",
  icon: {
    lines: [
      "M3 16.4a2 2 0 0 1 .1 1.1L2 20.800a1 1 0 0 0 1.200 1.200l3.400-1a2 2 0 0 1 1.100.1 10 10 0 1 0-4.700-4.700",
      "M9 8.500c-.6 3.200 3.200 7 6.400 6.400l.3-1.700-1.900-.9-.9.9c-.9-.3-1.800-1.200-2.100-2.100l.9-.9-.9-1.900z",
    ],
  },
  characters: 4_096,
  files: { image: 5 * megabyte, media: 16 * megabyte, other: 100 * megabyte },
  delete: "here",
  byPhone: true,
  window: {
    freeSeconds: daySeconds,
    closed: "24 hours have passed since the customer wrote: WhatsApp takes only approved templates now.",
    templates: true,
  },
  connection: {
    text: "A number of the WhatsApp Business Platform (Cloud API).",
    words: "meta business",
    product: "Chats",
  },
  network: {
    text: "Customers write to your number; your agents answer in the inbox, freely within 24 hours.",
    one: "number",
    where:
      "In Meta's app dashboard, WhatsApp, Configuration: paste both under Webhook, and subscribe to the field messages.",
  },
  webhook: { proofHeader: "x-hub-signature-256", verifies: true, maxBytes: 3_000_000 },
  sandbox: { page: "whatsapp", label: "WhatsApp" },
} as const satisfies ChannelDescriptor;
