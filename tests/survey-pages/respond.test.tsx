import { expect, test } from "vitest";
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
