import { type ChannelDescriptor, megabyte } from "./channel";

export const telegram = {
  name: "Telegram",
  icon: "send",
  characters: 4_096,
  files: { image: 10 * megabyte, media: 50 * megabyte, other: 50 * megabyte },
  delete: "everywhere",
  connection: { text: "A bot of yours that customers write to.", product: "Chats" },
  network: true,
  webhook: { proofHeader: "x-telegram-bot-api-secret-token", verifies: false },
  sandbox: { page: "telegram", label: "Telegram" },
} as const satisfies ChannelDescriptor;
