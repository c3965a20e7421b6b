// SMPP connector: sends SMS parts to a carrier's message centre, hands back its receipts and the handsets' messages.
import { z } from "zod";
import { type MessagePdu, type SubmitSm, status } from "./pdu";
import type { QueryResult } from "./queries";
import { joinedText, memoryParts, type PartStore, parsePart } from "./reassemble";
import { canonicalId, carriersId, parseDeliveryReceipt, type ReceiptState } from "./receipt";
import { connectSmpp, type SmppOptions, type SmppState } from "./session";
import { type MessagePart, messageParts, toGsm, toUcs2 } from "./text";
import type { Result } from "./window";

const idKind = z.enum(["text", "hex", "decimal"]);

function isSmppUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  return (protocol === "smpp:" || protocol === "smpps:") && hostname !== "" && username !== "";
}

const settings = z.strictObject({
  /** smpp://systemId:password@host:port, or smpps:// for TLS. Port 2775 when left out. */
  url: z.string().refine(isSmppUrl, "Write it as smpp://systemId:password@host:port"),
  bind: z.enum(["transceiver", "transmitter", "receiver"]).default("transceiver"),
  systemType: z.string().max(12).default(""),
  window: z.int().min(1).max(5000).default(10),
  /** Messages a second; 0 = as fast as the window allows. */
  tps: z.int().min(0).max(100_000).default(0),
  urgentShare: z.number().min(0).max(0.5).default(0.1),
  /** Parts with a user data header, or the whole text in message_payload where the carrier splits it. */
  longMessages: z.enum(["parts", "payload"]).default("parts"),
  /** Our own reference in user_message_reference; off for a carrier that refuses optional parameters. */
  reference: z.boolean().default(true),
  /** How the carrier writes message ids in its answers, and in its receipts. */
  answerId: idKind.default("text"),
  receiptId: idKind.default("text"),
});

export type SmppSettings = z.input<typeof settings>;

export type Sms = {
  /** Ours; sending the same id again while it is under way is one message. */
  id: string;
  /** E.164 with +. */
  to: string;
  from: string;
  text: string;
  urgent?: boolean;
  /** Only these parts, under the reference they had: to send again what was throttled or never left. */
  again?: { ref: number; parts: number[] };
};

/** `ref` is the concatenation reference that all parts share. */
export type SmsResult = { ref: number; parts: PartResult[] };
export type PartResult = { n: number; result: Result; providerId?: string };

export type ReceiptEvent = {
  providerId: string;
  state: ReceiptState;
  error: string | null;
  final: boolean;
  raw: string;
};

/** `providerRef` is the same each time the carrier repeats the message; null when nothing in it tells. */
export type MessageEvent = { from: string; to: string; text: string; providerRef: string | null };

/** A receipt or message counts as taken when its promise resolves; after a rejection the carrier sends it again. */
export type SmppHooks = {
  onReceipt(receipt: ReceiptEvent): Promise<void>;
  onMessage(message: MessageEvent): Promise<void>;
  onState?(state: SmppState): void;
  /** Where parts of long inbound messages wait; in memory when left out. */
  parts?: PartStore;
  /** Faster clocks for tests. */
  timing?: Partial<Omit<SmppOptions, "host" | "port" | "systemId" | "password">>;
};

export type SmppConnector = ReturnType<typeof start>;

/** Type and numbering plan of an address: a number, a short code, or letters (SMPP 3.4, 5.2.5 and 5.2.6). */
function addressOf(sender: string): Pick<SubmitSm, "source" | "sourceTon" | "sourceNpi"> {
  if (/^\+\d+$/.test(sender)) return { source: sender.slice(1), sourceTon: 1, sourceNpi: 1 };
  if (/^\d{1,8}$/.test(sender)) return { source: sender, sourceTon: 3, sourceNpi: 0 };
  if (/^\d+$/.test(sender)) return { source: sender, sourceTon: 1, sourceNpi: 1 };
  return { source: sender, sourceTon: 5, sourceNpi: 0 };
}

/** FNV-1a folded to the 16 bits of user_message_reference. */
function referenceOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/** A reference per destination: two long texts to one phone must differ, and 256 are soon used up if all share them. */
function references(limit = 100_000): (destination: string) => number {
  const last = new Map<string, number>();
  return function next(destination) {
    // A random start keeps a new process from continuing the references of the one before it.
    const ref = ((last.get(destination) ?? Math.floor(Math.random() * 256)) + 1) & 0xff;
    last.delete(destination);
    last.set(destination, ref);
    // The longest unused go, a quarter at a time: a Map finds its first key slowly after many single deletions.
    if (last.size > limit * 1.25) for (const oldest of [...last.keys()].slice(0, limit / 4)) last.delete(oldest);
    return ref;
  };
}

