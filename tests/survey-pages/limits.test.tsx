import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { BuildFields, build } from "../../app/survey/builder/build.server";
import { LimitCard } from "../../app/survey/builder/limit-card";
import { QuotaCells } from "../../app/survey/results/quota-cells";
import type { SurveyQuestion } from "../../rules/survey/graph";
import { typedRange } from "../../rules/survey/quotas";
import type { QuotaCell } from "../../services/survey/contract.limits";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { asQuestion } from "../../services/survey/store/questions";
import { render } from "../kit-ui/render";
import { graphOf } from "../rules/survey/graph-of";

const graph = graphOf([
  { type: "single", text: "Sex?", choices: ["Woman", "Man"] },
  { type: "number", text: "Age?" },
  { type: "yes_no", text: "A phone?" },
  { type: "text", text: "Why?" },
]);
const [sex, age, phone] = graph.questions as [SurveyQuestion, SurveyQuestion, SurveyQuestion];
const survey = { uuid: "u", languages: ["en"], quotas: [], questions: graph.questions.map(asQuestion) };
const cell: QuotaCell = {
  ...{ id: 5, name: "Young women", max_count: 1_200, taken: 300 },
  conditions: [
    { question: 1, group: { kind: "choice", choice: 11 } },
    { question: 2, group: typedRange(18, 24) },
    { question: 3, group: { kind: "yes", yes: true } },
  ],
};
const textIn = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
const shown = { uuid: "u", graph, shown: 1, last: undefined };

describe("the card of limits over several questions", () => {
  test("lists them with their conditions, the target and what is reached", async () => {
    const html = await render(<LimitCard {...shown} cells={[cell]} about={[]} />);
    expect(textIn(html)).toContain("Young women Sex?: Woman; Age?: 18 to 24; A phone?: Yes 300 of 1,200 reached");
    expect(html).toContain(`href="/survey/u/responses?answers=${encodeURIComponent("1:11,2:18..25,3:yes")}"`);
    expect(html).toContain('value="1200"');
    expect(html).toContain("Remove the limit Young women");
  });

  test("has the questions to choose from, of which each kind can be in a limit, and then their answers", async () => {
    const choice = await render(<LimitCard {...shown} cells={[]} about={[]} />);
    expect(choice).toContain('method="get"');
    expect(choice).toContain('<input type="hidden" name="question" value="1"/>');
    expect(choice.match(/name="limit"/g)).toHaveLength(3);
    expect(choice).not.toContain("Why?");
    const form = await render(<LimitCard {...shown} cells={[]} about={[sex, age, phone]} />);
    expect(form).toContain('<option value="11">Woman</option>');
    expect(form).toContain('<option value="no">No</option>');
    for (const name of ["row_question", "row_answer", "row_from", "row_to"])
      expect(form.match(new RegExp(`name="${name}"`, "g"))).toHaveLength(3);
  });

  test("is not there without a question that can be in one", async () => {
    const words = graphOf([{ type: "text" }]);
    expect(await render(<LimitCard {...shown} graph={words} cells={[]} about={[]} />)).toBe("");
  });

  test("keeps what was typed beside what is wrong with it", async () => {
    const error = { "row.1": ["Enter a number."] };
    const rows = { row_question: ["1", "2"], row_answer: ["12", ""], row_from: ["", "x"], row_to: ["", "30"] };
    const initialValue = { intent: "limit-add", name: "Men", max_count: "5", ...rows };
    const last = { reply: { fields: Object.keys(initialValue), initialValue, error } } as never;
    const html = await render(<LimitCard {...shown} cells={[]} about={[sex, age]} last={last} />);
    expect(html).toContain('<option value="12" selected="">Man</option>');
    expect(html).toContain('value="x"');
    expect(html).toContain('value="30"');
    expect(html).toContain("Enter a number.");
  });
});

