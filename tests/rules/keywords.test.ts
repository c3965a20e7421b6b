import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { replyTo } from "../../rules/keyword-replies";
import { carrierFooter, keywords, parseWish, withFooter, withOwn, wrongKeywords } from "../../rules/keywords";
import { countParts, segment } from "../../rules/segments";

describe("what an answer asks for", () => {
  test.each(
    (
      "STOP|stop|Stop.|Stop!!!|  stop  |“STOP”|'stop'|STOP PLEASE|please stop|Pls stop|STOP STOP STOP|stop it|stop sms|" +
      "STOP ALL|STOPALL|stop all messages|stop sending me messages|Stop texting me|please stop sending me sms|S T O P|" +
      "STOP 🙏|*stop*|STOP*456*9*5#|stop\n|ＳＴＯＰ|Unsubscribe|un-subscribe|unsubscribe me please|opt out|OPT-OUT|optout|" +
      "END|quit|Cancel|cancel all messages|ACHA|acha!|Acha tafadhali|tafadhali acha|acha kunitumia ujumbe|" +
      "Acha kunitumia sms zenu|SITISHA|sitisha huduma hii|ONDOA|niondoe|Niondoe kwenye orodha|nitoe sasa|Sitaki ujumbe wenu tena|" +
      "stop start"
    )
      .replace("wenu", "zenu")
      .split("|"),
  )("%j is an opt-out", (text) => expect(parseWish(text)?.wish).toBe("stop"));

  test.each(
    (
      "please don't stop the delivery|Please don’t stop|don't stop|dont stop|do not stop|never stop|" +
      "stop the delivery at the gate|cancel my order|Cancel order 552|end of month offer?|the end|when does it end|" +
      "acha mchezo|usiache|usiache kunitumia ujumbe|nonstop|stopped|bus stop|where is the bus stop|quit smoking tips|remove the old item|" +
      "Hello|||!!!|😀|123|yes|Asante sana|start the engine|how do I stop getting these, and where is my parcel from last week?"
    ).split("|"),
  )("%j is ordinary talk", (text) => expect(parseWish(text)).toBeNull());

  test.each(["START", "start!", "Unstop", "ANZA", "anza tena tafadhali", "jiunge", "subscribe me again", "opt in"])(
    "%j is an opt-in",
    (text) => expect(parseWish(text)?.wish).toBe("start"),
  );

  test.each(["HELP", "help!", "INFO please", "Msaada tafadhali"])("%j asks for help", (text) =>
    expect(parseWish(text)?.wish).toBe("help"),
  );

  test("the name of the sender beside the word changes nothing; other names make it talk", () => {
    for (const text of ["STOP SAVANNA", "stop savanna traders", "Acha SAVANNA", "REVOKE"])
      expect(parseWish(text, keywords, ["SAVANNA", "Savanna Traders"])?.wish, text).toBe("stop");
    expect(parseWish("STOP SAVANNA")).toBeNull();
    expect(parseWish("stop savanna lorry", keywords, ["SAVANNA"])).toBeNull();
  });

  test.each(["stop", "help"] as const)("the reply to %s is one part, with the longest sender ID", (wish) => {
    expect(segment(replyTo(wish, "ABCDEFGHIJK"))).toMatchObject({ encoding: "GSM-7" });
    expect(countParts(replyTo(wish, "ABCDEFGHIJK"))).toBe(1);
    expect(replyTo(wish, "")).not.toContain(":");
  });

  test("an account may have its own words", () => {
    const own = { ...keywords, stop: ["BASI"] };
    expect(parseWish("basi!", own)).toEqual({ wish: "stop", keyword: "BASI" });
    expect(parseWish("stop", own)).toBeNull();
  });

  test("an account's words stand beside the fixed ones, which stay", () => {
    const own = withOwn({ stop: ["WACHA"], start: ["RUDISHA"], help: ["NANI"] });
    for (const text of ["wacha!", "Wacha tafadhali", "stop", "wacha rudisha"])
      expect(parseWish(text, own)?.wish, text).toBe("stop");
    expect(parseWish("rudisha", own)?.wish).toBe("start");
    expect(parseWish("Nani?", own)?.wish).toBe("help");
    expect(parseWish("wacha")).toBeNull();
    expect(parseWish("wacha mchezo", own)).toBeNull();
    for (const word of [...keywords.stop, ...keywords.start, ...keywords.help])
      expect(wrongKeywords({ stop: [word], start: [], help: [] }).stop, word).toHaveLength(1);
  });

  test("a long message is talk, and costs nothing", () => {
    expect(parseWish("stop ".repeat(200_000))).toBeNull();
  });
});

describe("the carrier's footer", () => {
  test("146 characters, a space and the footer fill one part", () => {
    expect(segment(carrierFooter)).toMatchObject({ encoding: "GSM-7", units: 13 });
    const full = withFooter("a".repeat(146), carrierFooter);
    expect(full).toHaveLength(160);
    expect(countParts(full)).toBe(1);
    expect(countParts(withFooter("a".repeat(147), carrierFooter))).toBe(2);
  });

  test.each([
    ["Sale today", "Sale today STOP*456*9*5#"],
    ["Sale today \n", "Sale today STOP*456*9*5#"],
    ["Sale today STOP*456*9*5#", "Sale today STOP*456*9*5#"],
    ["Sale today. stop*456*9*5#", "Sale today. stop*456*9*5#"],
    ["STOP*456*9*5# is how you leave", "STOP*456*9*5# is how you leave"],
    ["", ""],
    ["  ", "  "],
  ])("%j becomes %j", (text, full) => expect(withFooter(text, carrierFooter)).toBe(full));

  test("a longer word is not the footer", () => {
    expect(withFooter("We are unstoppable: non-stopping", "STOP")).toBe("We are unstoppable: non-stopping STOP");
    expect(withFooter("Reply  STOP", "reply stop")).toBe("Reply  STOP");
  });

  test("it is never doubled", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.constantFrom(carrierFooter, "Reply STOP", " Opt out: STOP "),
        (text, footer) => {
          const once = withFooter(text, footer);
          expect(withFooter(once, footer)).toBe(once);
        },
      ),
    );
  });
});
