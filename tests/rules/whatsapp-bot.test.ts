import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BotAnswer, type BotGraph, botLimits, botStyles, botTarget, emptyBot } from "../../rules/whatsapp/bot";
import { seemsAutomatic } from "../../rules/whatsapp/bot-guard";
import { botProblems } from "../../rules/whatsapp/bot-problems";
import { type BotState, beginBot, continueBot, maxReplies } from "../../rules/whatsapp/bot-steps";
import { plainWords } from "../../rules/whatsapp/bot-words";

const answer = (id: string, more: Partial<BotAnswer> = {}): BotAnswer => ({
  ...{ id, name: id, text: `Text of ${id}`, style: "buttons", choices: [], leads_to: "end", keywords: [] },
  ...more,
});
const menu = answer("a1", {
  text: "What can we do for you?",
  choices: [
    { label: "Track my order", leads_to: "answer:a2" },
    { label: "Prices", leads_to: "answer:a3" },
    { label: "A person", leads_to: "person:7" },
  ],
});
const graph: BotGraph = {
  ...{ greeting: "Karibu!", away: "We open at 8.", retry: "Sorry?", hand_over: "One moment.", list_button: "Choose" },
  start: "a1",
  answers: [
    menu,
    answer("a2", { text: "Orders arrive in two days.", leads_to: "end", keywords: ["delivery", "wapi oda yangu"] }),
    answer("a3", { text: "A 43 inch TV is KES 32,000.", leads_to: "wait", keywords: ["price", "bei"] }),
  ],
};
const says = (text: string, open = true, payload = "") => ({ text, payload, open });
const begun = beginBot(graph, says("Habari"));
const state: BotState = { answer: "a1", asked_again: false, away_said: false };
const said = (step: ReturnType<typeof beginBot>) => step.replies.map(({ text }) => text);

describe("the beginning", () => {
  test("the greeting comes once, with the menu as reply buttons", () => {
    expect(said(begun)).toEqual(["Karibu!", "What can we do for you?"]);
    expect(begun.replies[1]?.choices).toEqual({
      ...{ kind: "buttons", button: "Choose" },
      options: ["Track my order", "Prices", "A person"].map((title, place) => ({ id: `a1.${place}`, title })),
    });
    expect(begun.outcome).toEqual({ kind: "waiting", state });
    expect(said(continueBot(graph, state, says("1")))).not.toContain("Karibu!");
  });

  test("outside business hours the away answer is in place of the greeting, and is not said a second time", () => {
    const step = beginBot(graph, says("Habari", false));
    expect(said(step)).toEqual(["We open at 8.", "What can we do for you?"]);
    if (step.outcome.kind !== "waiting") throw new Error("it does not wait");
    expect(said(continueBot(graph, step.outcome.state, says("3", false)))).toEqual(["One moment."]);
    expect(said(continueBot(graph, state, says("3", false)))).toEqual(["One moment.", "We open at 8."]);
  });

  test("a keyword in the first message leads to its answer, in English or Swahili, whatever stands around it", () => {
    expect(said(beginBot(graph, says("What's the PRICE, please?")))[1]).toContain("32,000");
    expect(said(beginBot(graph, says("Bei ya TV?")))[1]).toContain("32,000");
    expect(said(beginBot(graph, says("Wapi, oda yangu!!")))[1]).toContain("two days");
    expect(said(beginBot(graph, says("priceless")))[1]).toBe(menu.text);
  });

  test("without an answer to begin with a person takes over", () => {
    const step = beginBot({ ...graph, start: "" }, says("Habari"));
    expect(step.outcome).toMatchObject({ kind: "person", team: null });
    expect(said(step)).toEqual(["Karibu!", "One moment."]);
  });
});