describe("the forms of limits", () => {
  /** What the service is asked for by a form as the browser posts it, and what became of it. */
  async function post(pairs: [string, string][], answer: object = { status: 201, body: {} }) {
    const form = new FormData();
    for (const [name, value] of pairs) form.append(name, value);
    const submission = parseWithZod(form, { schema: BuildFields });
    if (submission.status !== "success") throw new Error(JSON.stringify(submission.reply().error));
    const asked: [name: string, input: unknown][] = [];
    const call = (name: string) => async (input: unknown) => {
      asked.push([name, input]);
      return answer;
    };
    const names = ["createQuotaCell", "updateQuotaCell", "deleteQuotaCell"];
    const api = { survey: Object.fromEntries(names.map((name) => [name, call(name)])) } as never;
    return { outcome: await build(api, survey as never, submission.value), asked };
  }
  const row = (question: string, answer: string, from: string, to: string): [string, string][] => [
    ["row_question", question],
    ["row_answer", answer],
    ["row_from", from],
    ["row_to", to],
  ];
  const add = (...rows: [string, string][][]): [string, string][] => [
    ["intent", "limit-add"],
    ["name", "Young women"],
    ["max_count", "1,200"],
    ...rows.flat(),
  ];

  test("send the conditions of their rows", async () => {
    const all = [row("1", "11", "", ""), row("2", "", "18", "24"), row("3", "yes", "", "")];
    const { outcome, asked } = await post(add(...all));
    expect(outcome).toEqual({ said: "Limit added" });
    const { name, max_count, conditions } = { ...cell, max_count: 1_200 };
    expect(asked).toEqual([["createQuotaCell", { body: { survey: "u", name, max_count, conditions } }]]);
    const open = await post(add(row("2", "", "65", "")));
    expect(open.asked[0]?.[1]).toMatchObject({ body: { conditions: [{ question: 2, group: typedRange(65, null) }] } });
  });

  test("say at a row what is wrong with it, also what the service says", async () => {
    const wrong = await post(
      add(row("1", "", "", ""), row("2", "", "", ""), row("2", "", "x", ""), row("9", "1", "", "")),
    );
    expect(wrong.asked).toEqual([]);
    expect(wrong.outcome).toMatchObject({
      body: {
        errors: {
          "row.0": ["Choose an answer."],
          "row.1": ["Enter the lowest or the highest number."],
          "row.2": ["Enter a number."],
          "row.3": ["This question was deleted."],
        },
      },
    });
    const errors = { "conditions.1.group.to": ["Enter a smaller number."], name: ["Another limit has this name."] };
    const answer = { status: 422, body: { status: 422, message: "", errors } };
    const refused = await post(add(row("1", "11", "", ""), row("2", "", "18", "24")), answer);
    expect(refused.outcome).toMatchObject({
      body: { errors: { "row.1": ["Enter a smaller number."], name: ["Another limit has this name."] } },
    });
  });

  test("change the target and take a limit away", async () => {
    const save = (max_count: string) =>
      post([
        ["intent", "limit-save"],
        ["limit", "5"],
        ["max_count", max_count],
      ]);
    expect((await save("1,500")).asked).toEqual([
      ["updateQuotaCell", { params: { id: 5 }, body: { max_count: 1_500 } }],
    ]);
    expect(await save("many")).toMatchObject({
      asked: [],
      outcome: { body: { errors: { max_count: ["Enter a whole number."] } } },
    });
    const { asked } = await post([
      ["intent", "limit-remove"],
      ["limit", "5"],
      ["max_count", "5"],
    ]);
    expect(asked).toEqual([["deleteQuotaCell", { params: { id: 5 } }]]);
  });
});

test("the results list a limit over several questions after those of choices, and it opens its responses", async () => {
  const quota = { id: 1, question_id: 1, choice_id: 12, max_count: 10, taken: 10 };
  const limited = { ...survey, quotas: [quota], quota_cells: [cell] } as unknown as SurveyDetail;
  const html = await render(<QuotaCells survey={limited} />);
  expect(textIn(html)).toContain(
    "Man Sex? 10 10 0 Young women Sex?: Woman; Age?: 18 to 24; A phone?: Yes 1,200 300 900",
  );
  expect(textIn(html)).toContain("900 open.");
  expect(html).toContain(`href="/survey/u/responses?answers=${encodeURIComponent("1:11,2:18..25,3:yes")}"`);
});
