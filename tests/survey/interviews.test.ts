import { afterAll, beforeAll, expect, test } from "vitest";
import type { Interview, OpenInterview } from "../../services/survey/contract.interviews";
import type { SurveyResponse, SurveyStatistics } from "../../services/survey/contract.responses";
import { endIdleInterviews } from "../../services/survey/interviews/idle";
import { type SurveyFixture, savanna, surveyFixture, type Token } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

let numbers = 0;
const newNumber = () => `+2547120000${String(++numbers).padStart(2, "0")}`;

async function begin(uuid: string, form: object = {}, token?: Token): Promise<number> {
  const { id } = await fixture.must<{ id: number }>(
    201,
    "beginInterview",
    { params: { uuid }, body: { language: "en", ...form } },
    token,
  );
  return id;
}
const look = (id: number, query: object = {}, token?: Token) =>
  fixture.must<Interview>(200, "interview", { params: { id }, query }, token);
const enter = (id: number, body: object, token?: Token) =>
  fixture.must<Interview>(201, "answerInterview", { params: { id }, body }, token);
const load = (uuid: string, id: number) => fixture.must<SurveyResponse>(200, "response", { params: { uuid, id } });

/** A survey that runs by SMS for one number, which was asked the first question. */
async function askedBySms(delivery: Awaited<ReturnType<SurveyFixture["delivery"]>>, msisdn: string) {
  const group = 100 + numbers;
  fixture.sms.groups.set(group, [{ msisdn, name: "Amina", fields: {}, opted_out: false }]);
  const { id } = await fixture.must<{ id: number }>(201, "createInstance", {
    body: { survey: delivery.uuid, name: "Run" },
  });
  const form = { name: "Run", sender: "SAVANNA", group_id: group, language: "en", from: "00:00", until: "23:59" };
  const { estimate } = await fixture.must<{ estimate: { most_cents: number } }>(201, "updateInstance", {
    params: { id },
    body: form,
  });
  await fixture.must(201, "dispatchInstance", { params: { id }, body: { most_cents: estimate.most_cents } });
  await fixture.work();
  return id;
}

test("an interviewer asks to the end, with the conditions and the bounds of the survey", async () => {
  const { uuid, how, why, nps, poor } = await fixture.delivery();
  const phone = newNumber();
  const id = await begin(uuid, { phone, name: "Amina", source: "ticket/12" }, "researcher");
  const first = await look(id, {}, "researcher");
  expect(first).toMatchObject({
    mine: true,
    msisdn: phone,
    place: 1,
    total: 3,
    period: { source: "ticket", source_id: "12" },
  });
  expect(first.question?.id).toBe(how);
  const none = await fixture.ask("answerInterview", { params: { id }, body: { question: how } }, "researcher");
  expect(none).toMatchObject({ status: 422, body: { errors: { answer: ["Choose one answer."] } } });
  await enter(id, { question: how, choices: [poor] }, "researcher");
  const back = await look(id, { question: how }, "researcher");
  expect(back).toMatchObject({ answered: String(poor), question: { id: how } });
  await enter(id, { question: why, text: "Late" }, "researcher");
  const high = await fixture.ask(
    "answerInterview",
    { params: { id }, body: { question: nps, text: "11" } },
    "researcher",
  );
  expect(high).toMatchObject({ status: 422, body: { errors: { answer: ["This number is out of range."] } } });
  const end = await enter(id, { question: nps, text: "10" }, "researcher");
  expect(end).toMatchObject({ question: null, disposition: "completed", mine: false });
  const response = await load(uuid, id);
  expect(response).toMatchObject({ channel: "agent", interviewers: "Otieno Ouma", msisdn: phone, name: "Amina" });
  expect(response.interviews).toMatchObject([{ interviewer: "Otieno Ouma", reason: "" }]);
  expect(response.interviews[0]?.ended_at).toBe(response.ended_at);
  const actions = await fixture.rows<{ action: string }>(
    `select action from events.activities where action like 'Survey interview%' and description like 'Response ${id} %' order by id`,
  );
  expect(actions.map(({ action }) => action)).toEqual(["Survey interview begun", "Survey interview ended"]);
});