describe("what is typed", () => {
  test.each([
    " 2.",
    "2",
    "2)",
    "two",
    "Two!",
    "mbili",
    "option 2",
    "Namba mbili",
    "no. 2",
    "#2",
    "2️⃣",
    "prices",
    "PRICES.",
  ])("%s is the second choice", (text) =>
    expect(said(continueBot(graph, state, says(text)))).toEqual(["A 43 inch TV is KES 32,000."]),
  );

  test("a tap counts, also one in an older message; one of another version counts by its label alone", () => {
    const later: BotState = { ...state, answer: "a3" };
    expect(said(continueBot(graph, later, says("Track my order", true, "a1.0")))).toEqual([
      "Orders arrive in two days.",
    ]);
    const step = continueBot(graph, later, says("Gone since", true, "a1.0"));
    expect(step.understood).toBe(false);
  });

  test("a choice leads to a team of people, and the conversation is no longer the bot's", () => {
    expect(continueBot(graph, state, says("a person")).outcome).toEqual({
      kind: "person",
      team: 7,
      skill: null,
      why: "chosen",
    });
    expect(continueBot(graph, state, says("mhudumu")).outcome).toMatchObject({ kind: "person", team: null });
    expect(continueBot(graph, state, says("1")).outcome).toEqual({ kind: "end" });
  });

  test("what is not understood is asked again once, then a person has it", () => {
    const first = continueBot(graph, state, says("4"));
    expect(said(first)).toEqual(["Sorry?", menu.text]);
    expect(first.understood).toBe(false);
    if (first.outcome.kind !== "waiting") throw new Error("it does not wait");
    const second = continueBot(graph, first.outcome.state, says("blue"));
    expect(second.outcome).toMatchObject({ kind: "person", why: "not understood" });
    expect(said(second)).toEqual(["One moment."]);
  });

  test("where the answer of a conversation is gone, it begins again without the greeting", () => {
    expect(said(continueBot(graph, { ...state, answer: "a9" }, says("Hello")))).toEqual([menu.text]);
  });

  test("words are compared without accents, signs and capitals", () => {
    expect(plainWords("  Ng'ombe, CAFÉ – 1!")).toBe("ngombe cafe 1");
  });
});

