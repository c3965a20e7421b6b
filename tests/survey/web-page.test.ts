import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WebPage } from "../../services/survey/contract.respond";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

type Place = { link: string; session: string };
const page = (params: Place, question?: number) =>
  fixture.must<WebPage>(200, "webPage", { params, query: { question } }, "");
const post = (params: Place, answers: object[]) => fixture.ask("answerWebPage", { params, body: { answers } }, "");
const ids = ({ questions }: WebPage) => questions.map(({ question }) => question.id);
const set = (uuid: string, body: object, token?: "nobody") =>
  fixture.ask("setWebPage", { params: { uuid }, body }, token);

/** Three questions that are asked together, then one that shows the second answer. */
async function together(interaction_mode = "page") {
  const { uuid } = await fixture.create({ languages: ["en", "sw"] });
  const how = await fixture.question(uuid, { type: "single", text: "How was it?" }, ["Good", "Poor"]);
  const what = await fixture.question(uuid, { type: "text", text: "What did you buy?" });
  const many = await fixture.question(uuid, { type: "number", text: "How many?", required: false });
  const mark = await fixture.question(uuid, { type: "nps", text: `Would you recommend {{${what.id}}}?` });
  expect((await set(uuid, { interaction_mode })).status).toBe(201);
  const { link } = await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
  const good = how.options[0]?.id ?? 0;
  return { uuid, link: link ?? "", how: how.id, good, what: what.id, many: many.id, mark: mark.id };
}

/** What is kept of the responses of a survey: dispositions, answers and transcripts, without ids and times. */
async function keptOf(uuid: string) {
  const sessions = `select x.id from survey.sessions x join survey.surveys s
    on s.customer_account = x.customer_account and s.id = x.survey_id where s.uuid = '${uuid}'`;
  return {
    sessions: await fixture.rows(
      `select disposition, language, ended_at is null as open, invalid from survey.sessions where id in (${sessions})`,
    ),
    answers: await fixture.rows(
      `select q.rank, a.answer - 'choices' as answer, a.counted from survey.answers a join survey.questions q
        on q.customer_account = a.customer_account and q.id = a.question_id where session_id in (${sessions}) order by q.rank`,
    ),
    turns: await fixture.rows(
      `select incoming, regexp_replace(text, '[0-9]{2,}', '') as text, understood from survey.turns
        where session_id in (${sessions}) order by id`,
    ),
  };
}

