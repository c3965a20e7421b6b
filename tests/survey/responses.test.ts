import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SurveyStatistics } from "../../services/survey/contract.responses";
import type { SurveySession } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

type Delivery = Awaited<ReturnType<SurveyFixture["delivery"]>>;

/** Answers the whole survey: good with a mark, or poor with a reason and a mark. */
async function respond({ link, how, why, nps, good, poor }: Delivery, mark: number, reason?: string) {
  const begun = await fixture.begin(link);
  await fixture.answer(begun, { question: how, choices: [reason === undefined ? good : poor] });
  if (reason !== undefined) await fixture.answer(begun, { question: why, text: reason });
  return { begun, last: await fixture.answer(begun, { question: nps, text: String(mark) }) };
}

const statistics = (survey: string, query: object = {}) =>
  fixture.must<SurveyStatistics>(200, "statistics", { query, body: { survey } });
const listed = async (survey: string, query: object = {}) =>
  (await fixture.must<{ data: SurveySession[] }>(200, "responses", { query, body: { survey } })).data;

describe("answering on the web", () => {
  test("goes from question to question to the end, and needs no account", async () => {
    const survey = await fixture.delivery();
    const begun = await fixture.begin(survey.link);
    const first = await fixture.must<object>(200, "webSession", { params: begun }, "");
    expect(first).toMatchObject({ place: 1, total: 3, previous: null, question: { text: { en: "How was it?" } } });
    const { last } = await respond(survey, 9, "Late");
    expect(last).toMatchObject({ question: null, ending: "Thank you. Your answers have been saved." });
  });

  test("a wrong answer is refused in words of the language, and nothing is lost", async () => {
    const survey = await fixture.delivery();
    const begun = await fixture.begin(survey.link);
    const refused = await fixture.ask("answerWebQuestion", { params: begun, body: { question: survey.how } }, "");
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { answer: ["Please reply with one of the numbers."] } },
    });
    await fixture.answer(begun, { question: survey.how, choices: [survey.good] });
    const out = await fixture.ask(
      "answerWebQuestion",
      { params: begun, body: { question: survey.nps, text: "11" } },
      "",
    );
    expect(out.body.errors).toEqual({ answer: ["That number is out of range."] });
    const figures = (await statistics(survey.uuid, { state: "all" })).questions[2];
    expect(figures?.unmatched).toEqual([{ text: "11", count: 1 }]);
  });

  test("an answer sent twice counts once, and one to a question that is not asked changes nothing", async () => {
    const survey = await fixture.delivery();
    const begun = await fixture.begin(survey.link);
    const same = { question: survey.how, choices: [survey.good] };
    const [one, two] = await Promise.all([fixture.answer(begun, same), fixture.answer(begun, same)]);
    expect([one.question?.id, two.question?.id]).toEqual([survey.nps, survey.nps]);
    const aside = await fixture.answer(begun, { question: survey.why, text: "never asked" });
    expect(aside.question?.id).toBe(survey.nps);
    expect(await listed(survey.uuid, { state: "all" })).toMatchObject([{ answers: { [survey.how]: "Good" } }]);
  });

  test("an answer that is changed leaves out what was answered on the way not taken", async () => {
    const survey = await fixture.delivery();
    const begun = await fixture.begin(survey.link);
    await fixture.answer(begun, { question: survey.how, choices: [survey.poor] });
    await fixture.answer(begun, { question: survey.why, text: "Late" });
    const back = await fixture.must<object>(200, "webSession", { params: begun, query: { question: survey.how } }, "");
    expect(back).toMatchObject({ question: { id: survey.how }, answered: String(survey.poor), place: 1 });
    await fixture.answer(begun, { question: survey.how, choices: [survey.good] });
    await fixture.answer(begun, { question: survey.nps, text: "10" });
    const [response] = await listed(survey.uuid);
    expect(response?.answers).toEqual({ [survey.how]: "Good", [survey.nps]: "10" });
    const whole = await fixture.must<Record<string, unknown>>(200, "response", {
      params: { uuid: survey.uuid, id: response?.id },
    });
    expect(whole.left_out).toEqual({ [survey.why]: "Late" });
    expect(whole.turns).not.toHaveLength(0);
  });

  test("is closed with the survey, and unknown links and sessions are 404", async () => {
    const survey = await fixture.delivery();
    const begun = await fixture.begin(survey.link);
    await fixture.must(201, "closeSurvey", { params: { uuid: survey.uuid } });
    expect((await fixture.ask("beginWebSession", { params: { link: survey.link }, body: {} }, "")).status).toBe(409);
    const late = { question: survey.how, choices: [survey.good] };
    expect((await fixture.ask("answerWebQuestion", { params: begun, body: late }, "")).status).toBe(409);
    expect((await fixture.ask("webSurvey", { params: { link: "a".repeat(16) } }, "")).status).toBe(404);
    const other = { link: survey.link, session: "b".repeat(24) };
    expect((await fixture.ask("webSession", { params: other }, "")).status).toBe(404);
    const elsewhere = await fixture.delivery();
    expect((await fixture.ask("webSession", { params: { ...begun, link: elsewhere.link } }, "")).status).toBe(404);
  });

  test("a draft is not there yet, and shows nothing of aliases and conditions once it is", async () => {
    const draft = await fixture.create();
    expect((await fixture.ask("webSurvey", { params: { link: draft.link } }, "")).status).toBe(404);
    const survey = await fixture.delivery();
    const shown = await fixture.must<{ question: object }>(
      200,
      "webSession",
      { params: await fixture.begin(survey.link) },
      "",
    );
    expect(shown.question).toMatchObject({ condition: [], options: [{ aliases: [] }, { aliases: [] }] });
  });

  test("programs that begin session after session are slowed down", async () => {
    const survey = await fixture.delivery();
    const statuses: number[] = [];
    for (let at = 0; at < 70; at++)
      statuses.push((await fixture.ask("beginWebSession", { params: { link: survey.link }, body: {} }, "")).status);
    expect(statuses).toContain(429);
  });
});

