import { expect, test } from "vitest";
import { answerTo, type KeywordReply, wrongReply } from "../../rules/keyword-answers";

const hours: KeywordReply = { words_en: ["HOURS"], words_sw: ["SAA"], reply_en: "8 to 5.", reply_sw: "Saa 2 hadi 11." };
const price: KeywordReply = { words_en: ["PRICE"], words_sw: ["BEI"], reply_en: "KES 50.", reply_sw: "" };
const none = { stop: [], start: [], help: [] };

test.each([
  ["hours", "8 to 5."],
  ["Hours?", "8 to 5."],
  ["SAA ngapi leo", "Saa 2 hadi 11."],
  ["bei", "KES 50."],
  ["PRICE 2 kg", "KES 50."],
  ["what are your hours", undefined],
  ["price of everything that you have in the shop in town", undefined],
  ["", undefined],
])("%j is answered with %j", (text, reply) => {
  expect(answerTo(text, [hours, price])?.text).toBe(reply);
});

test.each([
  [{ ...hours, words_en: ["opening hours"] }, { words_en: ["“opening hours” is not one word of letters."] }],
  [{ ...hours, words_en: ["stop"] }, { words_en: ["STOP is an opt-out word: it has its own answer."] }],
  [{ ...hours, words_sw: ["wacha"] }, { words_sw: ["WACHA is an opt-out word: it has its own answer."] }],
  [{ ...hours, words_en: ["price"] }, { words_en: ["PRICE is used already."] }],
  [{ ...hours, words_sw: ["hours"] }, { words_sw: ["HOURS is used already."] }],
  [{ ...hours, words_en: [], words_sw: [] }, { words_en: ["Enter at least one word."] }],
  [{ ...hours, reply_en: "", reply_sw: "" }, { reply_en: ["Write the reply in English or Swahili."] }],
  [hours, {}],
])("%j: %j", (given, wrong) => {
  expect(wrongReply(given, { optOut: { ...none, stop: ["WACHA"] }, others: [price] })).toEqual(wrong);
});
