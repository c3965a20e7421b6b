import { describe, expect, test } from "vitest";
import { abilities, messengerTag, replyWindow, tooMuch } from "../../rules/chat-channels";

const hour = 3_600;
const day = 24 * hour;

describe("M16: WhatsApp", () => {
  test("is open until exactly 24 h 00 m 00 s after the last customer message", () => {
    expect(replyWindow("whatsapp", 1000, 1000 + day - 1)).toMatchObject({ open: true, until: 1000 + day });
    expect(replyWindow("whatsapp", 1000, 1000 + day)).toMatchObject({
      open: false,
      words: expect.stringMatching(/templates/),
    });
    expect(replyWindow("whatsapp", null, 1000).open).toBe(false);
  });
});

describe("M17: Messenger", () => {
  test("is RESPONSE inside 24 h, HUMAN_AGENT until 7 days and only person-written, then closed", () => {
    expect([0, day - 1, day, 7 * day - 1, 7 * day].map((now) => messengerTag(0, now))).toEqual([
      ...["RESPONSE", "RESPONSE", "HUMAN_AGENT", "HUMAN_AGENT", undefined],
    ]);
    expect(messengerTag(null, 0)).toBeUndefined();
    expect(replyWindow("facebook", 0, day, "person").open).toBe(true);
    expect(replyWindow("facebook", 0, day, "system").open).toBe(false);
    expect(replyWindow("facebook", 0, 7 * day, "person").open).toBe(false);
  });
});

test("everywhere else one may write at any time", () => {
  for (const channel of ["webchat", "telegram", "email", "playstore", "twitter", "mobile"])
    expect(replyWindow(channel, null, 1)).toEqual({ open: true, until: null, words: "" });
});

describe("M19: what the networks take", () => {
  test.each([
    ["whatsapp", 4_096],
    ["facebook", 2_000],
    ["telegram", 4_096],
    ["playstore", 350],
    ["webchat", 10_000],
    ["email", 25_000],
  ])("%s takes %i characters", (channel, most) => {
    expect(tooMuch(channel, { text: "x".repeat(most) })).toBeUndefined();
    expect(tooMuch(channel, { text: "😀".repeat(most) })).toBeUndefined();
    expect(tooMuch(channel, { text: "x".repeat(most + 1) })).toMatch(/characters/);
    expect(abilities(channel).most_characters).toBe(most);
  });

  const megabytes = (n: number) => n * 1024 * 1024;
  test.each([
    ["whatsapp", "image/png", 5],
    ["whatsapp", "audio/ogg", 16],
    ["whatsapp", "application/pdf", 100],
    ["facebook", "image/png", 8],
    ["facebook", "application/pdf", 25],
    ["telegram", "image/png", 10],
    ["telegram", "application/pdf", 50],
  ])("%s takes %s up to %i MB", (channel, type, most) => {
    const file = { type, name: "it", bytes: megabytes(most) };
    expect(tooMuch(channel, { file })).toBeUndefined();
    expect(tooMuch(channel, { file: { ...file, bytes: megabytes(most) + 1 } })).toMatch(/MB/);
  });

  test("Play Store takes no files, and only some channels can be asked for their history", () => {
    expect(tooMuch("playstore", { file: { type: "image/png", name: "it", bytes: 1 } })).toMatch(/no files/);
    expect(
      ["facebook", "twitter", "whatsapp", "telegram", "webchat"].map((channel) => abilities(channel).sync),
    ).toEqual([...[true, true, false, false, false]]);
  });
});
