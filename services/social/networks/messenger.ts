import { randomBytes } from "node:crypto";
import { messengerTag } from "../../../rules/chat-channels";
import { GraphRefused } from "../../connectors/graph";
import { readJson } from "../../connectors/message";
import { messenger } from "../../connectors/messenger";
import { errorHandling } from "../../connectors/messenger.errors";
import { readPage } from "../../connectors/messenger.events";
import { signatureFor, signedBy } from "../../connectors/whatsapp";
import type { ChannelRow } from "../channels";
import type { Sample } from "../contract.forms";
import type { Network } from "../network";

const closed = "7 days have passed since the customer wrote: Messenger is closed.";

/** Messenger, by Meta's Messenger Platform: a page. */
export const messengerNetwork: Network = {
  pace: { perSecond: 300, mediaPerSecond: 10, between: 0 },
  words: {
    mend: "Connect the page again with a new access token.",
    unsigned: "Check the app secret and connect again.",
    waiting: "Give Meta the callback address and the verify token, then write to the page.",
  },
  line({ deps, row, secrets }) {
    const { graphUrl: url, graphVersion: version } = deps;
    const page = messenger({ url, version, page: row.external_id, token: secrets.token });
    return {
      async check() {
        await page.me();
        await page.subscribe();
        return page.tokenUntil();
      },
      async hand({ to, message, contact, file }) {
        const now = Math.floor((deps.now?.() ?? new Date()).getTime() / 1000);
        const mark = messengerTag(contact.last_customer_at, now);
        // The tag is for what a person writes; what the system says ends with the first 24 hours (M17).
        if (!mark || (mark === "HUMAN_AGENT" && message.author !== "agent")) return { kind: "refused", words: closed };
        const going = { to, id: message.message_id, mark };
        const sent = await (file ? page.file(going, file) : page.text(going, message.data.text));
        // Whoever answers has read; that it is shown is worth no failure.
        if (sent.kind === "sent") void page.show(to, "mark_seen").catch(() => undefined);
        return sent;
      },
      download: (address) => page.download(address),
      nameOf: (user) => page.nameOf(user),
      history: (user) => page.history(user),
      leave: () => page.unsubscribe(),
    };
  },
  read(raw) {
    const { items, faults } = readPage(readJson(raw));
    return { items: items.map(({ page, item }) => ({ number: page, item })), faults };
  },
  proved: ({ proof }, given, raw) => signedBy(proof, given, raw),
  explain: (error) =>
    error instanceof GraphRefused ? errorHandling(error.code, error.subcode, error.said).words : undefined,
  isGone: (error) => error instanceof GraphRefused && [400, 403, 404, 410].includes(error.code),
  rehearsal: {
    customers: ["999000000000000001"],
    bodies: (row, sample) => events(row, sample).map((event) => JSON.stringify(event)),
    proof: ({ proof }, raw) => signatureFor(proof, raw),
  },
};

function events({ external_id: page }: ChannelRow, sample: Sample): object[] {
  const [id = ""] = messengerNetwork.rehearsal.customers;
  const timestamp = Date.now();
  const mid = () => `m_rehearsal_${randomBytes(8).toString("hex")}`;
  const came = (event: object) => ({
    object: "page",
    entry: [
      { id: page, time: timestamp, messaging: [{ sender: { id }, recipient: { id: page }, timestamp, ...event }] },
    ],
  });
  const text = (words: string) => ({ mid: mid(), text: words });
  if (sample === "text") return [came({ message: text("Habari! Is my order on its way?") })];
  if (sample === "album") return [1, 2, 3, 4, 5].map((n) => came({ message: text(`Picture ${n} of 5`) }));
  if (sample === "duplicate") {
    const one = came({ message: text("This came three times and is shown once.") });
    return [one, one, one];
  }
  if (sample === "edit") {
    const first = text("I live in Nakru.");
    return [
      came({ message: first }),
      came({ message_edit: { mid: first.mid, text: "I live in Nakuru.", num_edit: 1 } }),
    ];
  }
  if (sample === "unsupported") return [came({ message: { mid: mid(), attachments: [{ type: "fallback" }] } })];
  return [];
}
