import type { ChannelDescriptor } from "./channel";

export const playstore = {
  name: "Play Store",
  icon: "play",
  characters: 350,
  delete: "here",
  answersOnly: "The Play Store takes answers to reviews only.",
  public: true,
  answerHint: "Everyone sees it. A new reply replaces the one before.",
  connection: { text: "Reviews of your Android app.", words: "google play reviews app", product: "Chats" },
  network: {
    text: "Reviews of your app come into the inbox, and your agents' answers stand under them in the Play Store.",
    one: "app",
    where: "",
    edited: "A second message in the same conversation, marked as an edited review.",
  },
  sandbox: { page: "playstore", label: "Play Store" },
} as const satisfies ChannelDescriptor;
