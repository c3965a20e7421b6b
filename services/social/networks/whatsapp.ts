import { randomBytes } from "node:crypto";
import { ChannelTemplate } from "../../chat/contract.fields";
import { readJson } from "../../connectors/message";
import { signatureFor, signedBy, whatsapp } from "../../connectors/whatsapp";
import { readEvents } from "../../connectors/whatsapp.events";
import { WhatsappRefused } from "../../connectors/whatsapp.graph";
import { KeptChoices } from "../../connectors/whatsapp.interactive";
import type { ChannelRow } from "../channels";
import type { Sample } from "../contract.forms";
import type { Network } from "../network";

/** WhatsApp, by Meta's Cloud API. */
export const whatsappNetwork: Network = {
  pace: { perSecond: 80, between: 6, burst: 5 },
  words: {
    mend: "Connect it again with a new access token.",
    unsigned: "Check the app secret and connect again.",
    waiting: "Give Meta the callback address and the verify token, then write to the number.",
  },
  line({ deps, row, secrets }) {
    const { graphUrl: url, graphVersion: version } = deps;
    const number = whatsapp({ url, version, number: row.external_id, token: secrets.token });
    return {
      async check() {
        await number.me();
        return number.tokenUntil();
      },
      // Ours comes back with every status and echo: so a lost answer is found again (M18).
      hand: ({ to, message: { message_id, data, meta }, file }) => {
        const template = ChannelTemplate.safeParse(meta.template);
        if (template.success) return number.template(to, template.data, message_id, file);
        const choices = KeptChoices.safeParse(meta.choices);
        if (choices.success) return number.choices(to, data.text, choices.data, message_id);
        return file ? number.file(to, file, data.text, message_id) : number.text(to, data.text, message_id);
      },
      download: (id) => number.download(id),
    };
  },
  read: (raw) => readEvents(readJson(raw)),
  proved: ({ proof }, given, raw) => signedBy(proof, given, raw),
  explain: (error) => (error instanceof WhatsappRefused ? error.words : undefined),
  isGone: (error) => error instanceof WhatsappRefused && [100, 404, 410, 131052].includes(error.code),
  rehearsal: {
    customers: ["999000000001", "KE.Rehearsal1"],
    bodies: (row, sample) => events(row, sample).map((event) => JSON.stringify(event)),
    proof: ({ proof }, raw) => signatureFor(proof, raw),
  },
};

function events({ external_id, shown }: ChannelRow, sample: Sample): object[] {
  const [phone = "", user = ""] = whatsappNetwork.rehearsal.customers;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const id = () => `wamid.rehearsal.${randomBytes(8).toString("hex")}`;
  const metadata = { display_phone_number: shown, phone_number_id: external_id };
  const event = (value: object, field = "messages") => ({
    object: "whatsapp_business_account",
    entry: [{ id: "0", changes: [{ field, value: { messaging_product: "whatsapp", metadata, ...value } }] }],
  });
  const contacts = [{ wa_id: phone, profile: { name: "Rehearsal" } }];
  const text = (body: string) => ({ from: phone, id: id(), timestamp, type: "text", text: { body } });
  const came = (message: object) => event({ contacts, messages: [message] });
  if (sample === "text") return [came(text("Habari! Is my order on its way?"))];
  if (sample === "album") return [1, 2, 3, 4, 5].map((n) => came(text(`Picture ${n} of 5`)));
  if (sample === "duplicate") {
    const one = came(text("This came three times and is shown once."));
    return [one, one, one];
  }
  if (sample === "no number") {
    const message = { from_user_id: user, id: id(), timestamp, type: "text", text: { body: "I have no number here." } };
    return [event({ contacts: [{ user_id: user, profile: { name: "Rehearsal, no number" } }], messages: [message] })];
  }
  if (sample === "edit") {
    const first = text("I live in Nakru.");
    const edit = { original_message_id: first.id, message: { type: "text", text: { body: "I live in Nakuru." } } };
    return [came(first), came({ from: phone, id: id(), timestamp, type: "edit", edit })];
  }
  if (sample === "unsupported")
    return [
      came({ from: phone, id: id(), timestamp, type: "unsupported", errors: [{ code: 131051, title: "Unsupported" }] }),
    ];
  if (sample === "failure") {
    // Written on the phone of the business, and refused by the network afterwards.
    const echo = { ...text("Your order leaves today."), from: external_id, to: phone };
    const errors = [{ code: 131026, title: "Message undeliverable" }];
    return [
      event({ contacts, message_echoes: [echo] }, "smb_message_echoes"),
      event({ statuses: [{ id: echo.id, status: "failed", timestamp, recipient_id: phone, errors }] }),
    ];
  }
  return [];
}
