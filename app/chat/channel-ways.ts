import type { Channel } from "../../services/chat/contract.fields";
import { href } from "../href";

type Way = { channel: Channel; to: string; text: string };

/** The channels that can be connected, in the order they are offered, each with its page. */
export const channelWays: readonly Way[] = [
  { channel: "webchat", to: href("/chat/channels/webchat"), text: "A chat on your own site." },
  {
    channel: "whatsapp",
    to: href("/chat/channels/whatsapp"),
    text: "A number of the WhatsApp Business Platform (Cloud API).",
  },
  { channel: "facebook", to: href("/chat/channels/facebook"), text: "The messages of your Facebook page." },
  { channel: "telegram", to: href("/chat/channels/telegram"), text: "A bot of yours that customers write to." },
  { channel: "email", to: href("/chat/channels/email"), text: "A mailbox that customers write to." },
];

/** The page of a channel; none where it can't be set up here. */
export function channelPage(channel: Channel): string | undefined {
  return channelWays.find((way) => way.channel === channel)?.to;
}
