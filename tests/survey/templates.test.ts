import { afterAll, beforeAll, expect, test } from "vitest";
import { nextQuestion } from "../../rules/survey/conditions";
import type { SurveyAnswer } from "../../rules/survey/graph";
import { publishFindings } from "../../rules/survey/publish";
import { graphFrom } from "../../rules/survey/questions";
import { templateIds } from "../../rules/survey/templates";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

const begin = (template: string, languages = ["en", "sw"]) => fixture.create({ template, languages });

test.each(templateIds)("the template %s is a survey that can be published at once, in both languages", async (id) => {
  const made = await begin(id);
  expect(made.findings.filter(({ level }) => level === "fault")).toEqual([]);
  expect(made.findings.filter(({ text }) => text.includes("not wholly in"))).toEqual([]);
  expect(made.ending).toMatchObject({ en: expect.any(String), sw: expect.any(String) });
  const published = await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid: made.uuid } });
  expect(published).toMatchObject({ status: "published", version: 1 });
});

test("after a mark of 0 to 10 each group is asked why in its own words", async () => {
  const graph = graphFrom(await begin("nps"));
  const [mark] = graph.questions;
  if (!mark) throw new Error("the template has no questions");
  const after = (number: number) =>
    nextQuestion(graph, mark, new Map<number, SurveyAnswer>([[mark.id, { kind: "number", number }]]))?.text.en;
  expect(after(6)).toBe("Why {{mark}}? What went wrong?");
  expect(after(7)).toBe("What is missing for a 10?");
  expect(after(9)).toBe("What do you like most?");
});

test("a condition of a template about a choice names the choice of the new survey", async () => {
  const { questions } = await begin("baseline");
  const [, age] = questions;
  expect(age?.condition).toMatchObject([{ operand: "equals", value: String(age?.options[0]?.id), target: null }]);
});

test("a survey in one language has its texts only, and one in a third language has the English ones to write over", async () => {
  const swahili = await begin("csat", ["sw"]);
  expect(Object.keys(swahili.questions[0]?.text ?? {})).toEqual(["sw"]);
  expect(swahili.questions[0]?.text.sw).toMatch(/^Uliridhika/);
  const french = await begin("csat", ["fr"]);
  expect(french.questions[0]?.text).toEqual({ fr: expect.stringMatching(/^How satisfied/) });
  expect(publishFindings(graphFrom(french)).filter(({ level }) => level === "fault")).toEqual([]);
});

test("a template that there is not is refused at its field", async () => {
  const refused = await fixture.ask("createSurvey", { body: { title: "Odd", template: "gossip" } });
  expect(refused).toMatchObject({ status: 422, body: { errors: { template: ["Choose a template."] } } });
  expect((await fixture.create({ template: "" })).questions).toEqual([]);
});
