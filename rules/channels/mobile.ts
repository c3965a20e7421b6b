import { type ChannelDescriptor, ownFiles } from "./channel";

export const mobile = {
  name: "Mobile app",
  icon: "smartphone",
  characters: 10_000,
  files: ownFiles,
  delete: "everywhere",
  visits: true,
} as const satisfies ChannelDescriptor;
