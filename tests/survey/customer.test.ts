import { afterAll, beforeAll, expect, test } from "vitest";
import type { CustomerEvents } from "../../services/kit/contract.customer";
import { type SurveyFixture, surveyFixture, type Token } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

const events = async (phones: string, token?: Token) => {
  const { body } = await fixture.ask("customerEvents", { query: { phones } }, token);
  return (body as unknown as CustomerEvents).data;
};

test("what a customer answered is told with each survey, and what is not counted is left out", async () => {
  const { uuid, how, why, nps, poor } = await fixture.delivery();
  const [{ id }] = (await fixture.rows<{ id: number }>(`
    insert into survey.sessions (customer_account, survey_id, version, channel, language, msisdn, sender, disposition, ended_at)
    select customer_account, id, version, 'sms', 'en', '+254711000222', 'SAVANNA', 'completed', now()
    from survey.surveys where uuid = '${uuid}' returning id`)) as [{ id: number }];
  const answers: [number, object, boolean][] = [
    [nps, { kind: "number", number: 9 }, true],
    [how, { kind: "choices", choices: [poor] }, true],
    [why, { kind: "text", text: "Late" }, false],
  ];
  for (const [question, answer, counted] of answers)
    await fixture.rows(`
      insert into survey.answers (customer_account, session_id, question_id, answer, counted)
      select customer_account, id, ${question}, '${JSON.stringify(answer)}', ${counted} from survey.sessions where id = ${id}
      returning 1`);
  const { questions } = await fixture.load(uuid);
  const text = (asked: number) => questions.find((one) => one.id === asked)?.text.en;
  expect(await events("+254711000222")).toMatchObject([{ text: `${text(how)}: Poor\n${text(nps)}: 9` }]);
});

test("a customer's history tells the surveys they were asked, with the way to each response", async () => {
  const { uuid, link } = await fixture.delivery();
  await fixture.begin(link);
  await fixture.rows(`
    insert into survey.sessions (customer_account, survey_id, version, channel, language, msisdn, sender, disposition, ended_at)
    select customer_account, id, version, 'sms', 'en', '+254711000111', 'SAVANNA', 'completed', now()
    from survey.surveys where uuid = '${uuid}' returning 1`);
  const found = await events("+254711000111");
  expect(found).toMatchObject([{ kind: "survey", parent: uuid, state: "completed" }]);
  const response = await fixture.ask("response", { params: { uuid, id: found[0]?.record } });
  expect(response.status).toBe(200);
  expect(await events("+254711000111", "other")).toEqual([]);
  expect(await events("")).toEqual([]);
});
