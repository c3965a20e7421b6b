import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import { responseCalls } from "../../services/survey/contract.responses";
import { messagePage } from "../../services/survey/instances/store";
import { responsePage } from "../../services/survey/responses/store";
import { asOwner } from "../setup/database";
import { plansOf } from "../setup/plans";
import { type SurveyFixture, savanna, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
let uuid: string;
let run: number;
const [amina, otieno, tried] = ["+254711000951", "+254722000952", "+254711000953"] as const;

beforeAll(async () => {
  fixture = await surveyFixture();
  const made = await fixture.delivery();
  uuid = made.uuid;
  run = await prepare("November 100%");
  await prepare("December");
  expect((await fixture.ask("sendDryRun", { params: { id: run }, body: { phone: tried } })).status).toBe(201);
  const { estimate } = await fixture.must<SurveyInstanceDetail>(200, "instance", { params: { id: run } });
  const body = { most_cents: estimate?.most_cents ?? 0 };
  expect((await fixture.ask("dispatchInstance", { params: { id: run }, body })).status).toBe(201);
  await fixture.work();
});
afterAll(() => fixture.close());

async function prepare(name: string): Promise<number> {
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", { body: { survey: uuid, name } });
  fixture.sms.groups.set(
    951,
    [amina, otieno].map((msisdn) => ({ msisdn, name: "Amina", fields: {}, opted_out: false })),
  );
  const body = { name, language: "en", sender: "SAVANNA", group_id: 951 };
  expect((await fixture.ask("updateInstance", { params: { id }, body })).status).toBe(201);
  return id;
}

type ListedMessage = { name: string; msisdn: string; dry_run: boolean; recipient_id: number | null };
async function find(call: "instances" | "surveyMessages" | "responses", query: object, token?: "other") {
  const body = call === "responses" ? { body: { survey: uuid } } : {};
  const answer = await fixture.ask(call, { query, ...body }, token);
  return answer.body.data as ListedMessage[];
}
const names = async (query: object, token?: "other") => (await find("instances", query, token)).map(({ name }) => name);
const numbers = async (call: "surveyMessages" | "responses", query: object) => [
  ...new Set((await find(call, query)).map(({ msisdn }) => msisdn)),
];

test("runs are found by a part of their name or of the title of their survey", async () => {
  expect(await names({ q: "novem" })).toEqual(["November 100%"]);
  expect(await names({ q: "0%" })).toEqual(["November 100%"]);
  expect(await names({ q: "SURVEY 1" })).toEqual(["December", "November 100%"]);
  expect(await names({ q: "survey 1", state: "pending" })).toEqual(["December"]);
  expect(await names({ q: "_" })).toEqual([]);
  expect(await names({ q: "novem" }, "other")).toEqual([]);
});

test.each(["0711000951", "+254 711 000 951", "254711000951", "711000951", "0711-000-951", " 00254711000951 "])(
  "messages and responses of a number are found however it is written: %s",
  async (q) => {
    expect(await numbers("surveyMessages", { q })).toEqual([amina]);
    expect(await numbers("surveyMessages", { q, instance: run, channel: "sms" })).toEqual([amina]);
    expect(await numbers("responses", { q, state: "all" })).toEqual([amina]);
    expect(await numbers("responses", { q })).toEqual([]);
  },
);

test("the beginning of a number finds those that begin so, and what is no number finds nothing", async () => {
  expect((await numbers("surveyMessages", { q: "0711 000" })).sort()).toEqual([amina, tried]);
  expect(await numbers("responses", { q: "0722", state: "all" })).toEqual([otieno]);
  for (const q of ["Amina", "0711x", "%", "0799"]) {
    expect(await numbers("surveyMessages", { q })).toEqual([]);
    expect(await numbers("responses", { q, state: "all" })).toEqual([]);
  }
  expect(await find("surveyMessages", { q: "0711" }, "other")).toEqual([]);
});

test("a message of a dry run says so and leads to no one of the contact base", async () => {
  const messages = await find("surveyMessages", { instance: run });
  const dry = messages.filter(({ dry_run }) => dry_run);
  expect(dry.map(({ msisdn }) => msisdn)).toEqual([tried]);
  expect(
    messages
      .filter(({ dry_run }) => !dry_run)
      .map(({ msisdn }) => msisdn)
      .sort(),
  ).toEqual([amina, otieno]);
  expect(messages.map(({ recipient_id, dry_run }) => (recipient_id === null) === dry_run)).toEqual([true, true, true]);
  // The number that was tried is asked by the run as well: the two are told apart.
  await fixture.rows(`update survey.sessions set msisdn = '${amina}', ended_at = now() where dry_run`);
  const [again] = (await find("surveyMessages", { instance: run })).filter(({ dry_run }) => dry_run);
  expect(again).toMatchObject({ msisdn: amina, recipient_id: null });
});

test("a number is looked up in an index of the account, below row security too", async () => {
  const page = { page: 1, per_page: 50, q: "0711000951" };
  await fixture.rows(`insert into survey.sessions
      (customer_account, survey_id, version, channel, language, msisdn, disposition, ended_at)
    select customer_account, survey_id, version, channel, language, '+2547330' || lpad(n::text, 5, '0'), 'partial', now()
    from survey.sessions cross join generate_series(1, 5000) n where msisdn = '${amina}'`);
  await fixture.rows(`insert into survey.messages (customer_account, instance_id, session_id, batch, text, expects)
    select customer_account, ${run}, id, gen_random_uuid(), 'How was it?', true from survey.sessions`);
  await asOwner(fixture.database.url, "analyze survey.sessions, survey.messages");
  const [survey] = await fixture.rows<{ id: number }>(`select id::int from survey.surveys where uuid = '${uuid}'`);
  await inAccount(fixture.database.db, savanna, async (trx) => {
    for (const query of [page, { ...page, instance: run }, { ...page, channel: "sms" as const }])
      for (const plan of await plansOf(trx, (planned) => messagePage(planned, savanna, query)))
        expect(plan).toMatch(/using sessions_number .*\n\s+Index Cond: .*customer_account.*msisdn >= /);
    const few = { page: 1, per_page: 50, channel: "whatsapp" as const };
    for (const plan of await plansOf(trx, (planned) => messagePage(planned, savanna, few)))
      expect(plan).toMatch(/using messages_channel .*\n\s+Index Cond: .*channel = 'whatsapp'/);
    const query = { ...responseCalls.responses.query.parse({ state: "all" }), ...page };
    const asked = { id: survey?.id ?? 0, languages: ["en" as const] };
    const plans = await plansOf(trx, (planned) => responsePage(planned, savanna, asked, query, "Africa/Nairobi"));
    const searched = plans.find((plan) => plan.includes("msisdn"));
    expect(searched).toMatch(/using sessions_number .*\n\s+Index Cond: .*customer_account.*msisdn >= /);
    for (const index of ["answers_", "turns_refused"]) expect(searched).toContain(`using ${index}`);
  });
});
