import { afterAll, beforeAll, expect, test } from "vitest";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import type { WebSession } from "../../services/survey/contract.respond";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
});
afterAll(() => fixture.close());

const names = ["A", "B", "C", "D", "E", "F"];

/** A published survey with choices in random order, the last one chosen alone, under a section. */
async function randomised() {
  const { uuid } = await fixture.create({ languages: ["en", "sw"] });
  const { id, options } = await fixture.question(uuid, { type: "multiple", text: "Which?" }, [...names, "None"]);
  await fixture.must(201, "updateQuestion", {
    params: { id },
    body: {
      ...{ type: "multiple", text: "Which?", random_order: true },
      section: { title: "What you use", text: "Think of last week." },
      options: options.map((option, at) => ({
        ...{ id: option.id, text: option.text.en },
        ...(at === names.length ? { role: "exclusive" } : {}),
      })),
    },
  });
  const why = await fixture.question(uuid, { type: "text", text: "Why?" });
  const { link } = await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
  return { uuid, link: link ?? "", id, options: options.map((option) => option.id), why: why.id };
}

const show = (begun: object) => fixture.must<WebSession>(200, "webSession", { params: begun, query: {} }, "");
const order = ({ question }: WebSession) => question?.options.map(({ id }) => id) ?? [];

test("a session on the web has its own order, the same at each load, with what is chosen alone last", async () => {
  const { link, options } = await randomised();
  const orders = new Set<string>();
  for (let at = 0; at < 8; at++) {
    const begun = await fixture.begin(link);
    const shown = order(await show(begun));
    expect(order(await show(begun))).toEqual(shown);
    expect(shown.at(-1)).toBe(options.at(-1));
    expect(shown.toSorted()).toEqual(options.toSorted());
    orders.add(shown.join());
  }
  expect(orders.size).toBeGreaterThan(1);
});

test("what is chosen alone can't be chosen with others", async () => {
  const { link, id, options } = await randomised();
  const begun = await fixture.begin(link);
  const both = { question: id, choices: [options[0], options.at(-1)] };
  const refused = await fixture.ask("answerWebQuestion", { params: begun, body: both }, "");
  expect(refused).toMatchObject({ status: 422, body: { message: "One of these can only be chosen alone." } });
  expect((await fixture.answer(begun, { question: id, choices: [options.at(-1)] })).question?.type).toBe("text");
});

test("a section is above each of its questions, in the language of the session", async () => {
  const { uuid, link, id, options } = await randomised();
  const sections = [{ id, title: "Unachotumia", text: "Fikiria wiki iliyopita." }];
  await fixture.must(201, "translateSurvey", { params: { uuid }, body: { language: "sw", sections } });
  await fixture.must(201, "publishSurvey", { params: { uuid } });
  const begun = await fixture.begin(link, { language: "sw" });
  const head = { title: "Unachotumia", text: "Fikiria wiki iliyopita." };
  expect((await show(begun)).section).toEqual(head);
  expect((await fixture.answer(begun, { question: id, choices: [options[0]] })).section).toEqual(head);
});

test("by SMS each person has an order, a number means the choice that they see, and the section is said once", async () => {
  const { uuid } = await randomised();
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: uuid, name: "November" },
  });
  const msisdns = Array.from({ length: 6 }, (_, at) => `+25471100030${at}`);
  fixture.sms.groups.set(
    1,
    msisdns.map((msisdn) => ({ msisdn, name: "Amina", fields: {}, opted_out: false })),
  );
  const form = { name: "November", language: "en", sender: "SAVANNA", group_id: 1 };
  const ready = await fixture.must<SurveyInstanceDetail>(201, "updateInstance", { params: { id }, body: form });
  await fixture.must(201, "dispatchInstance", {
    params: { id },
    body: { most_cents: ready.estimate?.most_cents ?? 0 },
  });
  await fixture.work();
  const saidTo = (msisdn: string) => fixture.sms.sent.filter(({ to }) => to === msisdn).map(({ text }) => text);
  expect(new Set(msisdns.map((msisdn) => saidTo(msisdn)[0])).size).toBeGreaterThan(1);
  for (const msisdn of msisdns) {
    const [first = ""] = saidTo(msisdn);
    expect(first).toMatch(/^Think of last week\.\nWhich\?/);
    const chosen = /^3 (.)$/m.exec(first)?.[1];
    await fixture.reply(msisdn, "3");
    expect(saidTo(msisdn)[1]).toBe("Why?");
    const [session] = await fixture.rows<{ text: string }>(
      `select t.text from survey.turns t join survey.sessions s on s.id = t.session_id
        where s.msisdn = '${msisdn}' and not t.incoming order by t.id limit 1`,
    );
    // What is kept of the conversation is what was sent.
    expect(session?.text).toBe(first);
    const [given] = await fixture.rows<{ name: string }>(
      `select c.text->>'en' as name from survey.answers a join survey.sessions s on s.id = a.session_id
        join survey.choices c on a.answer->'choices' @> to_jsonb(c.id) where s.msisdn = '${msisdn}'`,
    );
    expect(given?.name).toBe(chosen);
  }
});