describe("all questions on one page", () => {
  test("are shown together up to the one that depends on an answer, and posted at once", async () => {
    const survey = await together();
    const begun = await fixture.begin(survey.link);
    const first = await page(begun);
    expect(ids(first)).toEqual([survey.how, survey.what, survey.many]);
    expect(first).toMatchObject({ place: 1, total: 4, previous: null });
    const answered = await post(begun, [
      { question: survey.how, choices: [survey.good] },
      { question: survey.what, text: "Tea" },
      { question: survey.many, text: "3" },
    ]);
    expect(answered.status).toBe(201);
    const next = answered.body as unknown as WebPage;
    expect(ids(next)).toEqual([survey.mark]);
    expect(next.questions[0]?.question.text).toEqual({ en: "Would you recommend Tea?" });
    expect(next).toMatchObject({ place: 4, previous: survey.many });
    const done = await post(begun, [{ question: survey.mark, text: "9" }]);
    expect(done.body).toMatchObject({ questions: [], ending: "Thank you. Your answers have been saved." });
  });

  test("keep the same session, answers and transcript as one question after the other", async () => {
    const [paged, single] = [await together("page"), await together("conversation")];
    const answersOf = (survey: typeof paged) => [
      { question: survey.how, choices: [survey.good] },
      { question: survey.what, text: "Tea" },
      { question: survey.many, text: "" },
      { question: survey.mark, text: "9" },
    ];
    const one = await fixture.begin(paged.link, { language: "sw" });
    await post(one, answersOf(paged).slice(0, 3));
    await post(one, answersOf(paged).slice(3));
    const other = await fixture.begin(single.link, { language: "sw" });
    for (const answer of answersOf(single)) await fixture.answer(other, answer);
    const kept = await keptOf(paged.uuid);
    expect(kept).toEqual(await keptOf(single.uuid));
    expect(kept.sessions).toMatchObject([{ disposition: "completed" }]);
    expect(kept.answers).toHaveLength(4);
  });

  test("say what is wrong by question and keep the others for when the page is opened again", async () => {
    const survey = await together();
    const begun = await fixture.begin(survey.link, { language: "sw" });
    const refused = await post(begun, [
      { question: survey.how, choices: [] },
      { question: survey.what, text: "Tea" },
      { question: survey.many, text: "many" },
    ]);
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors ?? {})).toEqual([`question_${survey.how}`, `question_${survey.many}`]);
    expect(refused.body.errors?.[`question_${survey.how}`]).toEqual(["Tafadhali jibu kwa namba mojawapo."]);
    const again = await page(begun);
    expect(ids(again)).toEqual([survey.how, survey.what, survey.many]);
    expect(again.questions.map(({ answered }) => answered)).toEqual(["", "Tea", ""]);
    const done = await post(begun, [
      { question: survey.how, choices: [survey.good] },
      { question: survey.what, text: "Tea" },
      { question: survey.many, text: "3" },
    ]);
    expect(ids(done.body as unknown as WebPage)).toEqual([survey.mark]);
    expect((await keptOf(survey.uuid)).answers).toHaveLength(3);
  });

  test("the same post twice is one, and an earlier page can be changed", async () => {
    const survey = await together();
    const begun = await fixture.begin(survey.link);
    const first = [
      { question: survey.how, choices: [survey.good] },
      { question: survey.what, text: "Tea" },
      { question: survey.many, text: "3" },
    ];
    await post(begun, first);
    const once = await keptOf(survey.uuid);
    expect((await post(begun, first)).status).toBe(201);
    expect(await keptOf(survey.uuid)).toEqual(once);
    expect(ids(await page(begun, survey.what))).toEqual([survey.how, survey.what, survey.many]);
    const changed = await post(begun, [{ question: survey.what, text: "Coffee" }]);
    expect((changed.body as unknown as WebPage).questions[0]?.question.text).toEqual({
      en: "Would you recommend Coffee?",
    });
    await post(begun, [{ question: survey.mark, text: "9" }]);
    const ended = await keptOf(survey.uuid);
    expect((await post(begun, first)).status).toBe(201);
    expect(await keptOf(survey.uuid)).toEqual(ended);
  });

  test("a question that is not on the page is not answered ahead of the way", async () => {
    const survey = await together();
    const begun = await fixture.begin(survey.link);
    await post(begun, [{ question: survey.mark, text: "9" }]);
    expect((await keptOf(survey.uuid)).answers).toEqual([]);
  });

  test("a quota ends the page at its question, and is full for whoever comes too late", async () => {
    const survey = await together();
    const quota = { choice_id: survey.good, max_count: 1 };
    await fixture.must(201, "setQuota", { body: quota });
    const answer = async () => {
      const begun = await fixture.begin(survey.link);
      expect(ids(await page(begun))).toEqual([survey.how]);
      const next = await post(begun, [{ question: survey.how, choices: [survey.good] }]);
      return { begun, next: next.body as unknown as WebPage };
    };
    const { begun, next } = await answer();
    expect(ids(next)).toEqual([survey.what, survey.many]);
    await post(begun, [{ question: survey.what, text: "Tea" }, { question: survey.many }]);
    await post(begun, [{ question: survey.mark, text: "9" }]);
    expect((await answer()).next).toMatchObject({ questions: [] });
    expect((await keptOf(survey.uuid)).sessions).toMatchObject([
      { disposition: "completed" },
      { disposition: "rejected" },
    ]);
  });

  test("a closed survey takes no page, and another's session is not found", async () => {
    const survey = await together();
    const begun = await fixture.begin(survey.link);
    const elsewhere = await fixture.delivery();
    expect((await post({ ...begun, link: elsewhere.link }, [])).status).toBe(404);
    await fixture.must(201, "closeSurvey", { params: { uuid: survey.uuid } });
    expect((await post(begun, [{ question: survey.what, text: "Tea" }])).status).toBe(409);
  });
});

