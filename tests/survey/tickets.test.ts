import { afterAll, beforeAll, expect, test } from "vitest";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

const rule = (uuid: string, body: object, token?: "researcher") =>
  fixture.ask("setTicketRule", { params: { uuid }, body }, token);
const queued = async () => {
  const { rows } = await fixture.queued("survey.ticket");
  return rows;
};

/** Somebody answers on the web: poor, why, and this mark. */
async function answered(made: Awaited<ReturnType<SurveyFixture["delivery"]>>, mark: string): Promise<number> {
  const session = await fixture.begin(made.link);
  await fixture.answer(session, { question: made.how, choices: [made.poor] });
  await fixture.answer(session, { question: made.why, text: "Three days late" });
  await fixture.answer(session, { question: made.nps, text: mark });
  const [found] = await fixture.rows<{ id: number }>("select max(id)::int as id from survey.sessions");
  return found?.id ?? 0;
}

test("a score as low as the rule says opens one ticket with all that was said; a higher one opens none", async () => {
  const made = await fixture.delivery();
  expect((await rule(made.uuid, { question_id: made.nps, at_most: 2 })).status).toBe(201);
  await answered(made, "3");
  expect(await queued()).toEqual([]);
  const session = await answered(made, "2");
  expect(await queued()).toMatchObject([{ account: "100001", session_id: session }]);
  await fixture.openTicket(session);
  await fixture.openTicket(session);
  expect(fixture.tickets).toHaveLength(1);
  expect(fixture.tickets[0]?.subject).toContain("score of 2");
  expect(fixture.tickets[0]?.description).toContain("Customer: Three days late");
  const response = await fixture.ask("response", { params: { uuid: made.uuid, id: session } });
  expect(response.body.ticket_id).toBe(40);
});

test("a rule is about a question with numbers, of an account that has tickets", async () => {
  const made = await fixture.delivery();
  expect((await rule(made.uuid, { question_id: made.why, at_most: 2 })).body.errors).toHaveProperty("question_id");
  expect((await rule(made.uuid, { question_id: made.nps, at_most: "many" })).body.errors).toHaveProperty("at_most");
  expect((await rule(made.uuid, { question_id: made.nps, at_most: 2 }, "researcher")).status).toBe(422);
  expect((await rule(made.uuid, { question_id: made.nps, at_most: 6 })).body.ticket_rule).toEqual({
    question_id: made.nps,
    at_most: 6,
  });
  expect((await rule(made.uuid, { question_id: null, at_most: 0 })).body.ticket_rule).toBeNull();
});
