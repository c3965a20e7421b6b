import { saving, smarten } from "../../../rules/segments";
import { href } from "../../href";
import type { ComposeChannel, ComposeFlow } from "../../kit/compose/channel";
import { fixedText, sayCounted, smsCount } from "../../kit/sms-count";
import { kindHelp, senderText } from "./promotional";
import { SenderField } from "./sender-field";

/** SMS: counted and priced in parts, from a sender ID. */
const sms: ComposeChannel = {
  label: "SMS",
  template: "sms",
  mostCharacters: 1600,
  unit: "part",
  count(body, sender) {
    const counted = smsCount(body, sender && senderText(sender));
    return { used: counted.used, room: counted.room, words: sayCounted(counted) };
  },
  cheaper: (body, sender) => saving(fixedText(body, sender && senderText(sender))),
  makeCheaper: smarten,
  SenderField,
  senderLabel: "Sender ID",
  kindHelp,
  calls: ({ messaging }) => ({
    price: messaging.price,
    make: messaging.createBlast,
    load: messaging.blast,
    confirm: messaging.confirmBlast,
    sample: messaging.sampleBlast,
    messages: messaging.messages,
    senders: messaging.senders,
  }),
  sent: { route: "/sms/history/:id", path: (id) => href("/sms/history/:id", { id }) },
  flowOf: ({ kind, list_id }) => (kind === "bulk" ? bulkSms : list_id === null ? singleSms : expressSms),
};

export const bulkSms: ComposeFlow = {
  channel: sms,
  kind: "bulk",
  begin: "/sms/bulk",
  form: "/sms/bulk",
  confirm: "/sms/bulk/confirm",
  price: "/sms/bulk/price",
  formAddress: (_, query) => href("/sms/bulk", undefined, query),
  priceAddress: () => href("/sms/bulk/price"),
  leave: "/sms/send",
  title: "Bulk SMS",
};

export const singleSms: ComposeFlow = {
  channel: sms,
  kind: "express",
  begin: "/sms/send",
  form: "/sms/send",
  confirm: "/sms/send/confirm",
  price: "/sms/send/price",
  formAddress: (_, query) => href("/sms/send", undefined, query),
  priceAddress: () => href("/sms/send/price"),
  leave: "/sms/send",
  title: "Single SMS",
};

/** To the rows of a list. */
export const expressSms: ComposeFlow = {
  channel: sms,
  kind: "express",
  begin: "/sms/express",
  form: "/sms/express/:id",
  confirm: "/sms/express/confirm",
  price: "/sms/express/:id/price",
  formAddress: ({ list_id }, query) => href("/sms/express/:id", { id: list_id ?? 0 }, query),
  priceAddress: ({ list_id }) => href("/sms/express/:id/price", { id: list_id ?? 0 }),
  leave: "/sms/send",
  title: "Express SMS",
};
