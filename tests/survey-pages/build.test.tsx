import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { BuildFields, build } from "../../app/survey/builder/build.server";
import { ConditionCard } from "../../app/survey/builder/condition-card";
import { QuestionForm } from "../../app/survey/builder/question-form";
import { QuestionList } from "../../app/survey/builder/question-list";
import { testRun } from "../../app/survey/builder/tester";
import { TesterCard } from "../../app/survey/builder/tester-card";
import type { SurveyQuestion } from "../../rules/survey/graph";
import { render } from "../kit-ui/render";
import { graphOf } from "../rules/survey/graph-of";

const graph = graphOf([
  {
    type: "single",
    text: "How was it?",
    choices: [{ text: "Good", aliases: ["nzuri"] }, "Poor"],
    conditions: [{ operand: "equals", value: "11", target: null }],
  },
  { type: "number", text: "How many?", min: 1, max: 9 },
]);
const [how, many] = graph.questions as [SurveyQuestion, SurveyQuestion];

/** A form as the browser posts it, read by the builder's shape. */
function read(pairs: [string, string][]) {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  const submission = parseWithZod(form, { schema: BuildFields });
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.reply().error));
  return submission.value;
}

/** A survey service that takes everything, and what it was asked for. */
function recorder() {
  const asked: [name: string, input: unknown][] = [];
  const survey = new Proxy(
    {},
    {
      get: (_, name: string) => async (input: unknown) => {
        asked.push([name, input]);
        return { status: 201, body: { question: { id: 7 } } };
      },
    },
  );
  return { asked, api: { survey } as never };
}

test("the rows of choices are read in their order: an emptied one goes, a new one has no id", async () => {
  const { asked, api } = recorder();
  const value = read([
    ["intent", "save"],
    ["question", "1"],
    ["type", "single"],
    ["text", "How was it?"],
    ["required", "on"],
    ...[
      ["11", "Good", "nzuri, safi,"],
      ["12", "", ""],
      ["", "Fair", ""],
    ].flatMap(([id = "", text = "", words = ""]): [string, string][] => [
      ["choice_id", id],
      ["choice_text", text],
      ["choice_words", words],
    ]),
  ]);
  expect(await build(api, { questions: [] } as never, value)).toEqual({ said: "Question saved", question: 1 });
  expect(asked).toMatchObject([
    [
      "updateQuestion",
      {
        params: { id: 1 },
        body: {
          required: true,
          options: [
            { id: 11, text: "Good", aliases: ["nzuri", "safi"] },
            { id: null, text: "Fair", aliases: [] },
          ],
        },
      },
    ],
  ]);
});

test("a condition with chosen choices has their ids, and no target is the end", async () => {
  const { asked, api } = recorder();
  const fields: [string, string][] = [
    ["intent", "condition"],
    ["question", "1"],
    ["asked", ""],
    ["operand", "is one of"],
    ["values", "11"],
    ["values", "12"],
    ["target", ""],
  ];
  await build(api, { questions: [] } as never, read(fields));
  const body = { question_id: 1, asked: null, operand: "is one of", value: "11,12", target: null };
  expect(asked).toEqual([["createCondition", { body }]]);
});

test.each([
  ["down", 1, [2, 1, 3]],
  ["up", 3, [1, 3, 2]],
  ["up", 1, undefined],
])("%s moves question %i: %j", async (intent, question, expected) => {
  const { asked, api } = recorder();
  const survey = { uuid: "u", questions: [{ id: 1 }, { id: 2 }, { id: 3 }] } as never;
  const value = read([
    ["intent", intent],
    ["question", String(question)],
  ]);
  await build(api, survey, value);
  const body = { survey: "u", questions: expected };
  expect(asked).toEqual(expected ? [["rankQuestions", { body }]] : []);
});

test("a limit that is no number is refused at its field", async () => {
  const { asked, api } = recorder();
  const value = read([
    ["intent", "quota"],
    ["choice", "11"],
    ["max_count", "many"],
  ]);
  const refused = await build(api, { questions: [] } as never, value);
  expect(refused).toMatchObject({ status: 422, body: { errors: { max_count: ["Enter a whole number."] } } });
  expect(asked).toEqual([]);
});

test("a test run answers what the survey would, and nothing after the end", () => {
  const said = (...replies: string[]) => testRun(graph, "en", replies).turns.filter(({ incoming }) => !incoming);
  expect(said().map(({ text }) => text)).toEqual(["How was it?\nReply\n1 Good\n2 Poor\nSTOP to end."]);
  expect(said("NZURI!", "more").map(({ text }) => text)[1]).toBe("Thank you. Your answers have been saved.");
  expect(said("2", "12").at(-1)?.text).toBe("That number is out of range.\nHow many?\nReply with a number from 1 to 9");
  expect(testRun(graph, "en", ["x", "x", "x", "1"])).toMatchObject({ next: null });
});