function payloadOf(text: string, parts: MessagePart[]): MessagePart[] {
  const [first] = parts;
  if (!first || parts.length === 1) return parts;
  const octets = first.dataCoding === 0 ? toGsm(text) : toUcs2(text);
  return [{ n: 1, total: 1, esmClass: 0, dataCoding: first.dataCoding, octets }];
}

function start(input: SmppSettings, hooks: SmppHooks) {
  const chosen = settings.parse(input);
  const url = new URL(chosen.url);
  const parts = hooks.parts ?? memoryParts();
  const nextReference = references();
  const underWay = new Map<string, Promise<SmsResult>>();

  async function onDeliver(pdu: MessagePdu): Promise<void> {
    const receipt = parseDeliveryReceipt(pdu);
    if (receipt) {
      const { id, ...rest } = receipt;
      await hooks.onReceipt({ providerId: canonicalId(id, chosen.receiptId), ...rest });
      return;
    }
    const { key, ...part } = parsePart(pdu);
    const from = pdu.sourceTon === 1 && /^\d+$/.test(part.from) ? `+${part.from}` : part.from;
    if (key === null) {
      const ref = pdu.tlvs.receiptedMessageId ?? pdu.tlvs.userMessageReference;
      const providerRef = ref === undefined || ref === "" ? null : String(ref);
      await hooks.onMessage({ from, to: part.to, text: joinedText({ 1: part }), providerRef });
      return;
    }
    const { whole, since } = await parts.add({ ...part, key });
    if (whole === null) return;
    await hooks.onMessage({ from, to: part.to, text: whole, providerRef: `${key}@${since}` });
    await parts.done(key);
  }

  const session = connectSmpp(
    {
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: Number(url.port || 2775),
      tls: url.protocol === "smpps:",
      systemId: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      systemType: chosen.systemType,
      bind: chosen.bind,
      window: chosen.window,
      tps: chosen.tps,
      urgentShare: chosen.urgentShare,
      ...hooks.timing,
    },
    { onDeliver, onState: hooks.onState },
  );

  async function submitPart(sms: Sms, part: MessagePart, long: boolean): Promise<PartResult> {
    const payload = part.octets.length > 254 || (long && chosen.longMessages === "payload");
    const tlvs = {
      ...(chosen.reference ? { userMessageReference: referenceOf(sms.id) } : {}),
      ...(payload ? { messagePayload: part.octets } : {}),
    };
    const pdu: SubmitSm = {
      command: "submit_sm",
      ...addressOf(sms.from),
      destination: sms.to.slice(1),
      destinationTon: 1,
      destinationNpi: 1,
      esmClass: part.esmClass,
      registeredDelivery: 1,
      dataCoding: part.dataCoding,
      ...(payload ? {} : { shortMessage: part.octets }),
      tlvs,
    };
    const result = await session.submit(pdu, sms.urgent);
    if (result.kind !== "sent") return { n: part.n, result };
    return { n: part.n, result, providerId: canonicalId(result.messageId, chosen.answerId) };
  }

  async function sendNew(sms: Sms): Promise<SmsResult> {
    const ref = sms.again?.ref ?? nextReference(sms.to);
    const all = messageParts(sms.text, ref);
    const chosenParts = chosen.longMessages === "payload" ? payloadOf(sms.text, all) : all;
    const wanted = sms.again ? chosenParts.filter((part) => sms.again?.parts.includes(part.n)) : chosenParts;
    const code = unsendable(sms, chosenParts.length);
    if (code !== null) {
      const result: Result = { kind: "refused", code, temporary: false };
      return { ref, parts: [{ n: 1, result }] };
    }
    return { ref, parts: await Promise.all(wanted.map((part) => submitPart(sms, part, all.length > 1))) };
  }

  /** Submits every part and resolves when each has a result; never rejects. */
  function send(sms: Sms): Promise<SmsResult> {
    const running = underWay.get(sms.id);
    if (running !== undefined) return running;
    const sending = sendNew(sms).finally(() => underWay.delete(sms.id));
    underWay.set(sms.id, sending);
    return sending;
  }

  /** Asks what became of a part, by the id under which it is kept; undefined when the carrier does not say. */
  async function query(providerId: string, from: string): Promise<QueryResult | undefined> {
    const { source = "", sourceTon = 0, sourceNpi = 0 } = addressOf(from);
    return session.query({ messageId: carriersId(providerId, chosen.answerId), source, sourceTon, sourceNpi });
  }

  return { send, query, ready: session.ready, stats: session.stats, stop: session.stop };
}

/** What the wire cannot carry is refused here, with the code that a carrier would give. */
function unsendable(sms: Sms, parts: number): number | null {
  if (!/^\+\d{5,15}$/.test(sms.to)) return status.invalidDestination;
  if (!/^(\+?\d{1,16}|[\x20-\x7e]{1,11})$/.test(sms.from)) return status.invalidSource;
  return parts < 1 || parts > 255 ? status.invalidMessageLength : null;
}

export const smpp = { name: "smpp", settings, start } as const;
