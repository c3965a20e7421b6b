import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { segment } from "../../rules/segments";
import { decodeText, fromGsm, fromUcs2, messageParts, toGsm, toUcs2 } from "../../services/connectors/smpp/text";

const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extended = "\f^{}\\[~]|€";
const gsmText = fc.string({ unit: fc.constantFrom(...basic, ...extended), maxLength: 700 });
const anyText = fc.string({ unit: "binary", maxLength: 400 });

describe("the GSM alphabet", () => {
  it("has the codes of 3GPP TS 23.038", () => {
    expect([...toGsm("@£$_Δ§¿à")]).toEqual([0x00, 0x01, 0x02, 0x11, 0x10, 0x5f, 0x60, 0x7f]);
    expect([...toGsm("€[]{}|~^\\\f")].filter((_, index) => index % 2 === 1)).toEqual([
      0x65, 0x3c, 0x3e, 0x28, 0x29, 0x40, 0x3d, 0x14, 0x2f, 0x0a,
    ]);
  });

  it("comes back whole, every character of it", () => {
    expect(fromGsm(toGsm(basic + extended))).toBe(basic + extended);
    fc.assert(fc.property(gsmText, (text) => void expect(fromGsm(toGsm(text))).toBe(text)));
  });

  it("agrees with the counter about which characters it has", () => {
    for (let code = 0; code < 0x10000; code++) {
      const char = String.fromCharCode(code);
      const counted = segment(char).encoding === "GSM-7";
      expect(counted).toBe(char === "?" || toGsm(char).toString("latin1") !== "?");
    }
  });

  it("writes ? for what it lacks, and reads unknown escapes as the plain character", () => {
    expect(toGsm("aщb").toString("latin1")).toBe("a?b");
    expect(fromGsm(Buffer.from([0x1b, 0x41, 0x42, 0x1b]))).toBe("AB ");
  });
});

describe("reading by data_coding", () => {
  it.each([
    [0x00, Buffer.from([0x00, 0x1b, 0x65, 0x41]), "@€A"],
    [0x01, Buffer.from("user@example.com"), "user@example.com"],
    [0x03, Buffer.from([0xe1, 0xe9]), "áé"],
    [0x08, Buffer.from([0xd8, 0x3d, 0xde, 0x00]), "😀"],
    [0x08, Buffer.from([0x00, 0x41, 0x00]), "A"],
    [0x10, Buffer.from([0x00]), "@"],
    [0x18, Buffer.from([0x04, 0x10]), "А"],
    [0xf0, Buffer.from([0x00]), "@"],
    [0xf5, Buffer.from([0x40]), "@"],
  ])("0x%s", (coding, octets, text) => expect(decodeText(octets, coding)).toBe(text));

  it("takes out U+0000, which the database refuses", () => {
    expect(decodeText(Buffer.from("a\0b", "latin1"), 3)).toBe("ab");
  });

  it("UCS-2 comes back whole", () => {
    fc.assert(fc.property(anyText, (text) => void expect(fromUcs2(toUcs2(text))).toBe(text)));
  });
});

describe("parts", () => {
  it("are data_coding 0 or 8 and nothing else, whatever a library would have guessed", () => {
    expect(messageParts("Habari @ Ksh 100", 1)).toMatchObject([{ dataCoding: 0, esmClass: 0 }]);
    expect(messageParts("á", 1)).toMatchObject([{ dataCoding: 8, esmClass: 0 }]);
    expect(messageParts("😀", 1)[0]?.octets.toString("hex")).toBe("d83dde00");
  });

  it("carry the header 05 00 03 ref total n and never more than 140 octets of radio message", () => {
    fc.assert(
      fc.property(fc.oneof(gsmText, anyText), fc.integer({ min: 0, max: 255 }), (text, ref) => {
        const parts = messageParts(text, ref);
        expect(parts).toHaveLength(segment(text).parts);
        for (const [index, part] of parts.entries()) {
          const long = parts.length > 1;
          expect(part.esmClass).toBe(long ? 0x40 : 0);
          if (long) expect([...part.octets.subarray(0, 6)]).toEqual([5, 0, 3, ref, parts.length, index + 1]);
          const body = part.octets.length - (long ? 6 : 0);
          expect(body).toBeLessThanOrEqual(part.dataCoding === 0 ? (long ? 153 : 160) : long ? 134 : 140);
        }
        const joined = parts.map((part) => decode(part.octets.subarray(parts.length > 1 ? 6 : 0), part.dataCoding));
        expect(joined.join("")).toBe(text);
      }),
    );
  });

  it("never cut an emoji in two, where the reference gateway does", () => {
    for (const part of messageParts("a".repeat(66) + "😀".repeat(40), 1)) {
      expect(() => encodeURIComponent(fromUcs2(part.octets.subarray(6)))).not.toThrow();
    }
  });
});

function decode(octets: Buffer, coding: number): string {
  return coding === 0 ? fromGsm(octets) : fromUcs2(octets);
}
