import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ago,
  axisDate,
  commas,
  duration,
  pageLabel,
  shorten,
  showDate,
  showDay,
  showTime,
  steadyZones,
} from "../../rules/format";
import { linkify } from "../../rules/linkify";

describe("dates (R095)", () => {
  test.each([
    ["2026-03-09T11:05:41Z", "2026.03.09 2:05:41 pm"],
    ["2026-03-09T21:00:00Z", "2026.03.10 12:00:00 am"],
    ["2026-03-09T09:00:00Z", "2026.03.09 12:00:00 pm"],
    ["2026-12-31T20:59:59Z", "2026.12.31 11:59:59 pm"],
    ["2026-12-31T21:00:00Z", "2027.01.01 12:00:00 am"],
    ["2026-01-02T03:04:05.999Z", "2026.01.02 6:04:05 am"],
  ])("%s in Nairobi is %s", (instant, shown) => {
    expect(showDate(instant)).toBe(shown);
    expect(showDate(new Date(instant))).toBe(shown);
    expect(showDate(Date.parse(instant))).toBe(shown);
  });

  test("in every zone as Intl has it, also at the minute when a clock moves", () => {
    const zones = [
      "Africa/Nairobi",
      "America/St_Johns",
      "Asia/Kathmandu",
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "UTC",
    ];
    const between = fc.integer({ min: Date.UTC(1970, 0, 1) / 1000, max: Date.UTC(2101, 0, 1) / 1000 });
    const moves = fc.integer({ min: -2_000, max: 2_000 }).map((by) => Date.UTC(2006, 9, 29, 2, 31) / 1000 + by);
    fc.assert(
      fc.property(fc.oneof(between, moves), fc.constantFrom(...zones), (seconds, zone) => {
        const two = { month: "2-digit", day: "2-digit", minute: "2-digit", second: "2-digit" } as const;
        const clock = { ...two, year: "numeric", hour: "numeric", hourCycle: "h12", timeZone: zone } as const;
        const said = new Intl.DateTimeFormat("en-US", clock).formatToParts(seconds * 1000);
        const of = Object.fromEntries(said.map(({ type, value }) => [type, value]));
        const time = `${of.hour}:${of.minute}:${of.second} ${of.dayPeriod?.toLowerCase()}`;
        expect(showDate(seconds * 1000, zone)).toBe(`${of.year}.${of.month}.${of.day} ${time}`);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([...steadyZones])("%s has been %i hours before UTC since 1975", (timeZone, hours) => {
    const clock = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "longOffset" });
    const written = `GMT+0${hours}:00`;
    const [first, last] = [Date.UTC(1975, 0, 1), Date.UTC(2100, 0, 1)];
    const offsets = new Set<string | undefined>();
    for (let at = first; at < last; at += 15 * 86_400_000)
      offsets.add(clock.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value);
    expect([...offsets]).toEqual([written]);
  });

  test("another zone, the day, the time, and no date at all", () => {
    expect(showDate("2026-07-01T12:00:00Z", "Europe/London")).toBe("2026.07.01 1:00:00 pm");
    expect(showDay("2026-03-09T21:30:00Z")).toBe("2026.03.10");
    expect(showTime("2026-03-09T11:05:41Z")).toBe("2:05 pm");
    expect(showDate("never")).toBe("");
  });

  test.each([
    [0, "0 s"],
    [45, "45 s"],
    [81, "1 min 21 s"],
    [120, "2 min"],
    [7500, "2 h 5 min"],
    [3600, "1 h"],
    [86_400, "1 day"],
    [273_600, "3 days 4 h"],
    [-5, "0 s"],
  ])("%i seconds last %s", (seconds, shown) => expect(duration(seconds)).toBe(shown));

  test.each([
    [-10, "just now"],
    [-50, "50 s ago"],
    [-310, "5 min ago"],
    [-7500, "2 h ago"],
    [-90_000, "1 day ago"],
    [-180_000, "2 days ago"],
    [7500, "in 2 h"],
  ])("%i seconds from now is %s", (seconds, shown) => {
    const now = Date.parse("2026-03-09T11:00:00Z");
    expect(ago(now + seconds * 1000, now)).toBe(shown);
  });
});

describe("numbers and texts", () => {
  test.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [1234567, "1,234,567"],
    [-1234567, "-1,234,567"],
    [1234567.25, "1,234,567.25"],
    [12345678901234567890n, "12,345,678,901,234,567,890"],
    [1e21, "1e+21"],
    [Number.NaN, "–"],
  ])("%s shows %s (R149)", (value, shown) => expect(commas(value)).toBe(shown));

  test("the page label (R108)", () => expect(pageLabel(2, 1200)).toBe("Page 2 of 1,200"));

  test.each([
    ["The quick brown fox", 19, "The quick brown fox"],
    ["The quick brown fox", 18, "The quick brown ..."],
    ["The quick brown fox", 15, "The quick brown ..."],
    ["The quick brown fox", 14, "The quick ..."],
    ["Supercalifragilistic", 5, "Super ..."],
    ["aaaa😀bbbb", 5, "aaaa ..."],
    ["  spaced out  ", 20, "spaced out"],
    ["one  two", 4, "one ..."],
    ["", 5, ""],
  ])("%j in %i is %j (R148)", (text, most, shown) => expect(shorten(text, most)).toBe(shown));
});

describe("links in text (R150)", () => {
  test.each([
    ["See https://a.co.ke/x?y=1#z now", [["https://a.co.ke/x?y=1#z", "https://a.co.ke/x?y=1#z"]]],
    ["(see http://a.co.ke/x).", [["http://a.co.ke/x", "http://a.co.ke/x"]]],
    [
      "https://en.wikipedia.org/wiki/Java_(island)!",
      [["https://en.wikipedia.org/wiki/Java_(island)"].concat("https://en.wikipedia.org/wiki/Java_(island)")],
    ],
    ["www.savanna.test/offer, and", [["www.savanna.test/offer", "https://www.savanna.test/offer"]]],
    ["mail asha@savanna.test.", [["asha@savanna.test", "mailto:asha@savanna.test"]]],
    ["<asha@savanna.test>;", [["asha@savanna.test", "mailto:asha@savanna.test"]]],
    ["mailto:asha@savanna.test", [["mailto:asha@savanna.test", "mailto:asha@savanna.test"]]],
    ['"https://a.co.ke"', [["https://a.co.ke", "https://a.co.ke/"]]],
    ["HTTPS://A.CO.KE", [["HTTPS://A.CO.KE", "https://a.co.ke/"]]],
    ["javascript:alert(1) data:text/html,x ftp://a.b file:///etc/passwd vbscript:x //a.b", []],
    ["http:// https://. www. www.x a@b @ a@ @b.co", []],
    ["javascript:alert('http://x')", [["http://x", "http://x/"]]],
    [
      "[https](https://a.co)[mailto](mailto:b@c.co)",
      [
        ["https://a.co", "https://a.co/"],
        ["mailto:b@c.co", "mailto:b@c.co"],
      ],
    ],
    ["{http://x.co/y}", [["http://x.co/y", "http://x.co/y"]]],
    [">>name@x.co", [["name@x.co", "mailto:name@x.co"]]],
    ["｜http://x.co｜", [["http://x.co", "http://x.co/"]]],
    ["«http://x.co/a»", [["http://x.co/a", "http://x.co/a"]]],
    ["http://x.co/find?q='tea'", [["http://x.co/find?q='tea'", "http://x.co/find?q=%27tea%27"]]],
    ["'http://x.co/a'", [["http://x.co/a", "http://x.co/a"]]],
    ["http://-x.co http://.x.co http://x.co_ http://x-.co", []],
  ] as [string, [string, string][]][])("%s", (text, links) => {
    const found = linkify(text);
    expect(found.map((piece) => piece.text).join("")).toBe(text);
    expect(found.filter((piece) => piece.href).map((piece) => [piece.text, piece.href])).toEqual(links);
  });

  test("pieces joined are the text, and only three schemes ever come out", () => {
    const bits = fc.constantFrom(
      "http://",
      "https://",
      "www.",
      "a.co",
      "@",
      "(",
      ")",
      "<",
      ">",
      '"',
      " ",
      ".",
      "javascript:",
      "mailto:",
      "é",
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: bits, maxLength: 20 }), fc.string({ unit: "binary" })), (text) => {
        const found = linkify(text);
        expect(found.map((piece) => piece.text).join("")).toBe(text);
        for (const { href } of found) if (href) expect(href).toMatch(/^(?:https?:\/\/|mailto:)[^\s<>"]+$/);
      }),
      { numRuns: 1000 },
    );
  });

  test("hostile text is read word by word", () => {
    for (const text of ["a".repeat(1_000_000), "a@".repeat(500_000), `http://${")".repeat(2000)} `.repeat(200)])
      expect(
        linkify(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
  });
});

test.each([
  ["2026-11-09", "9 Nov"],
  ["2026-03", "Mar 2026"],
])("an axis names %s %s", (date, words) => {
  expect(axisDate(date)).toBe(words);
});