describe("a limit", () => {
  test("of 2 takes 2 of 3 that end at once", async () => {
    const other = await surveyFixture();
    try {
      const survey = await other.delivery();
      await other.must(201, "setQuota", { body: { choice_id: survey.good, max_count: 2 } });
      const begun = await Promise.all([1, 2, 3].map(() => other.begin(survey.link)));
      for (const params of begun) await other.answer(params, { question: survey.how, choices: [survey.good] });
      const ends = await Promise.all(begun.map((params) => other.answer(params, { question: survey.nps, text: "9" })));
      const full = "Thank you. We have enough answers from people like you.";
      expect(ends.filter(({ ending }) => ending === full)).toHaveLength(1);
      expect(await other.load(survey.uuid)).toMatchObject({ completed_count: 2, quotas: [{ taken: 2, max_count: 2 }] });
      // Who comes later is told at the question that decides it.
      const late = await other.answer(await other.begin(survey.link), { question: survey.how, choices: [survey.good] });
      expect(late.ending).toBe(full);
      const poor = await other.answer(await other.begin(survey.link), { question: survey.how, choices: [survey.poor] });
      expect(poor.question?.id).toBe(survey.why);
      const refused = await other.ask("setQuota", { body: { choice_id: survey.good, max_count: 1 } });
      expect(refused.status).toBe(422);
    } finally {
      await other.close();
    }
  });
});

