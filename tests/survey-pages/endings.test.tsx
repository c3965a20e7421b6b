import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { CalculatedCard } from "../../app/survey/builder/calculated-card";
import { findCompared } from "../../app/survey/builder/comparison-fields";
import { ConditionCard } from "../../app/survey/builder/condition-card";
import { EndTextCard } from "../../app/survey/builder/end-text-card";
import { changeEndings, EndingFields } from "../../app/survey/builder/endings.server";
import { testRun } from "../../app/survey/builder/tester";
import type { SurveyQuestion } from "../../rules/survey/graph";
import { render } from "../kit-ui/render";
import { graphOf } from "../rules/survey/graph-of";

const graph = graphOf(
  [
    { type: "number", name: "food", text: "How much?" },
    { type: "single", text: "Where?", choices: ["Market", "Shop"] },
  ],
  {
    languages: ["en", "sw"],
    ending: { en: "Thanks!" },
    calculated: [
      { id: 5, name: "twice", expression: "{food} * 2" },
      { id: 6, name: "more", expression: "{twice} + 1" },
    ],
    end_texts: [
      {
        ...{ id: 1, outcome: "completed", asked: null, calculated: 5, operand: "is at least", value: "100" },
        text: { en: "{{twice}} is a lot." },
      },
      {
        ...{ id: 2, outcome: "ineligible", asked: null, calculated: null, operand: "always", value: "" },
        text: { en: "Goodbye.", sw: "Kwaheri." },
      },
    ],
  },
);
const survey = {
  uuid: "u",
  languages: ["en", "sw"],
  end_texts: graph.end_texts,
  calculated: graph.calculated,
} as never;

/** Sends a form as the browser does, and answers what the service was asked for. */
async function post(fields: Record<string, string>, answer: object = { status: 201, body: {} }) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const submission = parseWithZod(form, { schema: EndingFields });
  if (submission.status !== "success") throw new Error(JSON.stringify(submission.reply().error));
  const asked: unknown[] = [];
  const call = async (input: { body: { data?: unknown } }) => {
    asked.push(input.body.data ?? input.body);
    return answer;
  };
  const api = { survey: { setEndTexts: call, setCalculated: call, translateSurvey: call } } as never;
  return { outcome: await changeEndings(api, survey, submission.value), data: asked[0] as { id: number | null }[] };
}

test("the forms of the page send the whole list with one change", async () => {
  const added = await post({ intent: "text-add", outcome: "completed", operand: "always", text: "Bye." });
  expect(added.data.at(-1)).toEqual({
    ...{ id: null, outcome: "completed", asked: null, calculated: null, operand: "always", value: "", text: "Bye." },
  });
  expect(added.data).toHaveLength(3);
  const chosen = await post({
    ...{ intent: "text-add", outcome: "rejected", operand: "equals", asked: "2", values: "21", text: "Full." },
  });
  expect(chosen.data.at(-1)).toMatchObject({ asked: 2, value: "21" });
  expect((await post({ intent: "text-up", id: "2" })).data.map(({ id }) => id)).toEqual([2, 1]);
  expect((await post({ intent: "text-remove", id: "1" })).data.map(({ id }) => id)).toEqual([2]);
  expect((await post({ intent: "text-save", id: "2", text: "So long." })).data[1]).toMatchObject({ text: "So long." });
  expect((await post({ intent: "value-add", name: "x", expression: "1" })).data).toHaveLength(3);
  expect((await post({ intent: "value-up", id: "6" })).data.map(({ id }) => id)).toEqual([6, 5]);
  expect((await post({ intent: "value-remove", id: "5" })).data).toMatchObject([{ name: "more" }]);
  expect((await post({ intent: "closing", text: "End." })).data).toEqual({ language: "en", ending: "End." });
});

test("a refusal is at the field of the form that was sent", async () => {
  const refusal = { status: 422, body: { message: "No.", errors: { "data.1.expression": ["At character 3: …"] } } };
  const { outcome } = await post({ intent: "value-save", id: "6", name: "more", expression: "1 +" }, refusal);
  expect(outcome).toMatchObject({ status: 422, body: { errors: { expression: ["At character 3: …"] } } });
});

test("each text says when it is said, and how many SMS it takes in each language that it has", async () => {
  const html = await render(<EndTextCard uuid="u" graph={graph} about={undefined} last={undefined} />);
  expect(html).toContain("1. Completed, if twice is at least 100");
  expect(html).toContain("2. No consent, in all cases");
  expect(html.match(/Kiswahili: /g)).toHaveLength(1);
  expect(html).toContain('name="operand" value="always"');
  expect(html).toContain("?about=v5");
  expect(html).toContain("?about=2");
});

test("an end text compares an answer with its choices, and a value with a number", async () => {
  const choices = await render(
    <EndTextCard uuid="u" graph={graph} about={findCompared(graph, "2")} last={undefined} />,
  );
  expect(choices).toContain('name="asked" value="2"');
  expect(choices).toContain('value="22"');
  expect(choices).not.toContain("is anything else");
  const value = await render(<EndTextCard uuid="u" graph={graph} about={findCompared(graph, "v6")} last={undefined} />);
  expect(value).toContain('name="calculated" value="6"');
  expect(value).toContain("is at least");
  expect(findCompared(graph, "v9")).toBeUndefined();
});

test("a value can be changed, moved up and removed, and a condition of a question can compare it", async () => {
  const html = await render(<CalculatedCard graph={graph} last={undefined} />);
  expect(html).toContain('value="{twice} + 1"');
  expect(html).toContain("Move up the value more");
  expect(html).not.toContain("Move up the value twice");
  const [, where] = graph.questions as [SurveyQuestion, SurveyQuestion];
  const about = findCompared(graph, "v5") as never;
  const card = await render(<ConditionCard uuid="u" graph={graph} question={where} about={about} last={undefined} />);
  expect(card).toContain("the value twice");
  expect(card).toContain('name="calculated" value="5"');
});

test("the survey beside the builder ends with the text of its outcome", () => {
  expect(testRun(graph, "en", ["60", "1"]).turns.at(-1)?.text).toBe("120 is a lot.");
  expect(testRun(graph, "en", ["6", "1"], "whatsapp").turns.at(-1)?.text).toBe("Thanks!");
});