test("pressed twice it is the same interview, and the same answer again changes nothing", async () => {
  const { uuid, how, good } = await fixture.delivery();
  const phone = newNumber();
  const [id, again] = await Promise.all([begin(uuid, { phone }), begin(uuid, { phone })]);
  expect(again).toBe(id);
  expect(await begin(uuid, { phone })).toBe(id);
  await enter(id, { question: how, choices: [good] });
  await enter(id, { question: how, choices: [good] });
  expect((await load(uuid, id)).turns).toHaveLength(2);
});

test("refused and not known are told apart, only where a question may be left out, and counted", async () => {
  const { uuid } = await fixture.create();
  const must = await fixture.question(uuid, { type: "text", text: "Who?" });
  const age = await fixture.question(uuid, { type: "number", text: "Age?", required: false });
  const pay = await fixture.question(uuid, { type: "number", text: "Pay?", required: false });
  await fixture.must(201, "publishSurvey", { params: { uuid } });
  const id = await begin(uuid);
  expect(await look(id)).toMatchObject({ may_decline: false });
  const refused = await fixture.ask("answerInterview", {
    params: { id },
    body: { question: must.id, declined: "refused" },
  });
  expect(refused.status).toBe(422);
  await enter(id, { question: must.id, text: "Amina" });
  await enter(id, { question: age.id, declined: "unknown" });
  expect(await look(id, { question: age.id })).toMatchObject({ declined: "unknown", may_decline: true, answered: "" });
  await enter(id, { question: age.id, declined: "refused" });
  await enter(id, { question: pay.id, declined: "unknown" });
  const { answers } = await load(uuid, id);
  expect(answers).toMatchObject({ [age.id]: "Refused to answer", [pay.id]: "Does not know" });
  const { questions, interviewers } = await fixture.must<SurveyStatistics>(200, "statistics", {
    body: { survey: uuid },
  });
  expect(questions.map(({ answered, skipped, refused: r, unknown: u }) => [answered, skipped, r, u])).toEqual([
    [1, 0, 0, 0],
    [0, 1, 1, 0],
    [0, 1, 0, 1],
  ]);
  expect(interviewers).toMatchObject([{ sessions: 1, completed: 1 }]);
});

test("a session by SMS is taken over with its answers: nothing more is sent, and a late reply is no answer", async () => {
  const delivery = await fixture.delivery();
  const phone = newNumber();
  const instance = await askedBySms(delivery, phone);
  await fixture.reply(phone, "poor");
  const refused = await fixture.ask("beginInterview", {
    params: { uuid: delivery.uuid },
    body: { language: "en", phone },
  });
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body.message).toContain("has begun this survey by SMS");
  const { session } = await fixture.must<{ session: { id: number; answered: number } }>(200, "openSession", {
    params: { uuid: delivery.uuid },
    query: { phone },
  });
  expect(session).toMatchObject({ answered: 1, channel: "sms" });
  const { id } = session;
  const taken = await fixture.must<Interview>(201, "takeOverInterview", { params: { id }, body: {} });
  expect(taken.question?.id).toBe(delivery.why);
  expect(fixture.sms.ended).toContain(phone);
  const before = fixture.sms.sent.length;
  await fixture.reply(phone, "A late reply");
  await fixture.rows(`update survey.sessions set active_at = now() - interval '30 hours' where id = ${id}`);
  await fixture.work();
  expect(fixture.sms.sent).toHaveLength(before);
  expect((await look(id)).question?.id).toBe(delivery.why);
  await enter(id, { question: delivery.why, text: "Late" });
  await enter(id, { question: delivery.nps, text: "3" });
  const response = await load(delivery.uuid, id);
  expect(response).toMatchObject({ channel: "sms", disposition: "completed", interviewers: "Wanjiru Maina" });
  expect(Object.values(response.answers)).toEqual(["Poor", "Late", "3"]);
  const run = await fixture.must<{ completed_count: number }>(200, "instance", { params: { id: instance } });
  expect(run.completed_count).toBe(1);
});

