import type { ChannelDescriptor } from "./channel";

export const playstore = {
  name: "Play Store",
  icon: "play",
  characters: 350,
  delete: "here",
  answersOnly: "The Play Store takes answers to reviews only.",
} as const satisfies ChannelDescriptor;
