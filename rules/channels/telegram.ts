import { type ChannelDescriptor, megabyte } from "./channel";

export const telegram = {
  name: "Telegram",
  icon: "send",
  characters: 4_096,
  files: { image: 10 * megabyte, media: 50 * megabyte, other: 50 * megabyte },
  delete: "everywhere",
  connection: { text: "A bot of yours that customers write to.", product: "Chats" },
  network: {
    text: "Customers write to your bot; your agents answer in the inbox.",
    one: "bot",
    where: "Telegram received this address when the bot was connected. A test sends it again.",
  },
  webhook: { proofHeader: "x-telegram-bot-api-secret-token", verifies: false },
  sandbox: { page: "telegram", label: "Telegram" },
} as const satisfies ChannelDescriptor;
