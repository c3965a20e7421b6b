import { describe, expect, test } from "vitest";
import { abilities, answerRules, conversationKind, isPublic, tooMuch } from "../../rules/chat-channels";
import { tweetLength } from "../../rules/tweet-length";
import { threadId, userIn } from "../../rules/x-threads";

describe("a post is counted as X counts it", () => {
  test.each([
    ["Habari", 6],
    ["é", 1],
    ["e\u0301", 1],
    ["日本語", 6],
    ["😀", 2],
    ["👨‍👩‍👧‍👦", 2],
    ["🇰🇪", 2],
    ["“Pole” – now", 12],
    ["See https://savanna.test/a/very/long/path/that/goes/on?and=on now", 31],
    ["See savanna.co.ke/tv", 27],
    ["a@b.com", 7],
  ])("%s is %i", (text, length) => {
    expect(tweetLength(text)).toBe(length);
  });
});

const thread = threadId("1700", "44");

test("a public thread takes 280 characters, direct messages 10,000; both take pictures only", () => {
  expect(tooMuch("twitter", { text: "x".repeat(280) }, thread)).toBeUndefined();
  expect(tooMuch("twitter", { text: "x".repeat(281) }, thread)).toBe("X takes 280 characters; this has 281.");
  expect(tooMuch("twitter", { text: "日".repeat(141) }, thread)).toBe("X takes 280 characters; this has 282.");
  expect(tooMuch("twitter", { text: "x".repeat(10_000) }, "44")).toBeUndefined();
  expect(tooMuch("twitter", { text: "x".repeat(10_001) }, "44")).toMatch(/10,000/);
  for (const user of [thread, "44"]) {
    expect(
      tooMuch("twitter", { file: { type: "image/png", name: "it", bytes: 5 * 1024 * 1024 } }, user),
    ).toBeUndefined();
    expect(tooMuch("twitter", { file: { type: "image/png", name: "it", bytes: 5 * 1024 * 1024 + 1 } }, user)).toMatch(
      /MB/,
    );
    expect(tooMuch("twitter", { file: { type: "application/pdf", name: "it", bytes: 1 } }, user)).toMatch(
      /pictures only/,
    );
  }
});

test("a post is taken back for everyone and can't be asked for again; a direct message goes on our side only", () => {
  expect(abilities("twitter", thread)).toMatchObject({ delete: "everywhere", sync: false, most_characters: 280 });
  expect(abilities("twitter", "44")).toMatchObject({ delete: "our side", sync: true, most_characters: 10_000 });
  expect([
    isPublic("twitter", thread),
    isPublic("twitter", "44"),
    isPublic("playstore", "r"),
    isPublic("telegram", "1"),
  ]).toEqual([true, false, true, false]);
  expect(answerRules("twitter", thread)).toMatchObject({ message: "as a public post" });
  expect(answerRules("twitter", "44")).toMatchObject({ hint: "", message: "by direct message" });
  expect([
    conversationKind("twitter", thread),
    conversationKind("twitter", "44"),
    conversationKind("telegram", "1"),
  ]).toEqual(["Public thread", "Direct messages", ""]);
  expect(answerRules("telegram", "1")).toMatchObject({ hint: "", message: "" });
  expect([userIn(thread), userIn("44")]).toEqual(["44", "44"]);
});
