import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { scoreTasks } from "../../services/crm/records/scoring";
import { type CrmStage, crmStage } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
  await fixture.lead({ name: "First", source: "Referral", value_cents: 20_000_000, company: "Mara Tea" });
});
afterAll(() => fixture.close());

const names = async () => (await fixture.stages()).map(({ name }) => name);

describe("stages", () => {
  test("are added at the end, changed, and put into another order", async () => {
    const made = await fixture.ask("createLeadStage", {
      body: { name: "Visit", category: "working", probability: 60, rot_days: 5 },
    });
    expect(made.body).toMatchObject({ name: "Visit", category: "working", probability: 60, rot_days: 5 });
    const params = { id: made.body.id as number };
    await fixture.ask("updateLeadStage", {
      params,
      body: { name: "Site visit", category: "working", probability: 65 },
    });
    expect((await names()).at(-1)).toBe("Site visit");
    const ids = (await fixture.stages()).map(({ id }) => id);
    await fixture.ask("rankLeadStages", { body: { stages: [...ids.slice(0, 3), params.id, ...ids.slice(3, -1)] } });
    expect(await names()).toEqual(["New", "Contacted", "Qualified", "Site visit", "Won", "Lost"]);
  });

  test("with a name that is there are refused at the name", async () => {
    const refused = await fixture.ask("createLeadStage", { body: { name: "NEW" } });
    expect(refused).toMatchObject({ status: 422, body: { errors: { name: [expect.stringContaining("already")] } } });
  });

  test("with leads are deleted when it is said where these go", async () => {
    const [first, second] = await fixture.stages();
    const params = { id: first?.id };
    const refused = await fixture.ask("deleteLeadStage", { params, query: {} });
    expect(refused).toMatchObject({ status: 422, body: { errors: { replace: [expect.any(String)] } } });
    expect((await fixture.ask("deleteLeadStage", { params, query: { replace: second?.id } })).status).toBe(201);
    expect(await names()).not.toContain("New");
    expect((await fixture.stages())[0]).toMatchObject({ name: "Contacted", records: 1 });
  });
});

describe("the score", () => {
  const score = async () => ((await fixture.ask("leads", { query: {} })).body.data as { score: number }[])[0]?.score;

  test("is the sum of the rules that a lead matches, and changes with them", async () => {
    const rule = (body: object) => fixture.ask("createLeadScoreRule", { body });
    const source = await rule({ property: "source", operator: "is", value: "referral", points: 30 });
    await rule({ property: "value", operator: "is at least", value: "150,000", points: 20 });
    await rule({ property: "company", operator: "contains", value: "coffee", points: 500 });
    await rule({ property: "email", operator: "is set", points: -5 });
    expect(await score()).toBe(50);
    const params = { id: source.body.id as number };
    await fixture.ask("updateLeadScoreRule", { params, body: { property: "source", operator: "is set", points: 10 } });
    expect(await score()).toBe(30);
    await fixture.ask("deleteLeadScoreRule", { params });
    expect(await score()).toBe(20);
  });

  test("changes with the lead, and its page says where each point is from", async () => {
    const made = await fixture.lead({ name: "Mail", email: "mail@lead.test", value_cents: 15_000_000 });
    expect(made.score).toBe(15);
    expect(made.score_parts).toEqual([
      { rule: "Value is 150,000 or more", points: 20 },
      { rule: "Email is set", points: -5 },
    ]);
  });

  test.each([
    [{ property: "value", operator: "contains", value: "1", points: 1 }, "operator"],
    [{ property: "source", operator: "is", value: "", points: 1 }, "value"],
    [{ property: "value", operator: "is at least", value: "many", points: 1 }, "value"],
    [{ property: "source", operator: "is set", points: 0 }, "points"],
  ])("a rule that means nothing is refused: %j", async (body, field) => {
    const refused = await fixture.ask("createLeadScoreRule", { body });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors ?? {})).toEqual([field]);
  });

  test("a preview counts what would get another score, and changes nothing", async () => {
    const rule = { property: "email", operator: "is set", points: 7 };
    const before = (await fixture.ask("leads", { query: { state: "all" } })).body.data;
    const preview = await fixture.ask("previewLeadScoreRule", { query: rule });
    expect(preview.body).toEqual({ records: 2, moved: 1, whole: true });
    expect((await fixture.ask("leads", { query: { state: "all" } })).body.data).toEqual(before);
    const known = ((await fixture.ask("leadScoreRules")).body.data as { id: number; property: string }[]).find(
      ({ property }) => property === "email",
    );
    const same = await fixture.ask("previewLeadScoreRule", { query: { ...rule, points: -5, rule: known?.id } });
    expect(same.body).toMatchObject({ moved: 0 });
    expect((await fixture.ask("previewLeadScoreRule", { query: { ...rule, points: 0 } })).status).toBe(422);
  });

  test("of an account with many records changes in the background", async () => {
    await fixture.rows(
      `insert into crm.records (customer_account, kind, name, source, stage_id)
       select '100001', 'lead', 'Many ' || n, 'fair', (select min(id) from crm.stages where kind = 'lead')
       from generate_series(1, 2100) n returning id`,
    );
    await fixture.ask("createLeadScoreRule", {
      body: { property: "source", operator: "is", value: "fair", points: 3 },
    });
    const scoredNow = async () =>
      (await fixture.rows<{ n: number }>("select count(*)::int as n from crm.records where score = 3"))[0]?.n;
    expect(await scoredNow()).toBe(0);
    await scoreTasks(fixture.database, fixture)["crm.rescore"]?.({ account: "100001" });
    expect(await scoredNow()).toBe(2100);
  });
});
