// A message centre: real SMPP 3.4 over TCP, with imitated carriers' habits and faults, and handsets that can answer.

import { type AddressInfo, createServer, type Socket } from "node:net";
import { type Link, speakSmpp } from "../services/connectors/smpp/link";
import { type Bind, type Body, type MessagePdu, type Pdu, status } from "../services/connectors/smpp/pdu";
import { pick, seeded } from "./smsc-chance";
import { type HandsetText, handsets } from "./smsc-handsets";
import { type LongShape, messageBodies } from "./smsc-mo";
import { type Outbox, outbox, type Receiver } from "./smsc-outbox";
import { answeredId, queryAnswer, type ReceiptOutcome, receiptBody } from "./smsc-receipts";
import { type SmscOptions, type SmscSettings, standardSettings } from "./smsc-settings";

type Peer = Receiver & { link: Link; socket: Socket; systemId: string; mode: Bind["command"] | null; sequence: number };

export type Smsc = Awaited<ReturnType<typeof startSmsc>>;

const noCounts = {
  binds: 0,
  submitted: 0,
  accepted: 0,
  throttled: 0,
  refused: 0,
  repeated: 0,
  acknowledged: 0,
  maxUnanswered: 0,
};
type Counts = typeof noCounts;

/** The message centre: its settings, what it keeps, and how far it counted. */
type Centre = {
  settings: SmscSettings;
  store: ReturnType<typeof handsets>;
  random(): number;
  counts: Counts;
  peers: Set<Peer>;
  /** By system_id. */
  outboxes: Map<string, Outbox>;
  /** The system_id that last used a sender. */
  owners: Map<string, string>;
  /** What became of each message, by its id; at most `keys`. */
  ends: Map<string, ReceiptOutcome>;
  keys: number;
  listeners: Set<(text: HandsetText) => void>;
  later(ms: number, run: () => void): void;
  serial: number;
  unanswered: number;
  /** The second that is counted for throttling, in milliseconds, and the submits in it. */
  second: number;
  inSecond: number;
};

/** What is owed to a customer, over whichever of its binds. */
function findOutbox({ outboxes, later }: Centre, systemId: string): Outbox {
  const known = outboxes.get(systemId);
  if (known) return known;
  const made = outbox({ window: 500, again: (run) => later(200, run) });
  outboxes.set(systemId, made);
  return made;
}

/** What the next submit is answered with: ok, or one of the faults that are set. */
function refusal(centre: Centre): number {
  const { settings, random } = centre;
  const now = performance.now();
  if (now - centre.second >= 1000) {
    centre.second = now;
    centre.inSecond = 0;
  }
  centre.inSecond++;
  if (settings.throttleAbove > 0 && centre.inSecond > settings.throttleAbove) return status.throttled;
  if (settings.throttleRate > 0 && random() < settings.throttleRate) return status.throttled;
  for (const [code, share] of Object.entries(settings.errorRate)) if (random() < share) return Number(code);
  return status.ok;
}

function owesReceipt(pdu: MessagePdu, outcome: ReceiptOutcome): boolean {
  const wanted = pdu.registeredDelivery & 0x03;
  return wanted === 1 || (wanted === 2 && outcome !== "delivered");
}

/** Takes a message to its phone, and owes its receipt. Answers its id. */
function accept(centre: Centre, pdu: MessagePdu, peer: Peer): string {
  const { settings, counts, owners, store, listeners, ends, random, later, keys } = centre;
  const shape = settings.receiptShape;
  const id = answeredId(++centre.serial, shape);
  counts.accepted++;
  owners.set(pdu.source, peer.systemId);
  const { times, text } = store.receive(pdu, id);
  if (times > 1) counts.repeated++;
  if (text) for (const listener of listeners) listener(text);
  const shares = Object.entries(settings.outcomes) as [ReceiptOutcome, number][];
  const outcome = pick(shares, random()) ?? "delivered";
  if (ends.set(id, outcome).size > keys) ends.clear();
  if (settings.lostReceiptRate > 0 && random() < settings.lostReceiptRate) return id;
  if (owesReceipt(pdu, outcome)) {
    const { systemId } = peer;
    // The frame's octets are a view into a larger chunk, so the receipt is made now and not after the delay.
    const body = receiptBody(pdu, id, outcome, shape);
    const owe = () => void findOutbox(centre, systemId).push(body);
    if (settings.receiptFirst) owe();
    else if (settings.receiptDelayMs > 0) later(settings.receiptDelayMs, owe);
    // The answer to the submit is written in this turn, before any microtask.
    else queueMicrotask(owe);
  }
  return id;
}

function submit(centre: Centre, pdu: MessagePdu, peer: Peer): void {
  const { settings, counts, random, later } = centre;
  counts.submitted++;
  counts.maxUnanswered = Math.max(counts.maxUnanswered, ++centre.unanswered);
  const code = refusal(centre);
  if (code === status.throttled || code === status.queueFull) counts.throttled++;
  else if (code !== status.ok) counts.refused++;
  const silent = settings.silentRate > 0 && random() < settings.silentRate;
  const breaks = settings.dropAfter > 0 && --settings.dropAfter === 0;
  later(silent || breaks ? 0 : settings.latencyMs, () => {
    centre.unanswered--;
    if (breaks) {
      if (code === status.ok) accept(centre, pdu, peer);
      peer.link.destroy("the sandbox broke the connection");
      return;
    }
    const messageId = code === status.ok ? accept(centre, pdu, peer) : "";
    if (!silent) peer.link.write({ command: "submit_sm_resp", messageId }, pdu.sequence, code);
  });
}

