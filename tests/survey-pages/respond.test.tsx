import { expect, test } from "vitest";
import { chosenIn } from "../../app/kit/survey-questions/chosen";
import { QuestionFields } from "../../app/kit/survey-questions/question-fields";
import { QuestionResults } from "../../app/survey/results/question-results";
import { asQuestion } from "../../services/survey/store/questions";
import { render } from "../kit-ui/render";
import { graphOf, questionOf } from "../rules/survey/graph-of";

const shown = (question: Parameters<typeof questionOf>[0], answered = "", error?: string) =>
  render(
    <QuestionFields
      question={asQuestion(questionOf(question), 0)}
      {...{ language: "sw", main: "en", answered, error }}
    />,
  );

test("choices are chosen, one or several, and what was chosen before stays chosen", async () => {
  const one = await shown({ type: "single", choices: ["Good", "Poor"] }, "12");
  expect(one.match(/type="radio"/g)).toHaveLength(2);
  expect(one).toMatch(/value="12"[^>]*checked|checked[^>]*value="12"/);
  expect(await shown({ type: "multiple", choices: ["A", "B"] })).toContain('type="checkbox"');
});

test("marks have their ends named in the language", async () => {
  const nps = await shown({ type: "nps" });
  expect(nps.match(/type="radio"/g)).toHaveLength(11);
  expect(nps).toContain("0 (chini)");
  expect(await shown({ type: "yes_no" })).toContain("Ndio");
});

test("a refusal is at the field, which keeps what was typed", async () => {
  const html = await shown({ type: "number" }, "12", "Namba hiyo haikubaliki.");
  expect(html).toContain("Namba hiyo haikubaliki.");
  expect(html).toContain('value="12"');
  expect(html).toContain('aria-invalid="true"');
});

test("results say how many answered, left it out and were not asked, and offer aliases for what was typed", async () => {
  const graph = graphOf([{ type: "single", text: "How was it?", choices: ["Good", "Poor"] }]);
  const [question = questionOf()] = graph.questions;
  const figures = {
    ...{
      question: asQuestion(question, 0),
      answered: 3,
      skipped: 1,
      refused: 0,
      unknown: 0,
      mean: null,
      nps: null,
      texts: [],
      stopped: 2,
    },
    shares: [
      { label: "Good", choice: 11, count: 2 },
      { label: "Poor", choice: 12, count: 1 },
    ],
    unmatched: [{ text: "poa", count: 14 }],
  };
  const html = await render(
    <QuestionResults uuid="u" place={1} figures={figures} counted={5} graph={graph} filters={{}} />,
  );
  const text = html.replace(/<[^>]*>/g, "");
  expect(text).toContain("3 answered, 1 left it out, 1 not asked. 2 stopped here");
  expect(text).toContain("2, 67%");
  expect(html).toContain("“poa”");
});

test("a ranking has a list for each place, which keeps what was chosen before all had one", async () => {
  const html = await shown({ type: "rank", choices: ["Price", "Taste"] }, "0,11", "Baadhi hazipo.");
  expect(html.match(/<select/g)).toHaveLength(2);
  expect(html).toContain("Nafasi 2");
  expect(html.match(/selected=""/g)).toHaveLength(1);
  expect(html).toMatch(/name="choice\[1\]"[\s\S]*value="11" selected=""/);
  expect(html).toContain('aria-invalid="true"');
});

test("a matrix has one group of choices for each row", async () => {
  const row = (text: string) => ({ text, aliases: [], role: "row" as const });
  const html = await shown({ type: "matrix", choices: [row("Price"), row("Taste"), "Good", "Poor"] }, "14,0");
  expect(html.match(/type="radio"/g)).toHaveLength(4);
  expect(html.match(/checked=""/g)).toHaveLength(1);
  expect(html).toMatch(/name="choice\[0\]"[^>]*value="14"|checked=""[^>]*name="choice\[0\]"/);
});

test("a posted ranking or matrix keeps the places without a choice", () => {
  const form = new FormData();
  form.append("choice[0]", "");
  form.append("choice[2]", "11");
  expect(chosenIn(form)).toEqual([0, 0, 11]);
  const ticked = new FormData();
  for (const id of ["12", "x", "11"]) ticked.append("choice", id);
  expect(chosenIn(ticked)).toEqual([12, 11]);
  const page = new FormData();
  page.append("q1.choice", "12");
  page.append("q11.choice", "13");
  page.append("q2.choice[1]", "21");
  expect([chosenIn(page, "q1."), chosenIn(page, "q2."), chosenIn(page)]).toEqual([[12], [0, 21], []]);
});

test("results of a ranking say how many gave each choice a place, and those of a matrix how many answered each row", async () => {
  const [question = questionOf()] = graphOf([{ type: "rank", choices: ["Price"] }]).questions;
  const figures = {
    ...{ question: asQuestion(question, 0), answered: 3, skipped: 0, refused: 0, unknown: 0, mean: null, nps: null },
    ...{ texts: [], stopped: 0, shares: [], unmatched: [] },
    ranks: [{ label: "Price", choice: 11, ranked: 3, mean: 1.67, first: 2 }],
    rows: [{ label: "Service", row: 12, answered: 2, shares: [{ label: "Good", choice: 13, count: 1 }] }],
  };
  const graph = graphOf([]);
  const html = await render(
    <QuestionResults uuid="u" place={1} figures={figures} counted={3} graph={graph} filters={{}} />,
  );
  const words = html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  expect(words).toContain("Price 1.67 2 of 3");
  expect(words).toContain("Service 2 answered");
  expect(words).toContain("1, 50%");
});
