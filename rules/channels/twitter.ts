import { type ChannelDescriptor, megabyte } from "./channel";

export const twitter = {
  name: "X",
  icon: { lines: ["M4 4l11.500 16H20L8.500 4zM4 20l6.500-7M20 4l-6.500 7"] },
  characters: 10_000,
  files: { image: 5 * megabyte, media: 15 * megabyte, other: 0 },
  delete: "everywhere",
  sync: true,
} as const satisfies ChannelDescriptor;
