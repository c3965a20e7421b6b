import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countParts, isGsm, messageText, saving, segment, smarten } from "../../rules/segments";

const a = (times: number) => "a".repeat(times);
const euro = (times: number) => "€".repeat(times);
const smile = "😀";
const family = "👨‍👩‍👧";
const gsm = "GSM-7";
const ucs = "UCS-2";

/** text, encoding, units, parts, units left in the last part */
const cases: [name: string, text: string, encoding: string, units: number, parts: number, left: number][] = [
  ["nothing", "", gsm, 0, 0, 160],
  ["one letter", "a", gsm, 1, 1, 159],
  ["159 letters", a(159), gsm, 159, 1, 1],
  ["160 letters", a(160), gsm, 160, 1, 0],
  ["161 letters", a(161), gsm, 161, 2, 145],
  ["305 letters", a(305), gsm, 305, 2, 1],
  ["306 letters", a(306), gsm, 306, 2, 0],
  ["307 letters", a(307), gsm, 307, 3, 152],
  ["459 letters", a(459), gsm, 459, 3, 0],
  ["460 letters", a(460), gsm, 460, 4, 152],
  ["1530 letters", a(1530), gsm, 1530, 10, 0],
  ["1531 letters", a(1531), gsm, 1531, 11, 152],
  ["at sign", "@", gsm, 1, 1, 159],
  ["dollar and pound", "$£¥", gsm, 3, 1, 157],
  ["accents of the alphabet", "èéùìòÇØøÅåÆæßÉ", gsm, 14, 1, 146],
  ["Greek capitals of the alphabet", "ΔΦΓΛΩΠΨΣΘΞ", gsm, 10, 1, 150],
  ["German and Spanish", "ÄÖÑÜ§¿äöñüà¡", gsm, 12, 1, 148],
  ["currency sign", "¤", gsm, 1, 1, 159],
  ["underscore", "_", gsm, 1, 1, 159],
  ["line feed and carriage return", "\r\n", gsm, 2, 1, 158],
  ["euro is an extension", "€", gsm, 2, 1, 158],
  ["all extensions", "^{}\\[~]|€\f", gsm, 20, 1, 140],
  ["80 euros fill a message", euro(80), gsm, 160, 1, 0],
  ["81 euros", euro(81), gsm, 162, 2, 153 - 10],
  ["76 euros a part, never half of one", euro(152), gsm, 304, 2, 1],
  ["153 euros", euro(153), gsm, 306, 3, 151],
  ["158 letters and a euro", `${a(158)}€`, gsm, 160, 1, 0],
  ["159 letters and a euro", `${a(159)}€`, gsm, 161, 2, 153 - 8],
  ["euro would straddle the first cut", `${a(152)}€${a(10)}`, gsm, 164, 2, 153 - 12],
  ["euro ends exactly at the cut", `${a(151)}€${a(10)}`, gsm, 163, 2, 143],
  ["euro straddles the second cut", `${a(305)}€`, gsm, 307, 3, 151],
  ["straddling costs a third part", `${a(152)}€${a(152)}`, gsm, 306, 3, 152],
  ["brackets straddle", `${a(152)}[${a(5)}]`, gsm, 161, 2, 153 - 9],
  ["tilde straddles", `${a(152)}~${a(20)}`, gsm, 174, 2, 153 - 22],
  ["circumflex", "^", gsm, 2, 1, 158],
  ["lower c with cedilla is not in the alphabet", "ç", ucs, 1, 1, 69],
  ["a-acute is not in the alphabet", "á", ucs, 1, 1, 69],
  ["backtick is not in the alphabet", "`", ucs, 1, 1, 69],
  ["tab is not in the alphabet", "a\tb", ucs, 3, 1, 67],
  ["escape itself is not a character", "\u001b", ucs, 1, 1, 69],
  ["nul is not a character", "\u0000", ucs, 1, 1, 69],
  ["curly apostrophe", "It’s", ucs, 4, 1, 66],
  ["en dash", "08–18", ucs, 5, 1, 65],
  ["no-break space", "KES\u00a0100", ucs, 7, 1, 63],
  ["ellipsis", "…", ucs, 1, 1, 69],
  ["small Greek", "ω", ucs, 1, 1, 69],
  ["69 units", `ç${a(68)}`, ucs, 69, 1, 1],
  ["70 units", `ç${a(69)}`, ucs, 70, 1, 0],
  ["71 units", `ç${a(70)}`, ucs, 71, 2, 63],
  ["134 units", `ç${a(133)}`, ucs, 134, 2, 0],
  ["135 units", `ç${a(134)}`, ucs, 135, 3, 66],
  ["201 units", `ç${a(200)}`, ucs, 201, 3, 0],
  ["202 units", `ç${a(201)}`, ucs, 202, 4, 66],
  ["a smart quote in 160 letters costs two parts more", `${a(159)}’`, ucs, 160, 3, 67 - 26],
  ["euro in UCS-2 is one unit", `ç${euro(69)}`, ucs, 70, 1, 0],
  ["Arabic", "مرحبا", ucs, 5, 1, 65],
  ["Amharic", "ሰላም", ucs, 3, 1, 67],
  ["Chinese", "你好", ucs, 2, 1, 68],
  ["one emoji", smile, ucs, 2, 1, 68],
  ["35 emoji", smile.repeat(35), ucs, 70, 1, 0],
  ["36 emoji: 33 and 3", smile.repeat(36), ucs, 72, 2, 67 - 6],
  ["66 emoji: 33 and 33", smile.repeat(66), ucs, 132, 2, 1],
  ["67 emoji: 33, 33 and 1", smile.repeat(67), ucs, 134, 3, 65],
  ["emoji would straddle", `${a(66)}${smile}${a(10)}`, ucs, 78, 2, 67 - 12],
  ["emoji ends at the cut", `${a(65)}${smile}${a(10)}`, ucs, 77, 2, 57],
  ["emoji begins at the cut", `${a(67)}${smile}${a(10)}`, ucs, 79, 2, 55],
  ["emoji would straddle the second cut", `${a(133)}${smile}`, ucs, 135, 3, 65],
  ["emoji in the last two units of one message", `${a(68)}${smile}`, ucs, 70, 1, 0],
  ["emoji one unit too long for one message", `${a(69)}${smile}`, ucs, 71, 2, 63],
  ["joined family", family, ucs, 8, 1, 62],
  ["family of pairs across the cut", `${a(66)}${family}`, ucs, 74, 2, 67 - 8],
  ["flag", "🇰🇪", ucs, 4, 1, 66],
  ["keycap", "1️⃣", ucs, 3, 1, 67],
  ["skin tone", "👍🏿", ucs, 4, 1, 66],
  ["lone high surrogate is one unit", `\ud83d${a(10)}`, ucs, 11, 1, 59],
  ["lone low surrogate is one unit", `${a(70)}\ude00`, ucs, 71, 2, 63],
  ["lone high surrogate at the cut does not move it", `${a(66)}\ud83d${a(10)}`, ucs, 77, 2, 57],
  ["the carrier's opt-out words", "STOP*456*9*5#", gsm, 13, 1, 147],
  ["146 letters, a space and the opt-out words", `${a(146)} STOP*456*9*5#`, gsm, 160, 1, 0],
  ["Swahili", "Habari Asha, malipo yako ya KES 1,200 yamepokelewa. Asante!", gsm, 59, 1, 101],
];

