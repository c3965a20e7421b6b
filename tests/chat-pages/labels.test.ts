import { describe, expect, test } from "vitest";
import { cannedFor, inserted, shortcutAt } from "../../app/chat/conversation/canned";
import { answerWords } from "../../app/chat/customer/panel";
import { contactPointText } from "../../app/chat/customer/person-card";
import { customerName, left, timeSpan, waitColour, waits, waitsSince, writing } from "../../app/chat/inbox/labels";
import { linksIn } from "../../app/chat/inbox/links";
import { isFull, loadWords } from "../../app/chat/inbox/transfer-drawer";
import { keyAction } from "../../app/chat/inbox/use-keys";
import { answeredBy, conversation } from "./samples";

describe("links in what someone wrote (M37, M38)", () => {
  const hrefs = (text: string) => linksIn(text).flatMap(({ href }) => href ?? []);

  test.each([
    ["see https://jibu.example/a?b=1.", ["https://jibu.example/a?b=1"]],
    ["http://a.co, mailto:joy@shop.co.ke", ["http://a.co", "mailto:joy@shop.co.ke"]],
    ["joy@shop.co.ke", ["mailto:joy@shop.co.ke"]],
    ["tel:+254712000118", ["tel:+254712000118"]],
    ["javascript:alert(1) data:text/html,x vbscript:x", []],
    ["ftp://files.example //evil.example", []],
    ["https://bank.com:secret@evil.example/login", []],
    ['<a href="javascript:alert(1)">x</a>', []],
  ])("%s", (text, expected) => {
    expect(hrefs(text)).toEqual(expected);
  });

  test("joined, the pieces are the text", () => {
    const text = "Habari <b>!</b> https://a.co/x) na joy@a.co\n\u202e tel:0712345678";
    expect(
      linksIn(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });

  test.each(["http://a.", "a@", "https://a:", "((((", "tel:+1 "])("140 kB of %s take less than a second", (part) => {
    // Of this process alone: what else the machine does is no matter of the text.
    const began = process.cpuUsage();
    linksIn(part.repeat(140_000 / part.length));
    expect(process.cpuUsage(began).user).toBeLessThan(1_000_000);
  });
});

describe("who may write now", () => {
  const open = { open: true, until: 5_000, words: "" };

  test("the one who answers, until the network's window closes", () => {
    expect(writing(answeredBy(1, "7"), open, "7", 4_999)).toEqual({ reply: true });
    expect(writing(answeredBy(1, "7"), open, "7", 5_000)).toMatchObject({ reply: false });
    expect(writing(answeredBy(1, "7"), { open: false, until: null, words: "Only templates." }, "7", 1)).toEqual({
      reply: false,
      why: "Only templates.",
    });
  });

  test("who answers one that waits takes it; no colleague, and no one after its end", () => {
    expect(writing(conversation(1), open, "7", 1)).toEqual({ reply: true, take: true });
    expect(writing(conversation(1), open, "7", 5_000)).toMatchObject({ reply: false });
    expect(writing(answeredBy(1, "8"), open, "7", 1)).toMatchObject({ why: "Agent 8 answers this conversation." });
    const ended = conversation(1, { ended: true });
    expect(writing(ended, open, "7", 1)).toMatchObject({ reply: false });
    // Nothing would be sent: the agent is told before they write, and a conversation that ended says only that.
    const why = "This channel is switched off or disconnected, so no reply can be sent.";
    expect(writing(conversation(1), open, "7", 1, true)).toEqual({ reply: false, why });
    expect(writing(answeredBy(1, "7"), open, "7", 1, true)).toEqual({ reply: false, why });
    expect(writing(ended, open, "7", 1, true)).not.toMatchObject({ why });
  });
});

test("waits and windows in words", () => {
  expect(waits(1_000, 1_000 + 14 * 60 + 20)).toBe("waits 14 min");
  expect(waits(1_000, 1_040)).toBe("waits 40 s");
  expect([4, 5, 10].map((minutes) => waitColour(0, minutes * 60))).toEqual(["text-quiet", "text-warn", "text-bad"]);
  expect(left(3 * 3600 + 12 * 60 + 5, 0)).toBe("3 h 12 min left");
  expect(left(30, 0)).toBe("under a minute left");
});

test("a customer without a name is known by number, address or channel", () => {
  expect(customerName(conversation(1, { name: "", msisdn: "+254712000118" }))).toBe("+254712000118");
  expect(customerName(conversation(1, { name: "" }))).toBe("Web chat visitor");
});

test("a canned reply by its stroke at the cursor", () => {
  const canned = [
    { id: 1, title: "Opening hours", shortcut: "hours", text: "8 to 5", files: [] },
    { id: 2, title: "After hours", shortcut: "night", text: "Closed", files: [] },
  ];
  expect(shortcutAt("Asante /ho", 10)).toEqual({ word: "ho", from: 7 });
  expect(shortcutAt("https://a.co/ho", 15)).toBeUndefined();
  expect(cannedFor(canned, "hours").map(({ id }) => id)).toEqual([1, 2]);
  expect(inserted("Asante /ho!", 7, 10, "8 to 5")).toEqual({ text: "Asante 8 to 5!", cursor: 13 });
});

test("keys mean something only outside of fields; Escape leaves them", () => {
  const press = (key: string, typing = false, modified = false) => keyAction({ key, typing, modified });
  expect(press("j")).toEqual({ do: "move", by: 1 });
  expect(press("3")).toEqual({ do: "choose", at: 2 });
  expect(press("e")).toEqual({ do: "focus", id: "end-conversation" });
  expect([press("j", true), press("r", false, true), press("0"), press("x")]).toEqual([null, null, null, null]);
  expect(press("Escape", true)).toEqual({ do: "back" });
});

test("a time away says from when to when, or how long where both would read the same", () => {
  const at = Date.UTC(2026, 10, 22, 6, 30) / 1000;
  expect(timeSpan({ from: at, to: at + 14 * 60 }, "Africa/Nairobi")).toMatch(/^9:30\sam to 9:44\sam$/);
  expect(timeSpan({ from: at + 5, to: at + 29 }, "Africa/Nairobi")).toBe("for 24 s");
});

describe("who waits for an answer", () => {
  const yesterday = 1_000;
  const today = yesterday + 25 * 3_600;

  test("a customer who wrote does, from when they came into the queue", () => {
    expect(waitsSince(conversation(1), today)).toBe(1_001);
  });

  test("no one waits whom we wrote last, or to whom nothing can be sent", () => {
    expect(waitsSince(conversation(1, { latest_is_admin: true }), today)).toBeUndefined();
    expect(waitsSince(conversation(1, { channel: "whatsapp", last_customer_at: yesterday }), today)).toBeUndefined();
    expect(waitsSince(conversation(1, { channel: "whatsapp", last_customer_at: today }), today)).toBe(1_001);
    expect(waitsSince(answeredBy(1, "2"), today)).toBeUndefined();
  });
});

test("a consent's time is read as a time, in the desk's zone; what was answered stays as it is", () => {
  expect(answerWords("2026-11-22T15:54:31.320Z", "Africa/Nairobi")).not.toMatch(/T|Z$/);
  expect(answerWords("2026-11-22T15:54:31.320Z", "Africa/Nairobi")).toMatch(/6:54/);
  expect(answerWords("2026-11-22", "Africa/Nairobi")).toBe("2026-11-22");
  expect(answerWords("", "Africa/Nairobi")).toBe("–");
});

test("a customer's doors are theirs: never our number as if it were theirs", () => {
  const endpoint = { channel: "whatsapp" as const, inbox: "+254 700 000 111", external_id: "254712000193", since: 1 };
  expect(contactPointText(endpoint).replaceAll(" ", "")).toBe("+254712000193");
  expect(contactPointText({ ...endpoint, external_id: "KE.2081" })).toBe("WhatsApp, by +254 700 000 111");
  expect(contactPointText({ ...endpoint, channel: "email", external_id: "a@b.co" })).toBe("a@b.co");
});

test("a transfer over someone's limit says so, and one to who is full can't be chosen", () => {
  const load = { conversations: 5, active_conversations: 5, max_conversation: 10 };
  expect(loadWords({ ...load, conversations: 4 })).toBe("4 of 10 conversations.");
  expect(loadWords(load)).toMatch(/one more is over their limit of 5/);
  expect([isFull(load), isFull({ ...load, conversations: 10 })]).toEqual([false, true]);
});
