import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { brand } from "../rules/brand";
import { isLoopback } from "../services/kit/address";
import { fetchOutside, type OutsidePolicy } from "../services/kit/outside";

/** One line of a talk between a customer on the network and the business. */
export type Line = {
  id: string;
  from: "customer" | "business";
  text: string;
  file?: string;
  at: Date;
  gone?: true;
  /** What can be tapped of it. */
  taps?: Tap[];
};
/** A button or a row of a list; one of a template has no id of its own. */
export type Tap = { kind: "button" | "row" | "template"; id: string; title: string };
/** A customer on the network, as their phone shows them. */
export type Customer = { id: string; name: string; lines: Line[]; blocked: boolean };

/** What a phone sends beside words. */
export type SentFile = { name: string; type: string; bytes: Uint8Array };

/** A PNG of one dot: what every file is that nobody gave bytes. */
export const dot = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A voice note: one second of silence, Opus in Ogg. */
export const voiceNote: SentFile = { name: "voice.ogg", type: "audio/ogg", bytes: oggOpus() };

/** An Ogg stream with its two headers and a packet of silence (RFC 7845). */
function oggOpus(): Uint8Array {
  const head = Buffer.concat([Buffer.from("OpusHead"), Buffer.from([1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0])]);
  const tags = Buffer.concat([
    Buffer.from("OpusTags"),
    Buffer.from([4, 0, 0, 0]),
    Buffer.from(brand.name),
    Buffer.alloc(4),
  ]);
  const silence = Buffer.from([0xf8, 0xff, 0xfe]);
  const packets = Array.from({ length: 50 }, () => silence);
  return Buffer.concat([oggPage(0, 2, 0, [head]), oggPage(1, 0, 0, [tags]), oggPage(2, 4, 48_000 + 312, packets)]);
}

function oggPage(sequence: number, flags: number, granule: number, packets: readonly Buffer[]): Buffer {
  const page = Buffer.concat([
    ...[Buffer.from("OggS"), Buffer.from([0, flags]), Buffer.alloc(8), Buffer.from([1, 0, 0, 0]), Buffer.alloc(8)],
    ...[Buffer.from([packets.length]), Buffer.from(packets.map(({ length }) => length)), ...packets],
  ]);
  page.writeBigUInt64LE(BigInt(granule), 6);
  page.writeUInt32LE(sequence, 18);
  page.writeUInt32LE(oggChecksum(page), 22);
  return page;
}

/** RFC 3533, CRC-32 with the polynomial 0x04c11db7, unreflected. */
function oggChecksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  return sum >>> 0;
}

/** The files that phones sent, by the network's id; what is not among them is a dot. */
export function fileShelf() {
  const files = new Map<string, SentFile>();
  let count = 0;
  return {
    /** Ids whose bytes never come, and ids of files that are gone. */
    hangs: new Set<string>(),
    gone: new Set<string>(),
    add(file: SentFile): string {
      const id = `media-${++count}-${Date.now()}`;
      files.set(id, file);
      return id;
    },
    of: (id: string): SentFile => files.get(id) ?? { name: "photo.png", type: "image/png", bytes: dot },
  };
}
export type FileShelf = ReturnType<typeof fileShelf>;

/** The bytes of a file as a network's host gives them; one that hangs answers when whoever asks has gone. */
export async function giveFile(shelf: FileShelf, id: string, request: Request): Promise<Response> {
  if (shelf.gone.has(id)) return new Response("gone", { status: 404 });
  while (shelf.hangs.has(id) && !request.signal.aborted)
    await new Promise((resolve) => setTimeout(resolve, 50).unref());
  const { bytes, type } = shelf.of(id);
  return new Response(new Uint8Array(bytes), { headers: { "content-type": type } });
}

/** May be changed at any time. */
export type ChatBehaviour = {
  /** What the next sends meet. */
  send: "accept" | "fail" | "wait" | "silent";
  /** Milliseconds before a webhook is posted, and how many times it is. */
  hookMs: number;
  hookTimes: number;
};

const toUs: OutsidePolicy = { seconds: 15, allow: isLoopback };

/** Posts a webhook as the networks do: again after a moment when nobody takes it. @returns the last status */
export async function postHook(
  url: string,
  body: string,
  headers: Record<string, string>,
  behaviour: ChatBehaviour,
): Promise<number> {
  if (behaviour.hookMs > 0) await new Promise((resolve) => setTimeout(resolve, behaviour.hookMs).unref());
  let last = 0;
  for (let n = 0; n < behaviour.hookTimes; n++) {
    const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
    // An answer that breaks off is none either.
    last = await fetchOutside(url, init, toUs)
      .then(async (answer) => {
        await answer.text();
        return answer.status;
      })
      .catch(() => 0);
  }
  return last;
}

/** Listens on loopback; port 0 takes a free one. */
export async function listenOn(app: Hono, port = 0) {
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** A customer by id, made when new; the talk that moved last comes first. */
export function customerIn(customers: Map<string, Customer>, id: string, name = ""): Customer {
  const found = customers.get(id) ?? { id, name: name || id, lines: [], blocked: false };
  if (name) found.name = name;
  customers.delete(id);
  customers.set(id, found);
  return found;
}
