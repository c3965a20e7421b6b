import { commas } from "../../../rules/format";
import { href } from "../../href";
import type { ComposeChannel, ComposeFlow } from "../../kit/compose/channel";
import { emailCalls } from "./adapter";
import { ownFields } from "./own-fields";
import { SenderField } from "./sender-field";

const mostCharacters = 20_000;

/** E-mail: priced by the mail, from an address at a domain of the account's own. */
const email: ComposeChannel = {
  own: ownFields,
  files: "email",
  recipient: { label: "Email address", type: "email", missing: "Enter at least one email address." },
  noun: "email",
  mostSender: 254,
  once: true,
  label: "Email",
  template: "email",
  mostCharacters,
  unit: "email",
  count: (body) => ({ used: body.length, room: mostCharacters, words: `${commas(mostCharacters - body.length)} left` }),
  cheaper: () => undefined,
  makeCheaper: (body) => body,
  SenderField,
  senderLabel: "From",
  kindHelp: () => "Signed by your own domain.",
  calls: emailCalls,
  sent: { route: "/email/outbox/:id", path: (id) => href("/email/outbox/:id", { id }) },
  flowOf: ({ kind }) => (kind === "bulk" ? bulkEmail : singleEmail),
};

export const bulkEmail: ComposeFlow = {
  channel: email,
  kind: "bulk",
  begin: "/email/bulk",
  form: "/email/bulk",
  confirm: "/email/bulk/confirm",
  price: "/email/bulk/price",
  formAddress: (_, query) => href("/email/bulk", undefined, query),
  priceAddress: () => href("/email/bulk/price"),
  leave: "/email/single",
  title: "Bulk email",
};

export const singleEmail: ComposeFlow = {
  channel: email,
  kind: "express",
  begin: "/email/single",
  form: "/email/single",
  confirm: "/email/single/confirm",
  price: "/email/single/price",
  formAddress: (_, query) => href("/email/single", undefined, query),
  priceAddress: () => href("/email/single/price"),
  leave: "/email/single",
  title: "Single email",
};