test("the builder shows the questions, the choices with their words, the parts and the sentence of a condition", async () => {
  const list = await render(<QuestionList uuid="u" graph={graph} chosen={how} last={undefined} />);
  expect(list).toContain("If this answer equals Good, end the survey.");
  expect(list).toContain("Move question 1 down");
  expect(list).not.toContain("Move question 1 up");
  const form = await render(<QuestionForm graph={graph} question={how} place={1} quotas={[]} last={undefined} />);
  expect(form).toContain('value="nzuri"');
  expect(form).toContain("1 SMS");
  const conditions = await render(
    <ConditionCard uuid="u" graph={graph} question={many} about={how} last={undefined} />,
  );
  expect(conditions).toContain("the answer to 1 How was it?");
});

test("the tester keeps what was replied in its form", async () => {
  const run = testRun(graph, "en", ["2"]);
  const html = await render(
    <TesterCard {...{ uuid: "u", graph, run, replies: ["2"], view: "sms", language: "en", chosen: 1 }} />,
  );
  expect(html).toContain("How many?");
  expect(html).toContain('name="say" value="2"');
});

test("a question is saved with its name, its order, the kinds of its choices and its section", async () => {
  const { asked, api } = recorder();
  const value = read([
    ...(Object.entries({ intent: "save", question: "1", type: "single", text: "How?", name: "how" }) as [
      string,
      string,
    ][]),
    ...(Object.entries({ random_order: "on", section_title: "You", section_text: "About you." }) as [string, string][]),
    ...[
      ["11", "Good", "normal"],
      ["12", "None", "exclusive"],
      ["13", "Fair", "odd"],
    ].flatMap(([id = "", text = "", role = ""]): [string, string][] => [
      ["choice_id", id],
      ["choice_text", text],
      ["choice_words", ""],
      ["choice_role", role],
    ]),
  ]);
  await build(api, { questions: [] } as never, value);
  expect(asked).toMatchObject([
    [
      "updateQuestion",
      {
        body: {
          ...{ name: "how", random_order: true, section: { title: "You", text: "About you." } },
          options: [{ role: "normal" }, { role: "exclusive" }, { role: "normal" }],
        },
      },
    ],
  ]);
});

test("a refused question keeps its order, the kinds of its choices and its section, which is unfolded", async () => {
  const typed = {
    ...{ intent: "save", section_title: "", section_text: "About you.", random_order: "on", name: "2nd" },
    ...{ choice_id: ["11", "12"], choice_text: ["Good", "None"], choice_words: ["", ""] },
    choice_role: ["normal", "exclusive"],
  };
  const last = {
    reply: {
      status: "error",
      fields: Object.keys(typed),
      initialValue: typed,
      error: { "section.title": ["Enter a title."] },
    },
  } as never;
  const html = await render(<QuestionForm graph={graph} question={how} place={1} quotas={[]} last={last} />);
  expect(html).toContain("Enter a title.");
  expect(html).toMatch(/<details[^>]*open[^>]*><summary[^>]*>Section/);
  expect(html).toContain("About you.");
  expect(html).toMatch(/<option value="exclusive"[^>]*selected/);
  expect(html).toMatch(/name="random_order"[^>]*checked|checked[^>]*name="random_order"/);
});

test("earlier answers are listed with what is written for them, and the tester shows them", async () => {
  const piping = graphOf([
    { type: "single", name: "product", text: "What did you buy?", choices: ["Tea", "Coffee"] },
    { type: "text", text: "How was the {{product}}?", section: { title: { en: "About it" }, text: { en: "" } } },
  ]);
  const [, second] = piping.questions;
  if (!second) throw new Error("no question");
  const form = await render(<QuestionForm graph={piping} question={second} place={2} quotas={[]} last={undefined} />);
  expect(form).toContain("<code>{{product}}</code>");
  expect(form).not.toContain("<code>{{2}}</code>");
  const run = testRun(piping, "en", ["1"]);
  expect(run.turns.at(-1)?.text).toBe("How was the Tea?");
  const html = await render(
    <TesterCard {...{ uuid: "u", graph: piping, run, replies: ["1"], view: "web", language: "en", chosen: 1 }} />,
  );
  expect(html).toContain("How was the Tea?");
  expect(html).toContain("About it");
  const list = await render(<QuestionList uuid="u" graph={piping} chosen={second} last={undefined} />);
  expect(list.replace(/<!-- -->/g, "")).toContain("Section: About it");
});
