import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messageBodies } from "../../sandbox/smsc-mo";
import { decode } from "../../services/connectors/smpp/decode";
import { encode } from "../../services/connectors/smpp/encode";
import type { Body, MessagePdu } from "../../services/connectors/smpp/pdu";
import {
  addPart,
  expired,
  joinedText,
  type MoPart,
  memoryParts,
  type PartialMessage,
  parsePart,
  partLifetimeMs,
} from "../../services/connectors/smpp/reassemble";

function received(body: Body): MessagePdu {
  const pdu = decode(encode(body, 1));
  if (pdu.command !== "deliver_sm") throw new Error("not a deliver_sm");
  return pdu;
}

function partsFor(text: string, ref = 7, shape: "udh8" | "udh16" | "sar" = "udh8"): MoPart[] {
  return messageBodies("254712345678", "20880", text, ref, shape).map((body) => parsePart(received(body)));
}

function play(parts: MoPart[], now = 0): { wholes: string[]; waiting: PartialMessage | undefined } {
  let waiting: PartialMessage | undefined;
  const wholes: string[] = [];
  for (const part of parts) {
    const result = addPart(waiting, part, now);
    waiting = result.whole === null ? result.waiting : { ...result.waiting, done: true };
    if (result.whole !== null) wholes.push(result.whole);
  }
  return { wholes, waiting };
}

const long = "Nataka kujua bei ya unga, sukari na mafuta. ".repeat(12);
const emoji = "Sawa 😀".repeat(40);

describe("long inbound messages", () => {
  it.each(["udh8", "udh16", "sar"] as const)("%s: whole in any order, once, with any duplicates", (shape) => {
    for (const text of [long, emoji]) {
      const parts = partsFor(text, 300, shape);
      expect(parts.length).toBeGreaterThan(2);
      const order = fc.array(fc.nat({ max: parts.length - 1 }), { maxLength: 12 });
      const shuffled = fc.shuffledSubarray(parts, { minLength: parts.length });
      fc.assert(
        fc.property(shuffled, order, (all, extra) => {
          const repeated = extra.map((index) => all[index] as MoPart);
          // Repeats before and after the last missing part.
          expect(play([...repeated, ...all, ...repeated]).wholes).toEqual([text]);
        }),
      );
    }
  });

  it("a message in one piece needs no waiting, header or not", () => {
    expect(partsFor("Sawa")).toMatchObject([{ key: null }]);
    const odd = Buffer.concat([Buffer.from([5, 0, 3, 9, 1, 1]), Buffer.from("Sawa")]);
    const one = parsePart(received({ command: "deliver_sm", esmClass: 0x40, shortMessage: odd }));
    expect(one.key).toBeNull();
    expect(joinedText({ 1: one })).toBe("Sawa");
  });

  it.each([
    ["part 0", [5, 0, 3, 9, 2, 0]],
    ["part 3 of 2", [5, 0, 3, 9, 2, 3]],
    ["a header longer than the message", [200, 0, 3, 9, 2, 1]],
    ["a header with an element cut short", [2, 0, 3]],
    ["another element only", [4, 5, 2, 1, 1]],
  ])("%s does not lose the text", (_name, header) => {
    const shortMessage = Buffer.concat([Buffer.from(header), Buffer.from("Sawa")]);
    const part = parsePart(received({ command: "deliver_sm", esmClass: 0x40, dataCoding: 3, shortMessage }));
    expect(part.key).toBeNull();
    expect(joinedText({ 1: part })).toContain("Sawa");
  });

  it("a character cut in two by the carrier is mended", () => {
    const ucs2 = Buffer.from("😀", "utf16le").swap16();
    const parts = [ucs2.subarray(0, 2), ucs2.subarray(2)].map((half, index) => ({
      ...partsFor(long)[0],
      n: index + 1,
      total: 2,
      dataCoding: 8,
      hex: half.toString("hex"),
    })) as MoPart[];
    expect(play(parts).wholes).toEqual(["😀"]);
    const euro = parts.map((part, index) => ({ ...part, dataCoding: 0, hex: index === 0 ? "411b" : "6542" }));
    expect(play(euro).wholes).toEqual(["A€B"]);
  });

  it("keeps phones, senders, references and totals apart", () => {
    const key = partsFor(long, 1)[0]?.key;
    const others = [
      partsFor(long, 2)[0],
      partsFor(long, 1, "sar")[0],
      partsFor(`${long}${long}`, 1)[0],
      parsePart(received(messageBodies("254700000001", "20880", long, 1, "udh8")[0] as Body)),
      parsePart(received(messageBodies("254712345678", "20881", long, 1, "udh8")[0] as Body)),
    ];
    for (const other of others) expect(other?.key).not.toBe(key);
  });

  it("another message with the same reference starts anew, and says what it replaced", () => {
    const [first] = partsFor(long);
    const second = partsFor(long.toUpperCase());
    const begun = addPart(undefined, first as MoPart, 0).waiting;
    const after = addPart(begun, second[0] as MoPart, 1);
    expect(after.replaced).toEqual(begun);
    expect(after.waiting.parts).toEqual(addPart(undefined, second[0] as MoPart, 1).waiting.parts);
  });

  it("waits a day and no longer", () => {
    const parts = partsFor("a".repeat(200));
    const begun = addPart(undefined, parts[0] as MoPart, 0).waiting;
    expect(expired(begun, partLifetimeMs - 1)).toBe(false);
    expect(addPart(begun, parts[1] as MoPart, partLifetimeMs - 1).whole).toBe("a".repeat(200));
    const late = addPart(begun, parts[1] as MoPart, partLifetimeMs);
    expect(late).toMatchObject({ whole: null, replaced: begun });
  });

  it("changes nothing it was given, and survives being stored as JSON", () => {
    const [first, ...rest] = partsFor(long);
    const begun = addPart(undefined, first as MoPart, 0).waiting;
    const frozen = JSON.stringify(begun);
    let waiting: PartialMessage = JSON.parse(frozen);
    let whole: string | null = null;
    for (const part of rest) ({ waiting, whole } = addPart(waiting, part, 1));
    expect(whole).toBe(long);
    expect(JSON.stringify(begun)).toBe(frozen);
  });

  it("in memory: the whole comes again until it is marked as stored, and memory has an end", async () => {
    let now = 0;
    const store = memoryParts(() => now, 3);
    const parts = partsFor("b".repeat(200)) as (MoPart & { key: string })[];
    const [one, two] = parts as [MoPart & { key: string }, MoPart & { key: string }];
    expect((await store.add(one)).whole).toBeNull();
    expect((await store.add(two)).whole).toBe("b".repeat(200));
    expect((await store.add(two)).whole).toBe("b".repeat(200));
    await store.done(one.key);
    expect((await store.add(two)).whole).toBeNull();
    for (const key of ["x", "y", "z"]) await store.add({ ...one, key });
    // The first key has been pushed out by three younger ones.
    expect((await store.add(two)).whole).toBeNull();
    now = partLifetimeMs;
    expect((await store.add(one)).whole).toBeNull();
  });
});