test("a number that is asked another survey is not interviewed, and the reason names it", async () => {
  const [one, other] = [await fixture.delivery(), await fixture.delivery()];
  const phone = newNumber();
  await begin(one.uuid, { phone });
  const refused = await fixture.ask("beginInterview", {
    params: { uuid: other.uuid },
    body: { language: "en", phone },
  });
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("A number is asked one survey at a time.");
  const open = await fixture.rows(`select 1 from survey.sessions where msisdn = '${phone}' and ended_at is null`);
  expect(open).toHaveLength(1);
});

test("a run waits with a number that is interviewed, and asks it when the interview is over", async () => {
  const [one, other] = [await fixture.delivery(), await fixture.delivery()];
  const phone = newNumber();
  const id = await begin(one.uuid, { phone });
  await askedBySms(other, phone);
  expect(fixture.sms.sent.filter(({ to }) => to === phone)).toHaveLength(0);
  await fixture.must(201, "breakOffInterview", { params: { id }, body: { reason: "refusal" } });
  await fixture.work();
  expect(fixture.sms.sent.filter(({ to }) => to === phone)).toHaveLength(1);
});

test("broken off it is gone on with by another, and what the first still enters is refused with the reason", async () => {
  const { uuid, how, why, poor } = await fixture.delivery();
  const id = await begin(uuid, { name: "Amina" });
  await enter(id, { question: how, choices: [poor] });
  await fixture.must(201, "breakOffInterview", { params: { id }, body: { reason: "later", note: "Call after 5" } });
  const { data } = await fixture.must<{ data: OpenInterview[] }>(200, "interviews", { params: { uuid } });
  expect(data).toMatchObject([
    { id, asking: false, reason: "later", note: "Call after 5", answered: 1, name: "Amina" },
  ]);
  const early = await fixture.ask("answerInterview", { params: { id }, body: { question: why, text: "Late" } });
  expect(early).toMatchObject({
    status: 409,
    body: { message: "This interview was broken off. Continue it first." },
  });
  await fixture.must(201, "takeOverInterview", { params: { id }, body: {} }, "researcher");
  const late = await fixture.ask("answerInterview", { params: { id }, body: { question: why, text: "Late" } });
  expect(late).toMatchObject({ status: 409, body: { message: "Otieno Ouma has taken over this interview." } });
  await enter(id, { question: why, text: "Late" }, "researcher");
  const response = await load(uuid, id);
  expect(response.interviewers).toBe("Wanjiru Maina, Otieno Ouma");
  expect(response.interviews).toMatchObject([
    { interviewer: "Wanjiru Maina", reason: "later", note: "Call after 5" },
    { interviewer: "Otieno Ouma", ended_at: null },
  ]);
  const filtered = await fixture.must<{ total: number }>(200, "responses", {
    query: { state: "all", interviewer: "2" },
    body: { survey: uuid },
  });
  expect(filtered.total).toBe(1);
});

test("a person who wants no more questions ends the response, which keeps its answers", async () => {
  const { uuid, how, poor, why } = await fixture.delivery();
  const id = await begin(uuid);
  await enter(id, { question: how, choices: [poor] });
  await fixture.must(201, "breakOffInterview", { params: { id }, body: { reason: "refusal" } });
  expect(await load(uuid, id)).toMatchObject({ disposition: "breakoff", interviews: [{ reason: "refusal" }] });
  const late = await fixture.ask("answerInterview", { params: { id }, body: { question: why, text: "Late" } });
  expect(late).toMatchObject({
    status: 409,
    body: { message: "This interview has ended. Nothing more can be entered." },
  });
  expect(await fixture.ask("takeOverInterview", { params: { id }, body: {} })).toMatchObject({ status: 409 });
  expect(await fixture.rows(`select 1 from survey.open_interviews where session_id = ${id}`)).toHaveLength(0);
});

test("STOP by SMS ends the interview of the number too", async () => {
  const { uuid } = await fixture.delivery();
  const phone = newNumber();
  const id = await begin(uuid, { phone });
  await fixture.reply(phone, "STOP", { stop: true });
  expect(await load(uuid, id)).toMatchObject({ disposition: "refused" });
});

test("of three interviews for two places of a limit one is told that it is full", async () => {
  const { uuid, how, good, nps } = await fixture.delivery();
  await fixture.must(201, "setQuota", { body: { choice_id: good, max_count: 2 } });
  const ids = await Promise.all([1, 2, 3].map(() => begin(uuid)));
  for (const id of ids) await enter(id, { question: how, choices: [good] });
  const ends = await Promise.all(ids.map((id) => enter(id, { question: nps, text: "9" })));
  expect(ends.map(({ disposition }) => disposition).sort()).toEqual(["completed", "completed", "rejected"]);
});

