import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { queueDatedScores, scoreTasks } from "../../services/crm/records/scoring";
import { type CrmStage, crmStage, savanna } from "./fixture";
import { outsideServices } from "./sequences.fixture";

let fixture: CrmStage;
const outside = outsideServices();
beforeAll(async () => {
  fixture = await crmStage(undefined, outside.services);
});
afterAll(() => fixture.database && fixture.close());
beforeEach(async () => {
  await fixture.rows("delete from crm.score_rules");
  await fixture.rows("delete from crm.dated_scores");
  await fixture.rows("update crm.records set score = 0, wrote_at = null");
});

const rule = async (form: object) => {
  const body = { operator: "is in the last days", value: "10", points: 20, ...form };
  const answer = await fixture.ask("createLeadScoreRule", { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as unknown as { id: number; words: string };
};
const read = async (id: number) =>
  (await fixture.ask("lead", { params: { id } })).body as unknown as {
    score: number;
    score_parts: { rule: string; points: number }[];
  };
const rescored = async () => {
  await scoreTasks(fixture.database, fixture)["crm.rescore"]?.({ account: savanna });
};
const daysAgo = (days: number) => `now() - interval '${days} days'`;

test("points for a recent activity fade, and an activity brings them back at once", async () => {
  const { id } = await fixture.lead();
  await fixture.rows(`update crm.records set active_at = ${daysAgo(5)} where id = ${id}`);
  await rule({ property: "active", fades: true });
  expect(await read(id)).toMatchObject({
    score: 10,
    score_parts: [{ rule: "Last activity is in the last 10 days, fading", points: 10 }],
  });
  await fixture.ask("addContactNote", { body: { id, text: "Called." } });
  expect((await read(id)).score).toBe(20);
  await fixture.rows(`update crm.records set active_at = ${daysAgo(20)} where id = ${id}`);
  await rescored();
  expect((await read(id)).score).toBe(0);
});

test("a record loses points with its age, and a new one has none to lose", async () => {
  const { id } = await fixture.lead();
  const added = await fixture.lead({ name: "New today" });
  await fixture.rows(`update crm.records set created_at = ${daysAgo(31)} where id = ${id}`);
  await rule({ property: "created", operator: "is more than days ago", value: "30", points: -15 });
  expect([(await read(id)).score, (await read(added.id)).score]).toEqual([-15, 0]);
});

test("who has written is asked of the channels each hour, by all their numbers and addresses", async () => {
  const one = await fixture.lead({ phone: "+254711555001", email: "wrote@lead.test" });
  const other = await fixture.lead({ phone: "+254711555002", name: "Silent" });
  outside.hears("wrote@lead.test", new Date(Date.now() - 2 * 86_400_000));
  const query = { property: "wrote", operator: "is in the last days", value: "10", points: 20 };
  const preview = await fixture.ask("previewLeadScoreRule", { query });
  expect(preview.body).toMatchObject({ moved: 1 });
  await rule({ property: "wrote" });
  expect(await fixture.queued("crm.rescore")).toHaveLength(1);
  await rescored();
  expect([(await read(one.id)).score, (await read(other.id)).score]).toEqual([20, 0]);
  expect((await read(one.id)).score_parts).toEqual([
    { rule: "Last message from the customer is in the last 10 days", points: 20 },
  ]);

  // A day that ends would be a reason of its own.
  await fixture.rows("update crm.dated_scores set scored_at = '2026-06-01T10:00Z', scored_on = '2026-06-01'");
  const scoredAt = async () =>
    (await fixture.rows<{ at: Date }>("select scored_at as at from crm.dated_scores"))[0]?.at.toISOString();
  await queueDatedScores(fixture.database, new Date("2026-06-01T10:59:00Z"));
  expect(await scoredAt()).toBe("2026-06-01T10:00:00.000Z");
  await queueDatedScores(fixture.database, new Date("2026-06-01T11:01:00Z"));
  expect(await scoredAt()).toBe("2026-06-01T11:01:00.000Z");
});

test.each([
  [{ property: "active", operator: "is", value: "today" }, "operator"],
  [{ property: "active", value: "many" }, "value"],
  [{ property: "wrote", value: "" }, "value"],
  [{ property: "created", operator: "is more than days ago", value: "30", fades: true }, "fades"],
])("a rule about days that means nothing is refused: %j", async (form, field) => {
  const body = { operator: "is in the last days", points: 20, ...form };
  const refused = await fixture.ask("createLeadScoreRule", { body });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
});
