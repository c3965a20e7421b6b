import { type NetworkName, networkNames } from "../../../rules/channels";

type NetworkTexts = {
  /** "Telegram" */
  title: string;
  text: string;
  /** "bot" */
  one: string;
  /** Where the callback address goes; none: the network is asked by us. */
  where: string;
};

/** What the pages of each network say. */
export const networkTexts: Record<NetworkName, NetworkTexts> = {
  telegram: {
    title: "Telegram",
    text: "Customers write to your bot; your agents answer in the inbox.",
    one: "bot",
    where: "Telegram received this address when the bot was connected. A test sends it again.",
  },
  whatsapp: {
    title: "WhatsApp",
    text: "Customers write to your number; your agents answer in the inbox, freely within 24 hours.",
    one: "number",
    where:
      "In Meta's app dashboard, WhatsApp, Configuration: paste both under Webhook, and subscribe to the field messages.",
  },
  facebook: {
    title: "Messenger",
    text: "Customers write to your Facebook page; your agents answer in the inbox: freely for 24 hours, then for 7 days what they write themselves.",
    one: "page",
    where:
      "In Meta's app dashboard, Messenger, Settings, Webhooks: paste both for the object Page. The page's own events are subscribed from here.",
  },
  email: {
    title: "Email",
    text: "Customers write to your address; your agents answer in the inbox, and the answer goes back in the same thread.",
    one: "mailbox",
    where: "",
  },
};

/** The network that a URL names; undefined when it is none. */
export function parseNetwork(name: string | undefined): NetworkName | undefined {
  return networkNames.find((one) => one === name);
}