function bind(centre: Centre, pdu: Bind, peer: Peer): void {
  const { settings, counts } = centre;
  const command = `${pdu.command}_resp` as const;
  const known = settings.accounts === null || settings.accounts[pdu.systemId] === pdu.password;
  const code = peer.mode ? status.alreadyBound : known ? status.ok : status.invalidPassword;
  peer.link.write({ command, systemId: "sandbox" }, pdu.sequence, code);
  if (code !== status.ok) return;
  counts.binds++;
  peer.systemId = pdu.systemId;
  peer.mode = pdu.command;
  if (pdu.command !== "bind_transmitter") findOutbox(centre, peer.systemId).attach(peer);
}

function receive(centre: Centre, pdu: Pdu, peer: Peer): void {
  const { settings, counts, ends } = centre;
  switch (pdu.command) {
    case "bind_transceiver":
    case "bind_transmitter":
    case "bind_receiver":
      bind(centre, pdu, peer);
      return;
    case "query_sm":
      peer.link.write(...queryAnswer(pdu, ends.get(pdu.messageId)));
      return;
    case "submit_sm":
      if (peer.mode && peer.mode !== "bind_receiver") submit(centre, pdu, peer);
      else peer.link.write({ command: "submit_sm_resp" }, pdu.sequence, status.notBound);
      return;
    case "deliver_sm_resp":
      if (findOutbox(centre, peer.systemId).answer(peer, pdu.sequence, pdu.status)) counts.acknowledged++;
      return;
    case "enquire_link":
      if (!settings.deaf) peer.link.write({ command: "enquire_link_resp" }, pdu.sequence);
      return;
    case "unbind":
      peer.link.write({ command: "unbind_resp" }, pdu.sequence);
      peer.link.end("unbound");
      return;
    case "unknown":
      peer.link.write({ command: "generic_nack" }, pdu.sequence, status.invalidCommand);
      return;
    default:
  }
}

function welcome(centre: Centre, socket: Socket): void {
  const { peers } = centre;
  const link = speakSmpp(socket, {
    pdu: (pdu) => receive(centre, pdu, peer),
    down() {
      peers.delete(peer);
      if (peer.mode) findOutbox(centre, peer.systemId).detach(peer);
    },
  });
  const peer: Peer = {
    link,
    socket,
    systemId: "",
    mode: null,
    sequence: 0,
    flying: new Map(),
    request(body: Body) {
      link.write(body, ++peer.sequence);
      return peer.sequence;
    },
  };
  peers.add(peer);
}

/** Starts listening; port 0 takes a free one. */
export async function startSmsc(options: SmscOptions = {}) {
  const { port = 0, host = "127.0.0.1", seed = 1, texts = 20, phones = 5000, keys = 200_000, ...chosen } = options;
  const settings: SmscSettings = { ...standardSettings, ...chosen };
  const store = handsets({ texts, phones, keys });
  const timers = new Set<NodeJS.Timeout>();
  const counts = { ...noCounts };
  let moRef = 0;

  function later(ms: number, run: () => void): void {
    if (ms <= 0) {
      run();
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  }

  const centre: Centre = {
    ...{ settings, store, counts, later, keys, random: seeded(seed), peers: new Set(), outboxes: new Map() },
    ...{ owners: new Map(), ends: new Map(), listeners: new Set(), serial: 0, unanswered: 0, second: 0, inSecond: 0 },
  };
  const { peers, outboxes, owners, listeners } = centre;
  const server = createServer((socket) => welcome(centre, socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    settings,
    counts: () => ({ ...counts, distinct: store.distinct(), owed: [...outboxes.values()].reduce(owed, 0) }),
    /** Messages accepted more than once, by destination, reference, part and text. */
    duplicates: store.duplicates,
    /** What one phone shows, oldest first; the number as on the wire, without +. */
    handset: (msisdn: string) => store.of(msisdn.replace(/^\+/, "")),
    /** Phones that were written to, last first. */
    numbers: store.numbers,
    /** The latest texts of all phones, newest first. */
    inbox: store.inbox,
    clear: store.clear,
    /** Called with each whole text that reaches a phone. Returns its own end. */
    on(listener: (text: HandsetText) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** A phone writes to a sender; resolves when the customer has acknowledged every part. */
    async answer(msisdn: string, to: string, text: string, how: { long?: LongShape; order?: number[] } = {}) {
      const from = msisdn.replace(/^\+/, "");
      moRef = (moRef + 1) & 0xff;
      store.sent({ id: `mo-${moRef}`, msisdn: from, peer: to, text, parts: 1, at: Date.now() });
      const bodies = messageBodies(from, to, text, moRef, how.long ?? "udh8");
      const [anyone = ""] = [...peers].filter((peer) => peer.mode).map((peer) => peer.systemId);
      const box = findOutbox(centre, owners.get(to) ?? anyone);
      const order = how.order ?? bodies.map((_, index) => index);
      await Promise.all(order.map((index) => bodies[index]).map((body) => (body ? box.push(body) : undefined)));
    },
    /** Puts octets on every open connection as they are, to break the protocol on purpose. */
    inject(octets: Buffer): void {
      for (const peer of peers) peer.socket.write(octets);
    },
    /** Breaks every connection, and goes on listening. */
    drop(): void {
      for (const peer of peers) peer.link.destroy("the sandbox broke the connection");
    },
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const peer of peers) peer.link.destroy("the sandbox is closing");
      await closed;
    },
  };
}

function owed(sum: number, box: Outbox): number {
  return sum + box.waiting();
}