test("a survey that is not published, a wrong number and a language that is not there are refused in words", async () => {
  const { uuid } = await fixture.create();
  const draft = await fixture.ask("beginInterview", { params: { uuid }, body: { language: "en" } });
  expect(draft).toMatchObject({ status: 409, body: { message: "Publish the survey before you interview someone." } });
  const published = await fixture.delivery();
  const at = { params: { uuid: published.uuid } };
  const wrong = await fixture.ask("beginInterview", { ...at, body: { language: "en", phone: "07" } });
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors?.phone?.[0]).toContain("This number can't be used");
  const language = await fixture.ask("beginInterview", { ...at, body: { language: "sw" } });
  expect(language.body.errors?.language).toBeDefined();
});

test("an interview is its account's alone, and needs the permission", async () => {
  const { uuid, how, good } = await fixture.delivery();
  const id = await begin(uuid);
  for (const [call, input] of [
    ["interview", {}],
    ["answerInterview", { body: { question: how, choices: [good] } }],
    ["takeOverInterview", { body: {} }],
    ["breakOffInterview", { body: { reason: "later" } }],
  ] as const) {
    expect((await fixture.ask(call, { params: { id }, ...input }, "other")).status).toBe(404);
    expect((await fixture.ask(call, { params: { id }, ...input }, "nobody")).status).toBe(403);
  }
  expect((await fixture.ask("interviews", { params: { uuid } }, "other")).status).toBe(404);
  expect((await fixture.ask("openSession", { params: { uuid } }, "other")).status).toBe(404);
});

test("a response on the web is nobody's to take over", async () => {
  const { uuid, link } = await fixture.delivery();
  await fixture.begin(link);
  const [web] = await fixture.rows<{ id: number }>(
    `select x.id from survey.sessions x join survey.surveys s on s.id = x.survey_id where s.uuid = '${uuid}'`,
  );
  expect(await fixture.ask("takeOverInterview", { params: { id: Number(web?.id) }, body: {} })).toMatchObject({
    status: 404,
  });
});

test("an interview that no one goes on with for two weeks ends as it is", async () => {
  const { uuid, how, poor } = await fixture.delivery();
  const phone = newNumber();
  const [idle, fresh] = [await begin(uuid, { phone }), await begin(uuid)];
  await enter(idle, { question: how, choices: [poor] });
  await fixture.rows(`update survey.sessions set active_at = now() - interval '15 days' where id = ${idle}`);
  await endIdleInterviews(fixture.database);
  expect(await load(uuid, idle)).toMatchObject({ disposition: "breakoff" });
  expect(await load(uuid, fresh)).toMatchObject({ ended_at: null });
});

test("an erased person leaves no note, and who answers on the web never sees the interviewers' notes", async () => {
  const { uuid, link, how } = await fixture.delivery();
  await fixture.must(201, "updateQuestion", {
    params: { id: how },
    body: { type: "single", text: "How was it?", interviewer_note: "Read slowly." },
  });
  await fixture.must(201, "publishSurvey", { params: { uuid } });
  const phone = newNumber();
  const id = await begin(uuid, { phone, source: "call/7" });
  expect(await look(id)).toMatchObject({ interviewer_note: "Read slowly.", question: { interviewer_note: "" } });
  const guest = await fixture.begin(link);
  expect(JSON.stringify((await fixture.ask("webSession", { params: guest }, "")).body)).not.toContain("Read slowly.");
  await fixture.must(201, "breakOffInterview", { params: { id }, body: { reason: "later", note: "At her sister's" } });
  await fixture.must(200, "erasePerson", { body: { msisdn: phone, email: "" } }, "service");
  expect(await load(uuid, id)).toMatchObject({ msisdn: "", interviews: [{ note: "", source: "", source_id: "" }] });
  const left = await fixture.rows(
    `select 1 from survey.open_interviews where session_id = ${id} and '${savanna}' <> ''`,
  );
  expect(left).toHaveLength(0);
});
