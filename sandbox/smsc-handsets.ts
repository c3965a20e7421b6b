import type { MessagePdu } from "../services/connectors/smpp/pdu";
import {
  addPart,
  joinedText,
  type MoPart,
  type PartialMessage,
  parsePart,
} from "../services/connectors/smpp/reassemble";

/** One whole text as its reader sees it. `at` is milliseconds UTC. */
export type HandsetText = {
  id: string;
  direction: "in" | "out";
  msisdn: string;
  /** The other side: sender id or short code. */
  peer: string;
  text: string;
  parts: number;
  at: number;
};

export type Handsets = ReturnType<typeof handsets>;

/**
 * The imitated phones. Memory is bounded: the last texts per phone, so many phones, so many unfinished long texts.
 * Beside them, one number per distinct message counts how often it was submitted, for the proof after a crash.
 */
export function handsets(limits: { texts: number; phones: number; keys: number }) {
  const phones = new Map<string, HandsetText[]>();
  const latest: HandsetText[] = [];
  const unfinished = new Map<string, PartialMessage>();
  const seen = new Map<string, number>();

  function keep(text: HandsetText): HandsetText {
    const texts = phones.get(text.msisdn) ?? [];
    texts.push(text);
    if (texts.length > limits.texts) texts.shift();
    phones.delete(text.msisdn);
    phones.set(text.msisdn, texts);
    trim(phones, limits.phones);
    latest.push(text);
    if (latest.length > 2000) latest.splice(0, 1000);
    return text;
  }

  /** The text when this part completes one, else null. */
  function show(part: MoPart, id: string): HandsetText | null {
    const head = { id, direction: "in" as const, msisdn: part.to, peer: part.from, at: Date.now() };
    if (part.key === null) return keep({ ...head, text: joinedText({ 1: part }), parts: 1 });
    const { waiting, whole } = addPart(unfinished.get(part.key), part, Date.now());
    unfinished.set(part.key, waiting);
    trim(unfinished, limits.phones);
    if (whole === null) return null;
    unfinished.delete(part.key);
    return keep({ ...head, text: whole, parts: part.total });
  }

  function count(part: MoPart, reference: number | undefined): number {
    const key = `${part.to} ${reference ?? "-"} ${part.n}/${part.total} ${digest(part.hex)}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    trim(seen, limits.keys);
    return times;
  }

  /** Takes one accepted part: how often this very part has come by now, and the text that it completes. */
  function receive(pdu: MessagePdu, id: string): { times: number; text: HandsetText | null } {
    const part = parsePart(pdu);
    return { times: count(part, pdu.tlvs.userMessageReference), text: show(part, id) };
  }

  function inbox(search: { text?: string; msisdn?: string; limit?: number } = {}): HandsetText[] {
    const found: HandsetText[] = [];
    for (let i = latest.length - 1; i >= 0 && found.length < (search.limit ?? 50); i--) {
      const text = latest[i];
      if (!text || (search.msisdn && text.msisdn !== search.msisdn)) continue;
      if (!search.text || text.text.includes(search.text)) found.push(text);
    }
    return found;
  }

  return {
    receive,
    inbox,
    sent: (text: Omit<HandsetText, "direction">) => keep({ ...text, direction: "out" }),
    of: (msisdn: string): HandsetText[] => [...(phones.get(msisdn) ?? [])],
    numbers: (limit = 50): string[] => [...phones.keys()].slice(-limit).reverse(),
    distinct: () => seen.size,
    duplicates: () => [...seen].filter(([, times]) => times > 1).map(([key, times]) => ({ key, times })),
    clear() {
      phones.clear();
      unfinished.clear();
      seen.clear();
      latest.length = 0;
    },
  };
}

/** Drops the oldest, a quarter at a time: a Map finds its first key slowly after many single deletions. */
function trim<T>(map: Map<string, T>, limit: number): void {
  if (map.size <= limit * 1.25) return;
  for (const oldest of map.keys()) {
    if (map.size <= limit) return;
    map.delete(oldest);
  }
}

/** FNV-1a, 32 bits: enough beside the destination, the reference and the part. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36);
}
