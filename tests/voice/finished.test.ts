import { afterAll, beforeAll, expect, test } from "vitest";
import { finishedLimit } from "../../services/kit/contract.finished";
import { inAccount } from "../../services/kit/database";
import { listFinished } from "../../services/voice/calls/finished";
import { type FinishedAnswer, walkFinished } from "../setup/finished";
import { plansOf } from "../setup/plans";
import { fillCentre, lakeside, type Token, type VoiceStage, voiceStage } from "./fixture";

let stage: VoiceStage;
beforeAll(async () => {
  stage = await voiceStage();
  await fillCentre(stage);
});
afterAll(() => stage.close());

const day = { from: "2037-11-25T00:00:00.000000Z", until: "2037-11-26T00:00:00.000000Z" };
const finished = async (body: object = day) =>
  (await stage.ask("finished", { body }, "service")).body as unknown as FinishedAnswer;
const records = async () => (await finished()).data.map(({ record }) => record);
const stamp = () => stage.clock.now.toISOString().replace("Z", "000Z");

/** A call that is answered; it still runs. */
async function talking(reference: string, form: { type?: string; [field: string]: unknown } = {}, token?: Token) {
  const call = await stage.ring(reference, form, token);
  const { type = "inbound" } = form;
  stage.pass(4);
  await stage.patch(reference, "inProgress", { type }, token);
  stage.pass(30);
  return call.id;
}

test("a talk with a customer is found when it has ended, whoever called, with the number and the name", async () => {
  const received = await talking("received", { name: "Amina" });
  expect(await records()).toEqual([]);
  await stage.patch("received", "terminated");
  const first = stamp();
  const made = await talking("made", { type: "outbound", phoneNumber: "0722 000 222" });
  await stage.patch("made", "terminated", { type: "outbound" });
  expect(await finished()).toEqual({
    data: [
      { record: received, at: first, phone: "+254711000111", name: "Amina" },
      { record: made, at: stamp(), phone: "+254722000222", name: "" },
    ],
    more: false,
  });
  // The first moment is in the range, the last one is not.
  expect((await finished({ from: first, until: stamp() })).data).toMatchObject([{ record: received }]);
  // A hidden number is not known.
  const hidden = await talking("hidden", { phoneNumber: "anonymous" });
  await stage.patch("hidden", "terminated");
  expect((await finished()).data.at(-1)).toMatchObject({ record: hidden, phone: "" });
});

test("calls that nobody answered, calls without talk and calls among agents are left out", async () => {
  const before = await records();
  await stage.ring("missed");
  stage.pass(20);
  await stage.patch("missed", "terminated");
  await talking("no-talk");
  await stage.patch("no-talk", "terminated", { callDuration: 0 });
  await talking("colleague", { phoneNumber: "1002", type: "outbound" });
  await stage.patch("colleague", "terminated", { type: "outbound" });
  await talking("earlier-colleague", { phoneNumber: "1002", type: "outbound" });
  await stage.patch("earlier-colleague", "terminated", { type: "outbound" });
  await stage.rows("update voice.calls set consultation = false where reference = 'earlier-colleague' returning 1");
  expect(await records()).toEqual(before);
});

test("of a call that was passed on to a colleague the colleague's part is the one that ends", async () => {
  const form = { phoneNumber: "254733000333" };
  const first = await talking("passed", form);
  const second = await stage.ring("taken", { ...form, transferredBy: "1001" }, "otieno");
  await stage.patch("passed", "terminated", { transferredTo: "1002" });
  expect(await records()).not.toContain(first);
  stage.pass(3);
  await stage.patch("taken", "inProgress", {}, "otieno");
  stage.pass(40);
  await stage.patch("taken", "terminated", {}, "otieno");
  expect((await records()).filter((id) => id === first || id === second.id)).toEqual([second.id]);
  // Where the colleague does not answer, the talk before was all.
  const alone = await talking("not-taken", { phoneNumber: "254733000444" });
  await stage.ring("unanswered", { phoneNumber: "254733000444", transferredBy: "1001" }, "otieno");
  await stage.patch("not-taken", "terminated", { transferredTo: "1002" });
  stage.pass(20);
  await stage.patch("unanswered", "terminated", {}, "otieno");
  expect(await records()).toContain(alone);
});

test("pages that part in one moment have everything once, and nothing of another account", async () => {
  const at = "2037-12-01T10:00:00.123456Z";
  const calls = (account: string, many: number, ids: number) =>
    stage.rows(
      `insert into voice.calls (customer_account, id, reference, type, phone_number, user_id, user_name, state, status,
        started_at, answered_at, ended_at, talk_seconds)
      select '${account}', ${ids} + n, 'copy-' || n, 'inbound', '+254711000111', '2', 'Kevin', 'terminated', 'Complete',
        '${at}', '${at}', '${at}', 10 from generate_series(1, ${many}) n returning 1`,
      account,
    );
  await calls("100001", finishedLimit + 2, 500_000);
  await calls(lakeside, 3, 600_000);
  const range = { from: "2037-12-01T00:00:00.000000Z", until: "2037-12-01T10:00:00.123457Z" };
  const pages = await walkFinished(finished, range);
  expect(pages.map(({ length }) => length)).toEqual([finishedLimit, 2]);
  const found = pages.flat();
  expect(new Set(found.map((one) => one.at))).toEqual(new Set([at]));
  expect(found.map(({ record }) => record)).toEqual(
    Array.from({ length: finishedLimit + 2 }, (_, index) => 500_001 + index),
  );
  expect((await finished({ ...range, until: at })).data).toEqual([]);
});

test("only services may ask", async () => {
  for (const token of ["owner", "kevin", "nobody"] as const)
    expect((await stage.ask("finished", { body: day }, token)).status).toBe(403);
});

test("the range is read from an index in its order, below row security too", async () => {
  const [plan] = await inAccount(stage.database.db, "100001", (trx) =>
    plansOf(trx, (planned) => listFinished(planned, "100001", { ...day, after: 0 })),
  );
  expect(plan).toMatch(
    /using calls_finished .*\n.*Index Cond: .*ended_at >= .*ended_at < .*ROW\(.*ended_at, .*\) > ROW/,
  );
  expect(plan).not.toContain("Sort");
});
