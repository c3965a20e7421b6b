import { describe, expect, test } from "vitest";
import { answerField, TypedAnswer, toAnswer } from "../../app/whatsapp/bot/answer-form";
import { targetWords } from "../../app/whatsapp/bot/labels";
import { readTest, replayBot, testLimits } from "../../app/whatsapp/bot/replay";
import { type BotGraph, emptyBot } from "../../rules/whatsapp/bot";

const graph: BotGraph = {
  ...{ ...emptyBot, greeting: "Karibu!", away: "Closed.", start: "a1" },
  answers: [
    {
      ...{ id: "a1", name: "Menu", text: "Which one?", style: "list", leads_to: "", keywords: [] },
      choices: [
        { label: "Again", leads_to: "answer:a1" },
        { label: "Sales", leads_to: "person:7" },
      ],
    },
  ],
};
const texts = (messages: string[], open = true) => replayBot(graph, messages, open).lines.map(({ text }) => text);

describe("the tester", () => {
  test("says what the draft says to each message, and how the conversation ended", () => {
    expect(replayBot(graph, [], true)).toEqual({ lines: [], over: "" });
    expect(texts(["Habari", "1."])).toEqual(["Habari", "Karibu!", "Which one?", "1.", "Which one?"]);
    expect(texts(["Habari"], false)).toEqual(["Habari", "Closed.", "Which one?"]);
    const { lines, over } = replayBot(graph, ["Habari", "Sales", "never read"], true);
    expect(lines.at(-1)?.text).toBe(graph.hand_over);
    expect(over).toBe("The conversation waits for a person now.");
  });

  test("the address holds a bounded number of short messages", () => {
    const query = new URLSearchParams([
      ["said", " Habari "],
      ["said", ""],
      ["closed", "on"],
    ]);
    expect(readTest(new URL(`http://here/?${query}`))).toEqual({ messages: ["Habari"], open: false });
    const long = new URLSearchParams(Array.from({ length: 50 }, () => ["said", "x".repeat(500)]));
    const { messages } = readTest(new URL(`http://here/?${long}`));
    expect(messages).toHaveLength(testLimits.messages);
    expect(messages[0]).toHaveLength(testLimits.letters);
    expect(replayBot(graph, messages, true).over).not.toBe("");
  });
});

describe("the form of an answer", () => {
  const typed = TypedAnswer.parse({
    ...{ name: "Menu", text: "Which?", style: "list", leads_to: "", keywords: "price, bei\nprice;  " },
    choices: [{ label: "A", leads_to: "end" }, {}, { label: "", leads_to: "end" }],
  });

  test("empty rows are no choices, and keywords stand between commas, semicolons or lines, each once", () => {
    expect(toAnswer(typed)).toMatchObject({
      choices: [
        { label: "A", leads_to: "end" },
        { label: "", leads_to: "end" },
      ],
      keywords: ["price", "bei"],
    });
  });

  test("an error stands at the row that was typed", () => {
    expect(answerField("choices.1.label", typed)).toBe("choices[2].label");
    expect(answerField("keywords.3", typed)).toBe("keywords");
  });

  test("where something leads is said in words", () => {
    const known = { draft: graph, teams: [{ id: 7, name: "Sales" }], skills: [{ id: 3, name: "Billing" }] };
    const targets = ["answer:a1", "person", "person:7", "person:8", "skill:3", "skill:4", ""];
    expect(targets.map((one) => targetWords(known, one))).toEqual([
      ...["Menu", "a person", "the team Sales", "the team that was deleted", "the skill Billing"],
      ...["the skill that was deleted", "nowhere"],
    ]);
  });
});