describe("the setting of the web page", () => {
  test("keeps sites as origins, and what is left out of the survey's form stays", async () => {
    const { uuid, title } = await fixture.create();
    expect(await fixture.load(uuid)).toMatchObject({ interaction_mode: "conversation", frame_origins: [] });
    const frame_origins = ["https://Shop.Example/", "https://shop.example", "https://shop.example:8443"];
    const saved = await set(uuid, { interaction_mode: "page", frame_origins });
    expect(saved.body).toMatchObject({ frame_origins: ["https://shop.example", "https://shop.example:8443"] });
    await fixture.must(201, "updateSurvey", { params: { uuid }, body: { title, languages: ["en"] } });
    expect(await fixture.load(uuid)).toMatchObject({ interaction_mode: "page" });
    const copy = await fixture.must<SurveyDetail>(201, "copySurvey", { params: { uuid } });
    expect(copy).toMatchObject({ interaction_mode: "page", frame_origins: [] });
  });

  test.each([
    "http://shop.example",
    "shop.example",
    "https://*.example",
    "*",
    "https://shop.example/page",
    "https://a.example; script-src *",
    "https://a.example;script-src",
    "'self'",
  ])("takes no %s as a site", async (site) => {
    const { uuid } = await fixture.create();
    const refused = await set(uuid, { interaction_mode: "page", frame_origins: ["https://shop.example", site] });
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.frame_origins?.[0]).toContain(site);
    expect((await fixture.load(uuid)).frame_origins).toEqual([]);
  });

  test("needs the permission, and is told to the page that asks", async () => {
    const survey = await fixture.delivery();
    const body = { interaction_mode: "page", frame_origins: ["https://shop.example"] };
    expect((await set(survey.uuid, body, "nobody")).status).toBe(403);
    await set(survey.uuid, body);
    const shown = await fixture.must<WebPage>(200, "webSurvey", { params: { link: survey.link } }, "");
    expect(shown.frame_origins).toEqual(["https://shop.example"]);
    expect((await page(await fixture.begin(survey.link))).frame_origins).toEqual(["https://shop.example"]);
  });
});

describe("a response that was given before it was begun", () => {
  const own = "offline-tablet-0123456789";

  test("is begun once however often it is sent, and answered once", async () => {
    const survey = await together();
    const answers = [
      { question: survey.how, choices: [survey.good] },
      { question: survey.what, text: "Tea" },
      { question: survey.many, text: "2" },
    ];
    for (const _ of [1, 2]) {
      const begun = await fixture.begin(survey.link, { session: own, version: 1, language: "sw" });
      expect(begun.session).toBe(own);
      expect((await post(begun, answers)).status).toBe(201);
    }
    const kept = await keptOf(survey.uuid);
    expect(kept.sessions).toEqual([{ disposition: "interim partial", language: "sw", open: true, invalid: 0 }]);
    expect(kept.answers).toHaveLength(3);
    expect((kept.turns as { incoming: boolean }[]).filter(({ incoming }) => incoming)).toHaveLength(3);
  });

  test("is of the version that was shown, also where there is a newer one", async () => {
    const survey = await together();
    await fixture.question(survey.uuid, { type: "text", text: "What else?" });
    await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid: survey.uuid } });
    const shown = async (body: object) => {
      const { total, version } = await page(await fixture.begin(survey.link, body));
      return { total, version };
    };
    expect(await shown({ session: "offline-tablet-old-0123456", version: 1 })).toEqual({ total: 4, version: 1 });
    expect(await shown({ session: "offline-tablet-new-0123456", version: 9 })).toEqual({ total: 5, version: 2 });
    expect(await shown({})).toEqual({ total: 5, version: 2 });
  });

  test("needs a secret as long as ours", async () => {
    const { link } = await together();
    const refused = await fixture.ask("beginWebSession", { params: { link }, body: { session: "short" } }, "");
    expect(refused.status).toBe(422);
  });
});
