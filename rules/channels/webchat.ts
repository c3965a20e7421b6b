import { type ChannelDescriptor, ownFiles } from "./channel";

export const webchat = {
  name: "Web chat",
  icon: "globe",
  characters: 10_000,
  files: ownFiles,
  delete: "everywhere",
  visits: "on the site",
  connection: { text: "A chat on your own site.", words: "widget website script code", product: "Chats" },
  sandbox: { page: "shop", label: "Shop" },
} as const satisfies ChannelDescriptor;
