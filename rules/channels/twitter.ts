import { tweetCharacters, tweetLength } from "../tweet-length";
import { threadPrefix } from "../x-threads";
import { type ChannelDescriptor, megabyte } from "./channel";

export const twitter = {
  name: "X",
  icon: { lines: ["M4 4l11.500 16H20L8.500 4zM4 20l6.500-7M20 4l-6.500 7"] },
  characters: 10_000,
  files: { image: 5 * megabyte, media: 0, other: 0 },
  delete: "our side",
  sync: true,
  thread: {
    prefix: threadPrefix,
    characters: tweetCharacters,
    length: tweetLength,
    delete: "everywhere",
    answerHint: "Everyone sees it: your reply is a public post.",
    names: { thread: "as a public post", others: "by direct message" },
    kinds: { thread: "Public thread", others: "Direct messages" },
  },
  connection: { text: "Mentions and direct messages of your account on X.", words: "twitter tweets", product: "Chats" },
  network: {
    text: "Mentions of your account and direct messages come into the inbox; your agents' replies are posts and direct messages on X.",
    one: "account",
    where: "X received this address when the account was connected. A test sends it again.",
  },
  webhook: { proofHeader: "x-twitter-webhooks-signature", verifies: false, challenges: true, maxBytes: 3_000_000 },
  sandbox: { page: "twitter", label: "X" },
} as const satisfies ChannelDescriptor;
