import { type ChannelDescriptor, ownFiles } from "./channel";

export const mobile = {
  name: "Mobile app",
  icon: "smartphone",
  characters: 10_000,
  files: ownFiles,
  delete: "everywhere",
  visits: "in the app",
  pushes: true,
  connection: {
    text: "A chat inside your own Android or iOS app.",
    words: "sdk android ios phone push",
    product: "Chats",
  },
  sandbox: { page: "mobile", label: "Mobile app" },
} as const satisfies ChannelDescriptor;
