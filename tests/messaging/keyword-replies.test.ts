import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { serve } from "../../services/kit/serve";
import { autoReplyTasks } from "../../services/messaging/blasts/auto-reply";
import { keywordReplyCalls } from "../../services/messaging/contract.replies";
import { keywordReplyHandlers } from "../../services/messaging/keywords/service";
import { asOwner } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, phone, type Stage, savanna, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

const people = {
  owner: person(),
  sender: person({ roles: [], permissions: ["Send bulk message"] }),
  other: person({ customer_account: "200002", name: "Otieno" }),
};
const fake = fakeCarrier();
let fixture: Stage;
let served: ReturnType<typeof serveReplies>;
const serveReplies = () =>
  serve(contract("messaging", keywordReplyCalls), keywordReplyHandlers(fixture.database), {
    ...surroundings(people),
    log: { error: () => undefined },
  });
async function ask(name: keyof typeof keywordReplyCalls, input: object = {}, token = "owner") {
  return (await served.call(name, input as never, caller(token))) as unknown as {
    status: number;
    body: Record<string, unknown> & { id: number };
  };
}

beforeAll(async () => {
  fixture = await blastStage();
  served = serveReplies();
  await fixture.work(fake.carrier);
  await fixture.database.pool.query("insert into messaging.routes (address, customer_account) values ('22456', $1)", [
    savanna,
  ]);
});
afterAll(() => fixture.close());

/** Runs the jobs that wait, as the worker does. */
async function runJobs(): Promise<void> {
  const tasks = autoReplyTasks(fixture.database, fixture.deps);
  const { rows } = await asOwner(
    fixture.database.url,
    `select t.identifier, j.payload from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'messaging.keyword-reply' order by j.id`,
  );
  for (const { identifier, payload } of rows) await tasks[identifier]?.(payload);
}
const repliesTo = (number: string) => fake.sent.filter(({ to }) => to === number).map(({ text }) => text);
const hours = { words_en: ["hours"], words_sw: ["saa"], reply_en: "8 to 5.", reply_sw: "Saa 2 hadi 11." };

test("a word is answered once in the language of the word, at the price of one message", async () => {
  const made = await ask("createKeywordReply", { body: hours });
  expect(made).toMatchObject({ status: 201, body: { words_en: ["HOURS"], words_sw: ["SAA"] } });
  const before = await fixture.ledger();
  await fake.message(phone(1), "22456", "Saa ngapi?", "ref-1");
  await fake.message(phone(1), "22456", "Saa ngapi?", "ref-1");
  await runJobs();
  await runJobs();
  await until("it is answered", () => repliesTo(phone(1)).length > 0);
  expect(repliesTo(phone(1))).toEqual(["Saa 2 hadi 11."]);
  await until("it is charged", async () => (await fixture.ledger()).available === before.available - 80);
  expect((await fixture.rows<{ keyword: string }>("select keyword from messaging.inbox order by id"))[0]).toEqual({
    keyword: "SAA",
  });
});

test("one number gets five answers in an hour, and a name or a short code none", async () => {
  for (let n = 0; n < 8; n++) await fake.message(phone(2), "22456", `hours ${n}`);
  await fake.message("MPESA", "22456", "hours");
  await runJobs();
  await until("it is answered", () => repliesTo(phone(2)).length >= 5);
  expect(await fixture.rows(`select msisdn from messaging.auto_replies where msisdn <> '${phone(1)}'`)).toHaveLength(5);
});

test("STOP stays a STOP, and who has opted out is not answered; the reason is kept with the reply", async () => {
  await fake.message(phone(3), "22456", "STOP");
  await fake.message(phone(3), "22456", "hours");
  await runJobs();
  const { data } = (await ask("keywordReplies")).body as unknown as { data: { trouble: string }[] };
  expect(data[0]?.trouble).toContain("opted out");
  await until("the STOP is confirmed", () => repliesTo(phone(3)).length === 1);
  expect(repliesTo(phone(3))[0]).toContain("You will get no more messages");
});

test("a reply is the account's own, and only whoever manages the settings changes it", async () => {
  const { data } = (await ask("keywordReplies")).body as unknown as { data: { id: number }[] };
  const params = { id: data[0]?.id ?? 0 };
  expect((await ask("keywordReply", { params }, "other")).status).toBe(404);
  expect((await ask("updateKeywordReply", { params, body: hours }, "other")).status).toBe(404);
  expect((await ask("deleteKeywordReply", { params }, "other")).status).toBe(404);
  expect((await ask("keywordReplies", {}, "sender")).status).toBe(403);
  expect(await ask("createKeywordReply", { body: hours })).toMatchObject({
    status: 422,
    body: { errors: { words_en: ["HOURS is used already."] } },
  });
  expect(await ask("updateKeywordReply", { params, body: { ...hours, reply_en: "9 to 6." } })).toMatchObject({
    status: 201,
    body: { reply_en: "9 to 6.", trouble: "" },
  });
  expect((await ask("deleteKeywordReply", { params })).status).toBe(201);
  const said = await fixture.rows<{ action: string }>(
    "select action from events.activities where action like 'Keyword reply%' order by id",
  );
  expect(said.map(({ action }) => action)).toEqual([
    "Keyword reply added",
    "Keyword reply changed",
    "Keyword reply deleted",
  ]);
});