describe("whatever the graph is", () => {
  const leads = fc.oneof(
    fc.constantFrom("", "end", "wait", "person", "person:3", "answer:a9", "nonsense"),
    fc.integer({ min: 1, max: 5 }).map((n) => `answer:a${n}`),
  );
  const text = fc.constantFrom("", "Hello", "hi there");
  const anyAnswer = (id: string) =>
    fc.record({
      ...{ id: fc.constant(id), name: fc.constant(id), text, style: fc.constantFrom(...botStyles), leads_to: leads },
      choices: fc.array(fc.record({ label: fc.constantFrom("One", "Blue", "2"), leads_to: leads }), { maxLength: 3 }),
      keywords: fc.array(fc.constantFrom("price", "bei", "hi"), { maxLength: 2 }),
    });
  const anyGraph: fc.Arbitrary<BotGraph> = fc
    .record({
      ...{ greeting: text, away: text, retry: text, hand_over: text, list_button: fc.constant("Choose") },
      start: fc.constantFrom("", "a1", "a9"),
      answers: fc.tuple(...["a1", "a2", "a3", "a4", "a5"].map(anyAnswer)),
    })
    .map((made) => made as BotGraph);
  const typed = fc.oneof(
    fc.constantFrom("1", "two", "price", "Blue", "agent", "", "what"),
    fc.string({ maxLength: 20 }),
  );

  test("each message has a bounded number of replies, and no conversation goes on past two that were not understood", () => {
    fc.assert(
      fc.property(
        anyGraph,
        fc.array(fc.tuple(typed, fc.boolean()), { minLength: 1, maxLength: 8 }),
        (made, messages) => {
          let at: BotState | undefined;
          let strange = 0;
          for (const [words, open] of messages) {
            const before = at;
            const step = before ? continueBot(made, before, says(words, open)) : beginBot(made, says(words, open));
            expect(step.replies.length).toBeLessThanOrEqual(maxReplies);
            strange = step.understood ? 0 : strange + 1;
            expect(strange).toBeLessThanOrEqual(2);
            if (step.outcome.kind !== "waiting") {
              if (strange === 2) expect(step.outcome.kind).toBe("person");
              return;
            }
            expect(strange).toBeLessThanOrEqual(1);
            at = step.outcome.state;
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test("a bot without problems never goes to a person for want of something to say", () => {
    fc.assert(
      fc.property(anyGraph, typed, (made, words) => {
        if (made.start === "" || botProblems(made, { teams: [3], skills: [] }).some(({ stops }) => stops)) return;
        const { outcome } = beginBot(made, says(words));
        if (outcome.kind === "person") expect(outcome.why).toBe("chosen");
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("problems", () => {
  const known = { teams: [7], skills: [3] };
  const words = (more: Partial<BotGraph>) => botProblems({ ...graph, ...more }, known).map((one) => one.words);

  test("a sound bot has none, an empty one has nothing to say", () => {
    expect(words({})).toEqual([]);
    expect(botProblems(emptyBot, known).map((one) => one.words)).toEqual([
      "It has nothing to say. Write a greeting or an answer.",
    ]);
  });

  test("dead ends, choices that lead nowhere or to what is gone, and circles are named with their answer", () => {
    const [, second, third] = graph.answers as [BotAnswer, BotAnswer, BotAnswer];
    expect(words({ answers: [menu, { ...second, leads_to: "" }, third] })).toEqual(["It leads nowhere."]);
    const lost = {
      ...menu,
      choices: [
        { label: "Prices", leads_to: "" },
        { label: "More", leads_to: "answer:a8" },
      ],
    };
    expect(words({ answers: [lost, second, third] })).toEqual([
      "“Prices” leads nowhere.",
      "“More” leads to an answer that was deleted.",
    ]);
    expect(botProblems(graph, { teams: [], skills: [] }).map((one) => one.words)).toEqual([
      "“A person” leads to a team that was deleted.",
    ]);
    expect(words({ answers: [menu, { ...second, leads_to: "skill:4" }, { ...third, leads_to: "skill:3" }] })).toEqual([
      "It leads to a skill that was deleted.",
    ]);
    const round = words({ answers: [menu, { ...second, leads_to: "answer:a3" }, { ...third, leads_to: "answer:a2" }] });
    expect(round).toHaveLength(2);
    expect(round[0]).toMatch(/circle/);
    const row = ["a2", "a3", "a4", "a5", "a6"].map((id, n) =>
      answer(id, { leads_to: n < 4 ? `answer:a${n + 3}` : "end" }),
    );
    expect(words({ answers: [menu, ...row] })[0]).toMatch(/More than 4 answers/);
  });

  test("WhatsApp's limits: 1,024 characters with choices, 20 on a button, 24 in a list, 3 buttons, 10 rows", () => {
    const with_ = (more: Partial<BotAnswer>) => words({ answers: [{ ...menu, ...more }, ...graph.answers.slice(1)] });
    expect(with_({ text: "x".repeat(1_025) })[0]).toBe("The text has 1025 characters. WhatsApp takes 1024 here.");
    expect(with_({ text: "x".repeat(1_025), style: "numbers" })).toEqual([]);
    const labels = (...all: string[]) => all.map((label) => ({ label, leads_to: "end" }));
    const sure = { leads_to: "person" };
    expect(with_({ choices: labels("x".repeat(21)), ...sure })[0]).toMatch(/too long: 20/);
    expect(with_({ choices: labels("x".repeat(24)), style: "list" }).join()).not.toMatch(/too long/);
    expect(with_({ choices: labels("x".repeat(25)), style: "list" })[0]).toMatch(/too long: 24/);
    expect(with_({ choices: labels("A", "B", "C", "D") })[0]).toMatch(/too many for buttons/);
    const eleven = Array.from({ length: 11 }, (_, n) => `Row ${n}`);
    expect(with_({ choices: labels(...eleven), style: "list" })[0]).toBe(
      `WhatsApp takes ${botLimits.choices} choices.`,
    );
    expect(with_({ choices: labels("Yes", "yes!") })[0]).toBe("“yes!” stands twice.");
    expect(with_({ choices: labels("Stop") })[0]).toMatch(/opt-out/);
  });

  test("keywords that opt out or that an earlier answer has are named; an answer that nothing leads to does not stop it", () => {
    const [, second, third] = graph.answers as [BotAnswer, BotAnswer, BotAnswer];
    expect(words({ answers: [menu, { ...second, keywords: ["Acha"] }, third] })[0]).toMatch(/opt-out/);
    expect(words({ answers: [menu, second, { ...third, keywords: ["Delivery!"] }] })[0]).toMatch(/earlier answer/);
    expect(botProblems({ ...graph, answers: [...graph.answers, answer("a4")] }, known)).toEqual([
      { answer: "a4", words: "Nothing leads here.", stops: false },
    ]);
  });

  test("a target is read from its text, and nothing else is one", () => {
    expect(
      ["end", "person", "person:12", "skill:3", "answer:a1", "person:x", "skill:", "elsewhere"].map(botTarget),
    ).toEqual([
      ...[{ to: "end" }, { to: "person", team: null, skill: null }, { to: "person", team: 12, skill: null }],
      ...[
        { to: "person", team: null, skill: 3 },
        { to: "answer", answer: "a1" },
      ],
      ...[undefined, undefined, undefined],
    ]);
  });
});

test("a machine is known by what it says, by repeating the bot, and by saying the same three times in a row", () => {
  expect(seemsAutomatic("This is an automated message. We will be back.", [], [])).toBe(true);
  expect(seemsAutomatic("AUTO-REPLY: thank you", [], [])).toBe(true);
  expect(seemsAutomatic("What can we do for you?", ["What can we do for you?"], [])).toBe(true);
  const same = "Thank you for your message to Shop";
  expect(seemsAutomatic(same, [], [same])).toBe(false);
  expect(seemsAutomatic(same, [], [same, same])).toBe(true);
  expect(seemsAutomatic("2", ["2"], ["2", "2", "2"])).toBe(false);
  expect(seemsAutomatic("Can I get a message when it arrives?", [], [])).toBe(false);
});