test("a change that says nothing of order, section or kinds of choices leaves them", async () => {
  const { uuid, id, options } = await randomised();
  const plain = { type: "multiple", text: "Which of them?", options: options.map((one) => ({ id: one, text: "X" })) };
  await fixture.must(201, "updateQuestion", { params: { id }, body: plain });
  const [question] = (await fixture.load(uuid)).questions;
  expect(question).toMatchObject({ random_order: true, section: { title: { en: "What you use" } } });
  expect(question?.options.at(-1)?.role).toBe("exclusive");
  const ended = { ...plain, section: { title: "", text: "" } };
  await fixture.must(201, "updateQuestion", { params: { id }, body: ended });
  expect((await fixture.load(uuid)).questions[0]?.section).toEqual({ title: {}, text: {} });
  const wrong = { ...plain, section: { title: " ", text: "Words" } };
  const refused = await fixture.ask("updateQuestion", { params: { id }, body: wrong });
  expect(refused.body.errors).toEqual({ "section.title": ["Enter a title."] });
});

test("a copy has the order, the kinds of choices and the section", async () => {
  const { uuid } = await randomised();
  const copy = await fixture.must<SurveyDetail>(201, "copySurvey", { params: { uuid } });
  expect(copy.questions[0]).toMatchObject({
    ...{ random_order: true, section: { title: { en: "What you use" }, text: { en: "Think of last week." } } },
  });
  expect(copy.questions[0]?.options.map(({ role }) => role)).toEqual([...names.map(() => "normal"), "exclusive"]);
});

test("a version from before there was an order or a section is asked as it was", async () => {
  const { uuid, link, options } = await randomised();
  await fixture.rows(`update survey.versions set graph = jsonb_set(graph, '{questions}',
      (select jsonb_agg((q - 'random_order' - 'section') || jsonb_build_object('choices',
          (select coalesce(jsonb_agg(c - 'role' order by place), '[]') from
            jsonb_array_elements(q->'choices') with ordinality as y (c, place))) order by at)
        from jsonb_array_elements(graph->'questions') with ordinality as x (q, at)))
    where survey_id = (select id from survey.surveys where uuid = '${uuid}')`);
  const shown = await show(await fixture.begin(link));
  expect(order(shown)).toEqual(options);
  expect(shown.section).toBeNull();
  expect((await fixture.ask("statistics", { query: { state: "all" }, body: { survey: uuid } })).status).toBe(200);
});

test("each person has sections in an order of their own, by SMS and on the web, and answers all of them", async () => {
  const { uuid } = await fixture.create();
  const titles = ["Food", "Rooms", "Staff"];
  for (const title of titles) {
    const { id } = await fixture.question(uuid, { type: "nps", text: `Mark for ${title}?` });
    const body = { type: "nps", text: `Mark for ${title}?`, section: { title }, random_section: true };
    await fixture.must(201, "updateQuestion", { params: { id }, body });
  }
  const { link } = await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
  const people = Array.from({ length: 12 }, (_, n) => `+2547110066${String(n).padStart(2, "0")}`);
  fixture.sms.groups.set(
    66,
    people.map((msisdn) => ({ msisdn, name: "", fields: {}, opted_out: false })),
  );
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", { body: { survey: uuid, name: "R" } });
  const form = { name: "R", language: "en", sender: "SAVANNA", group_id: 66 };
  await fixture.must(201, "updateInstance", { params: { id }, body: form });
  const { estimate } = await fixture.must<SurveyInstanceDetail>(200, "instance", { params: { id } });
  await fixture.must(201, "dispatchInstance", { params: { id }, body: { most_cents: estimate?.most_cents } });
  fixture.sms.sent.length = 0;
  await fixture.work();
  for (const _ of titles) for (const msisdn of people) await fixture.reply(msisdn, "9");
  const orders = people.map((msisdn) =>
    fixture.sms.sent.flatMap(({ to, text }) => (to === msisdn ? (/Mark for (\w+)/.exec(text)?.[1] ?? []) : [])),
  );
  for (const order of orders) expect([...order].sort()).toEqual(titles);
  expect(new Set(orders.map(([first]) => first)).size).toBeGreaterThan(1);
  const done = await fixture.must<SurveyInstanceDetail>(200, "instance", { params: { id } });
  expect(done.completed_count).toBe(12);
  // The question that a session has open is the one that was asked.
  const web = new Set<string | undefined>();
  for (let n = 0; n < 12; n++) {
    const params = await fixture.begin(link ?? "");
    const shown = await show(params);
    web.add(shown.section?.title);
    const [open] = await fixture.rows<{ text: string }>(
      "select q.text->>'en' as text from survey.sessions x join survey.questions q on q.id = x.question_id order by x.id desc limit 1",
    );
    expect(open?.text).toBe(`Mark for ${shown.section?.title}?`);
  }
  expect(web.size).toBeGreaterThan(1);
});
