import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import type { SurveyVersions, VersionDifferences } from "../../services/survey/contract.versions";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

const publish = (uuid: string) => fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } }, "researcher");
const differences = (uuid: string, query: object = {}) =>
  fixture.must<VersionDifferences>(200, "versionDifferences", { params: { uuid }, query });
const words = ({ differences: found }: VersionDifferences) => found.map((one) => one.words);

describe("the versions of a survey", () => {
  test("have who published them, and the sessions that keep them", async () => {
    const { uuid, link, how, good, nps } = await fixture.delivery();
    const begun = await fixture.begin(link);
    await fixture.answer(begun, { question: how, choices: [good] });
    await fixture.answer(begun, { question: nps, text: "9" });
    await fixture.begin(link);
    await publish(uuid);
    await fixture.begin(link);
    const { data } = await fixture.must<SurveyVersions>(200, "surveyVersions", { params: { uuid } });
    expect(data.map(({ at: _, ...version }) => version)).toEqual([
      { version: 2, by: "Otieno Ouma", open: 1, ended: 0 },
      { version: 1, by: expect.any(String), open: 1, ended: 1 },
    ]);
    expect(data[0]?.at).toMatch(/Z$/);
  });

  test("keep the texts of a question that asked for a text once, beside what it is answered with now", async () => {
    const { uuid } = await fixture.create();
    const why = await fixture.question(uuid, { type: "text", text: "How was it?" });
    const first = await publish(uuid);
    const answered = async (link: string, text: string) =>
      fixture.answer(await fixture.begin(link), { question: why.id, text });
    await answered(first.link ?? "", "Very late");
    await fixture.must(201, "updateQuestion", { params: { id: why.id }, body: { type: "nps", text: "How was it?" } });
    await publish(uuid);
    await answered(first.link ?? "", "7");
    const { body } = await fixture.ask("statistics", { query: {}, body: { survey: uuid } });
    expect(body.questions).toMatchObject([{ question: { type: "nps" }, answered: 2, texts: [{ text: "Very late" }] }]);
  });

  test("are compared: what is being written with the last, or two of them", async () => {
    const { uuid, nps } = await fixture.delivery();
    expect(await differences(uuid)).toEqual({ before: 1, after: 0, differences: [] });
    const more = { type: "yes_no", text: "May we call you?" };
    await fixture.question(uuid, more);
    await fixture.must(201, "updateQuestion", { params: { id: nps }, body: { type: "nps", text: "And our shop?" } });
    const told = ["Question 3: text changed", "Question 4: added"];
    expect(words(await differences(uuid))).toEqual(told);
    await publish(uuid);
    expect(words(await differences(uuid))).toEqual([]);
    expect(await differences(uuid, { before: 1, after: 2 })).toMatchObject({ before: 1, after: 2 });
    expect(words(await differences(uuid, { before: 1, after: 2 }))).toEqual(told);
    expect(words(await differences(uuid, { before: 2, after: 1 }))).toEqual([
      ...["Question 4: removed", "Question 3: text changed"],
    ]);
    expect(words(await differences(uuid, { before: 1 }))).toEqual(told);
  });

  test("are none, and nothing is compared, before one is published", async () => {
    const { uuid } = await fixture.create();
    expect((await fixture.ask("surveyVersions", { params: { uuid } })).body).toEqual({ data: [] });
    expect(await differences(uuid)).toEqual({ before: null, after: 0, differences: [] });
  });

  test("that there are not are not found, and those of another account neither", async () => {
    const { uuid } = await fixture.delivery();
    const call = { params: { uuid }, query: {} };
    expect((await fixture.ask("versionDifferences", { ...call, query: { after: 7 } })).status).toBe(404);
    expect((await fixture.ask("versionDifferences", { ...call, query: { after: "x" } })).status).toBe(422);
    for (const name of ["surveyVersions", "versionDifferences"] as const) {
      expect((await fixture.ask(name, call, "other")).status).toBe(404);
      expect((await fixture.ask(name, call, "nobody")).status).toBe(403);
    }
  });
});
