import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListedResponse } from "../../services/survey/contract.responses";
import { asOwnerOf } from "../setup/database";
import { type SurveyFixture, savanna, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
let survey: Awaited<ReturnType<SurveyFixture["delivery"]>>;

/** What people wrote, in the survey's text question. */
const texts = {
  late: "The driver was LATE with my delivery",
  order: "delivery: late, again",
  school: "ÉCOLE, 100% ng’ombe",
  plain: "1000 something_else \\ slash",
  long: `${"word ".repeat(200)}giraffe`,
};

beforeAll(async () => {
  fixture = await surveyFixture();
  survey = await fixture.delivery();
  for (const text of Object.values(texts)) await respond(text);
  const begun = await fixture.begin(survey.link);
  await fixture.answer(begun, { question: survey.how, choices: [survey.good] });
  // A mark in words is not understood; then they give one.
  const typed = { params: begun, body: { question: survey.nps, text: "Kumi late delivery" } };
  expect((await fixture.ask("answerWebQuestion", typed, "")).status).toBe(422);
  await fixture.answer(begun, { question: survey.nps, text: "10" });
});
afterAll(() => fixture.close());

async function respond(text: string, on = survey): Promise<void> {
  const begun = await fixture.begin(on.link);
  await fixture.answer(begun, { question: on.how, choices: [on.poor] });
  await fixture.answer(begun, { question: on.why, text });
  await fixture.answer(begun, { question: on.nps, text: "3" });
}

type ResponsePage = { data: ListedResponse[]; total: number; previous: string | null; next: string | null };
const pageOf = (query: object, uuid = survey.uuid) =>
  fixture.must<ResponsePage>(200, "responses", { query, body: { survey: uuid } });
/** What was found in the responses, the newest first. */
const found = async (q: string, query: object = {}) =>
  (await pageOf({ q, ...query })).data.flatMap((one) => one.found.map(({ text }) => text));

describe("a search of responses", () => {
  test("finds every word in one text, in any case and order", async () => {
    for (const q of ["delivery late", "LATE Delivery", "liver lat"])
      expect(await found(q), q).toEqual(["Kumi late delivery", texts.order, texts.late]);
    expect(await found("driver late")).toEqual([texts.late]);
    expect(await found("driver again")).toEqual([]);
    expect(await found("école")).toEqual([texts.school]);
    expect(await found("giraffe")).toEqual([texts.long]);
    expect(await pageOf({ q: "nowhere" })).toMatchObject({ data: [], total: 0, next: null });
  });

  test("takes signs of patterns for what they are", async () => {
    expect(await found("100%")).toEqual([texts.school]);
    expect(await found("%")).toEqual([texts.school]);
    expect(await found("_")).toEqual([texts.plain]);
    expect(await found("\\")).toEqual([texts.plain]);
    expect(await found("ng'ombe")).toEqual([texts.school]);
    expect(await found("' or 1=1 --")).toEqual([]);
  });

  test("says of a reply that was not understood that it is one", async () => {
    const [one] = (await pageOf({ q: "kumi" })).data;
    expect(one?.found).toEqual([{ question: survey.nps, understood: false, text: "Kumi late delivery" }]);
    // What was asked, and a reply that was understood, is not what people typed in words.
    expect(await found("would")).toEqual([]);
    expect((await pageOf({})).data.map((each) => each.found)).toEqual([[], [], [], [], [], []]);
  });

  test("goes with the other filters and the pages", async () => {
    expect(await found("late", { choice: survey.poor })).toEqual([texts.order, texts.late]);
    expect(await found("late", { answers: `${survey.why}:~driver` })).toEqual([texts.late]);
    expect(await found("late", { state: "open" })).toEqual([]);
    const first = await pageOf({ q: "late", per_page: 2 });
    expect(first).toMatchObject({ total: 3, data: [{}, {}] });
    const second = await pageOf({ q: "late", per_page: 2, page: 2, after: first.next ?? "" });
    expect(second).toMatchObject({ total: 3, next: null, data: [{ found: [{ text: texts.late }] }] });
    expect(await pageOf({ q: "late", per_page: 2, page: 2 })).toMatchObject({ data: second.data });
  });

  test("is left out when it is longer than 100 characters", async () => {
    expect((await pageOf({ q: "x".repeat(101) })).total).toBe(6);
    expect((await pageOf({ q: "x".repeat(100) })).total).toBe(0);
  });

  test("leaves out other surveys, dry runs, answers that do not count and other accounts", async () => {
    const beside = await fixture.delivery();
    await respond("late delivery beside", beside);
    expect(await found("beside")).toEqual([]);
    expect((await pageOf({ q: "beside" }, beside.uuid)).total).toBe(1);
    const asked = { query: { q: "late" }, body: { survey: survey.uuid } };
    expect((await fixture.ask("responses", asked, "other")).status).toBe(404);
    await fixture.rows("update survey.answers set counted = false where answer->>'text' like '%beside'");
    expect((await pageOf({ q: "beside" }, beside.uuid)).total).toBe(0);
    await fixture.rows("update survey.answers set counted = true where answer->>'text' like '%beside'");
    await fixture.rows(`update survey.sessions set dry_run = true where id in
      (select session_id from survey.answers where answer->>'text' like '%beside')`);
    expect((await pageOf({ q: "beside" }, beside.uuid)).total).toBe(0);
  });

  test("finds nothing of a response that was deleted", async () => {
    await respond("temporary zebra");
    const [one] = (await pageOf({ q: "zebra" })).data;
    const params = { uuid: survey.uuid, id: one?.id };
    await fixture.must(201, "deleteResponse", { params, query: { reason: "A test" } });
    expect((await pageOf({ q: "zebra", state: "all" })).total).toBe(0);
  });
});

test("what very many typed is counted to 10,000, and every page of it can be read", async () => {
  const many = await fixture.delivery();
  await respond("common seldom", many);
  const fill = (statement: string) => asOwnerOf(fixture.database.url, savanna, statement);
  // The counts of the results are of no interest here.
  for (const table of ["sessions", "answers"]) await fill(`alter table survey.${table} disable trigger user`);
  await fill(`insert into survey.sessions
      (customer_account, survey_id, version, channel, language, disposition, ended_at)
    select customer_account, survey_id, version, channel, language, disposition, ended_at
    from survey.sessions cross join generate_series(1, 21000)
    where survey_id = (select id from survey.surveys where uuid = '${many.uuid}')`);
  await fill(`insert into survey.answers (customer_account, session_id, question_id, answer)
    select customer_account, id, ${many.why}, '{"kind": "text", "text": "Common"}' from survey.sessions
    where survey_id = (select id from survey.surveys where uuid = '${many.uuid}') and id % 4 > 0 on conflict do nothing`);
  for (const table of ["sessions", "answers"]) await fill(`alter table survey.${table} enable trigger user`);
  const find = async (query: object) => pageOf({ q: "common", per_page: 500, ...query }, many.uuid);
  const seldom = await pageOf({ q: "seldom" }, many.uuid);
  expect(seldom).toMatchObject({ total: 1, data: [{ found: [{ text: "common seldom" }] }] });

  const ids: number[] = [];
  let last: string | null = null;
  for (let page = 1, next: string | null = ""; next !== null; page++) {
    const { data, ...found }: ResponsePage = await find(next === "" ? {} : { after: next, page });
    expect(found).toMatchObject({ total: 10_000, total_capped: true });
    ids.push(...data.map(({ id }) => id));
    [last, next] = [found.previous, found.next];
  }
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
  expect(ids.length).toBeGreaterThan(15_700);
  const listed = async (query: object) => (await find(query)).data.map(({ id }) => id);
  expect(await listed({ page: 22 })).toEqual(ids.slice(10_500, 11_000));
  const from = Math.floor((ids.length - 1) / 500) * 500;
  expect(await listed({ before: last ?? "" })).toEqual(ids.slice(from - 500, from));
});
