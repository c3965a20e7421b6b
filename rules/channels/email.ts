import { type ChannelDescriptor, ownFiles } from "./channel";

export const email = {
  name: "Email",
  icon: "mail",
  characters: 25_000,
  files: ownFiles,
  delete: "here",
  connection: { text: "A mailbox that customers write to.", product: "Chats" },
  network: {
    text: "Customers write to your address; your agents answer in the inbox, and the answer goes back in the same thread.",
    one: "mailbox",
    where: "",
  },
  sandbox: { page: "mail-customers", label: "Email customers" },
} as const satisfies ChannelDescriptor;