describe("results", () => {
  let other: SurveyFixture;
  let survey: Delivery;
  beforeAll(async () => {
    other = fixture;
    fixture = await surveyFixture();
    survey = await fixture.delivery();
    for (const mark of [10, 9, 7]) await respond(survey, mark);
    await respond(survey, 3, "Late");
    const open = await fixture.begin(survey.link);
    await fixture.answer(open, { question: survey.how, choices: [survey.poor] });
  });
  afterAll(async () => {
    await fixture.close();
    fixture = other;
  });

  test("are of completed responses, with shares of those who answered and where people stopped", async () => {
    const { sessions, counted, questions } = await statistics(survey.uuid);
    expect([sessions, counted]).toEqual([5, 4]);
    const [how, why, nps] = questions;
    expect(how).toMatchObject({ answered: 4, skipped: 0, shares: [{ count: 3 }, { count: 1 }] });
    expect(why).toMatchObject({ answered: 1, stopped: 1, texts: [{ text: "Late" }] });
    // Marks 10, 9, 7 and 3: two promoters, one detractor of four.
    expect(nps).toMatchObject({ answered: 4, mean: 7.25, nps: 25 });
  });

  test("are filtered by state and by what was chosen, and the list has the same rows", async () => {
    expect((await statistics(survey.uuid, { state: "all" })).counted).toBe(5);
    expect((await statistics(survey.uuid, { choice: survey.poor })).counted).toBe(1);
    expect(await listed(survey.uuid, { choice: survey.poor })).toHaveLength(1);
    expect(await listed(survey.uuid, { state: "all", stopped: survey.why })).toHaveLength(1);
    expect(await listed(survey.uuid, { start_date: "2199-01-01" })).toHaveLength(0);
  });

  test("lose a response that is deleted, and its place in a limit", async () => {
    await fixture.must(201, "setQuota", { body: { choice_id: survey.poor, max_count: 5 } });
    const [response] = await listed(survey.uuid, { choice: survey.poor });
    const params = { uuid: survey.uuid, id: response?.id };
    expect((await fixture.ask("deleteResponse", { params }, "other")).status).toBe(404);
    const refused = await fixture.ask("deleteResponse", { params });
    expect(refused).toMatchObject({ status: 422, body: { errors: { reason: ["Enter the reason."] } } });
    await fixture.must(201, "deleteResponse", { params, query: { reason: "A test" } });
    expect((await fixture.load(survey.uuid)).quotas).toMatchObject([{ taken: 0 }]);
    expect((await statistics(survey.uuid)).counted).toBe(3);
  });

  test("an alias is understood in the published version", async () => {
    await fixture.must(201, "addAlias", { params: { id: survey.good }, body: { alias: "poa" } });
    const [version] = await fixture.rows<{ graph: { questions: { choices: { aliases: string[] }[] }[] } }>(
      "select graph from survey.versions order by version desc",
    );
    expect(version?.graph.questions[0]?.choices[0]?.aliases).toEqual(["poa"]);
    expect((await fixture.load(survey.uuid)).edited).toBe(false);
  });
});

test("a person's responses are told and made anonymous; web responses are nobody's", async () => {
  const survey = await fixture.delivery();
  await fixture.rows(`
    with s as (select id from survey.surveys where uuid = '${survey.uuid}'), made as (
      insert into survey.sessions (customer_account, survey_id, version, channel, language, msisdn, name, sender, disposition, ended_at)
      select '100001', s.id, 1, 'sms', 'en', '+254700000001', 'Amina', 'SAVANNA', 'completed', now() from s returning id)
    insert into survey.answers (customer_account, session_id, question_id, answer)
    select '100001', id, ${survey.why}, '{"kind": "text", "text": "It was late"}'::jsonb from made
    union all select '100001', id, ${survey.nps}, '{"kind": "number", "number": 3}'::jsonb from made`);
  const body = { msisdn: "+254700000001", email: null };
  const counts = await fixture.must<object>(200, "personCounts", { body }, "service");
  expect(counts).toMatchObject({
    data: [
      { kind: "Survey responses", count: 1 },
      { kind: "Answers in words", count: 1 },
    ],
  });
  const told = await fixture.must<object>(200, "personData", { body }, "service");
  expect(JSON.stringify(told)).toContain("It was late");
  await fixture.must(200, "erasePerson", { body }, "service");
  expect(await fixture.must(200, "personCounts", { body }, "service")).toEqual({ data: [] });
  expect(JSON.stringify(await listed(survey.uuid))).not.toContain("Amina");
  expect((await statistics(survey.uuid)).questions[2]).toMatchObject({ answered: 1, mean: 3 });
});