describe("a text becomes SMS parts", () => {
  test.each(cases)("%s", (_name, text, encoding, units, parts, left) => {
    const found = segment(text);
    expect({ encoding: found.encoding, units: found.units, parts: found.parts, left: found.left }).toEqual({
      encoding,
      units,
      parts,
      left,
    });
    expect(countParts(text)).toBe(parts);
    expect(found.texts.join("")).toBe(text);
    expect(found.perPart).toBe(encoding === gsm ? (parts > 1 ? 153 : 160) : parts > 1 ? 67 : 70);
  });

  test("an emoji at the cut moves whole into the next part", () => {
    expect(segment(`${a(66)}${smile}${a(10)}`).texts).toEqual([a(66), `${smile}${a(10)}`]);
    expect(segment(`${a(152)}€${a(10)}`).texts).toEqual([a(152), `€${a(10)}`]);
  });

  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 500 }),
    fc.string({ unit: fc.constantFrom("a", " ", "€", "[", "\n", "@"), maxLength: 700 }),
    fc.string({ unit: fc.constantFrom("a", "ç", "€", "😀", "\ud83d", "\ude00"), maxLength: 400 }),
  );

  test("joined parts are the text, each part fits, the quick count agrees", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = segment(text);
        expect(found.texts.join("")).toBe(text);
        expect(found.parts).toBe(found.texts.length);
        expect(countParts(text)).toBe(found.parts);
        expect(found.encoding === gsm).toBe(isGsm(text));
        for (const part of found.texts) {
          const units = found.encoding === gsm ? gsmUnits(part) : part.length;
          expect(units).toBeGreaterThan(0);
          expect(units).toBeLessThanOrEqual(found.perPart);
        }
        const last = found.texts.at(-1) ?? "";
        expect(found.left).toBe(found.perPart - (found.encoding === gsm ? gsmUnits(last) : last.length));
      }),
      { numRuns: 500 },
    );
  });

  test("no part begins inside a surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        for (const part of segment(text).texts) expect(part).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });

  test("a form's line ends count as the one septet the counter showed", () => {
    expect(messageText("Hello\r\nthere\rAsha\n")).toBe("Hello\nthere\nAsha\n");
    expect(countParts(messageText(`${a(158)}\r\n${a(1)}`))).toBe(1);
  });
});

function gsmUnits(text: string): number {
  let units = 0;
  for (const char of text) units += "\f^{}\\[~]|€".includes(char) ? 2 : 1;
  return units;
}

describe("plain quotes instead of smart ones", () => {
  test("typography becomes what a keyboard has", () => {
    expect(smarten("“It’s 08–18” … KES\u00a01,200\u200b")).toBe(`"It's 08-18" ... KES 1,200`);
    expect(isGsm(smarten("‘a’ “b” «c» – — − … • × \t` ´"))).toBe(true);
  });

  test("names and emoji are left alone", () => {
    for (const text of ["Zoë Müller", "Gonçalves", "😀", "👨‍👩‍👧", "مرحبا", "plain"]) expect(smarten(text)).toBe(text);
  });

  test("the saving says what changes and how many parts it saves", () => {
    const text = `“${a(150)}”`;
    expect(saving(text)).toEqual({
      text: `"${a(150)}"`,
      replaced: [
        { from: "“", to: '"', times: 1 },
        { from: "”", to: '"', times: 1 },
      ],
      before: 3,
      after: 1,
      saved: 2,
    });
    expect(saving("Hello").saved).toBe(0);
    expect(saving("It’s 😀").saved).toBe(0);
  });

  test("doing it twice changes nothing more", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(smarten(smarten(text))).toBe(smarten(text));
      }),
    );
  });
});
