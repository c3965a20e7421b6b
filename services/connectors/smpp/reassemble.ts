import type { MessagePdu } from "./pdu";
import { decodeText } from "./text";

/** One received short message. `key` is null when it is whole by itself. `hex` keeps it storable as JSON. */
export type MoPart = {
  key: string | null;
  from: string;
  to: string;
  n: number;
  total: number;
  dataCoding: number;
  hex: string;
};

/** The parts of one long message so far: plain data, one row or one map entry. `since` is in milliseconds, UTC. */
export type PartialMessage = {
  from: string;
  to: string;
  total: number;
  since: number;
  done: boolean;
  parts: Record<number, { dataCoding: number; hex: string }>;
};

export const partLifetimeMs = 24 * 60 * 60 * 1000;

type Concatenation = { width: string; ref: number; total: number; n: number };

/** 3GPP TS 23.040, 9.2.3.24: element 00 has an 8-bit reference, element 08 a 16-bit one. */
function fromHeader(header: Buffer): Concatenation | null {
  for (let i = 0; i + 2 <= header.length; ) {
    const element = header[i];
    const length = header[i + 1] ?? 0;
    const value = header.subarray(i + 2, i + 2 + length);
    if (element === 0x00 && value.length === 3) {
      return { width: "8", ref: value[0] ?? 0, total: value[1] ?? 0, n: value[2] ?? 0 };
    }
    if (element === 0x08 && value.length === 4) {
      return { width: "16", ref: value.readUInt16BE(0), total: value[2] ?? 0, n: value[3] ?? 0 };
    }
    i += 2 + length;
  }
  return null;
}

/** Takes a message apart: user data header or sar parameters, and the octets of the text itself. */
export function parsePart(pdu: MessagePdu): MoPart {
  let octets = pdu.tlvs.messagePayload ?? pdu.shortMessage;
  let found: Concatenation | null = null;
  const headerLength = octets[0] ?? 0;
  if (pdu.esmClass & 0x40 && headerLength < octets.length) {
    found = fromHeader(octets.subarray(1, 1 + headerLength));
    octets = octets.subarray(1 + headerLength);
  }
  const { sarMsgRefNum, sarTotalSegments, sarSegmentSeqnum } = pdu.tlvs;
  if (!found && sarMsgRefNum !== undefined && sarTotalSegments !== undefined && sarSegmentSeqnum !== undefined) {
    found = { width: "sar", ref: sarMsgRefNum, total: sarTotalSegments, n: sarSegmentSeqnum };
  }
  const whole = { from: pdu.source, to: pdu.destination, dataCoding: pdu.dataCoding, hex: octets.toString("hex") };
  // A header with impossible numbers is no reason to lose what somebody wrote: it is shown as it came.
  if (!found || found.total < 2 || found.n < 1 || found.n > found.total) {
    return { ...whole, key: null, n: 1, total: 1 };
  }
  const { width, ref, total, n } = found;
  return { ...whole, key: `${pdu.source}|${pdu.destination}|${width}:${ref}|${total}`, n, total };
}

/** The text in order. Neighbours of one coding are joined before decoding: a carrier may cut inside a character. */
export function joinedText(parts: PartialMessage["parts"]): string {
  let text = "";
  let run = "";
  let coding: number | null = null;
  for (const n of Object.keys(parts)
    .map(Number)
    .sort((a, b) => a - b)) {
    const part = parts[n];
    if (!part) continue;
    if (coding !== null && coding !== part.dataCoding) {
      text += decodeText(Buffer.from(run, "hex"), coding);
      run = "";
    }
    coding = part.dataCoding;
    run += part.hex;
  }
  return coding === null ? text : text + decodeText(Buffer.from(run, "hex"), coding);
}

function begin(part: MoPart, now: number): PartialMessage {
  return { from: part.from, to: part.to, total: part.total, since: now, done: false, parts: {} };
}

export function expired(waiting: PartialMessage, now: number): boolean {
  return now - waiting.since >= partLifetimeMs;
}

/**
 * Adds one part to what waits under its key. `whole` is the text once every part is there, again for a part repeated
 * before `done` was set (the text was not stored then), and never after. `replaced` is an unfinished message that can
 * no longer become whole, because its phone has started another one with the same reference, or a day has passed.
 */
export function addPart(
  waiting: PartialMessage | undefined,
  part: MoPart,
  now: number,
): { waiting: PartialMessage; whole: string | null; replaced: PartialMessage | null } {
  const before = waiting?.parts[part.n];
  const another = before !== undefined && before.hex !== part.hex;
  const over = waiting !== undefined && (another || expired(waiting, now));
  const base = waiting === undefined || over ? begin(part, now) : waiting;
  const parts = { ...base.parts, [part.n]: { dataCoding: part.dataCoding, hex: part.hex } };
  const next = { ...base, parts };
  const complete = !next.done && Object.keys(parts).length === part.total;
  return {
    waiting: next,
    whole: complete ? joinedText(parts) : null,
    replaced: over && waiting && !waiting.done ? waiting : null,
  };
}

/**
 * Where parts wait. `add` must be atomic per key; `done` marks a message whose text has been stored. The marked parts
 * stay a day, so that a repeated part is not taken for the start of another message.
 */
export type PartStore = {
  add(part: MoPart & { key: string }): Promise<{ whole: string | null; since: number }>;
  done(key: string): Promise<void>;
};

/** Parts in memory, for the sandbox, for tests, and where losing half a message in a crash is acceptable. */
export function memoryParts(now: () => number = Date.now, limit = 50_000): PartStore {
  const held = new Map<string, PartialMessage>();
  function sweep(): void {
    // Insertion order is age order, because a key that starts again is moved to the end.
    for (const [key, waiting] of held) {
      if (held.size <= limit && !expired(waiting, now())) break;
      held.delete(key);
    }
  }
  return {
    async add(part) {
      const result = addPart(held.get(part.key), part, now());
      if (result.waiting.since !== held.get(part.key)?.since) held.delete(part.key);
      held.set(part.key, result.waiting);
      sweep();
      return { whole: result.whole, since: result.waiting.since };
    },
    async done(key) {
      const waiting = held.get(key);
      if (waiting) held.set(key, { ...waiting, done: true });
    },
  };
}
