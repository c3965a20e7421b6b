import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordDetail } from "../../services/crm/contract.records";
import type { LeadScoreRule } from "../../services/crm/contract.settings";
import { queueDatedScores, scoreTasks } from "../../services/crm/records/scoring";
import { addField as addFieldTo } from "./fields.fixture";
import { type CrmStage, crmStage, savanna } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

const addField = (form: object) => addFieldTo(fixture, form);
const addRule = (body: object) => fixture.ask("createLeadScoreRule", { body: { points: 10, value: "", ...body } });
const rules = async () => (await fixture.ask("leadScoreRules")).body.data as LeadScoreRule[];
const read = async (id: number) => (await fixture.ask("lead", { params: { id } })).body as unknown as RecordDetail;
const score = async ({ id }: { id: number }) => (await read(id)).score;
async function dropRules(): Promise<void> {
  for (const { id } of await rules()) await fixture.ask("deleteLeadScoreRule", { params: { id } });
}

describe("a score rule about a custom field", () => {
  test("is counted before it is saved, scores what there is and what comes, and is told with the record", async () => {
    const budget = await addField({ name: "Budget", type: "money" });
    const rich = await fixture.lead({ name: "Rich", custom: { [budget.id]: "50,000" } });
    const poor = await fixture.lead({ name: "Poor", custom: { [budget.id]: "49,999" } });
    const rule = { property: budget.key, operator: "is at least", value: "50,000", points: 10 };
    const preview = await fixture.ask("previewLeadScoreRule", { query: rule });
    expect(preview.body).toMatchObject({ moved: 1 });
    expect(await score(rich)).toBe(0);
    const added = await addRule(rule);
    expect(added).toMatchObject({
      status: 201,
      body: { property: budget.key, value: "50000", words: "Budget is KES 50,000.00 or more" },
    });
    expect([await score(rich), await score(poor)]).toEqual([10, 0]);
    const found = await read(rich.id);
    expect(found.score_parts).toEqual([{ rule: "Budget is KES 50,000.00 or more", points: 10 }]);
    const { version } = await read(poor.id);
    const body = { name: "Poor", version, custom: { [budget.id]: "60,000" } };
    expect((await fixture.ask("updateContactDetails", { params: { id: poor.id }, body })).status).toBe(201);
    expect(await score(poor)).toBe(10);
    await dropRules();
  });

  test("is offered with what can be asked of its type, and anything else is refused where it is wrong", async () => {
    const tier = await addField({ name: "Tier", type: "choice", choices: [{ label: "Gold" }, { label: "Silver" }] });
    const offered = (await fixture.ask("scoreProperties")).body.data as { id: string; operators: string[] }[];
    expect(offered.find(({ id }) => id === tier.key)).toMatchObject({
      ...{ name: "Tier (leads)", operators: ["is set", "is empty", "is"] },
    });
    const wrong = (body: object) => addRule({ property: tier.key, operator: "is", value: "Gold", ...body });
    expect((await wrong({ operator: "is at least" })).body.errors).toHaveProperty("operator");
    expect((await wrong({ value: "Bronze" })).body.errors?.value?.[0]).toMatch(/not one of the choices: Gold, Silver/);
    expect((await wrong({ property: "custom.999999" })).body.errors).toHaveProperty("property");
    expect(await rules()).toEqual([]);
  });

  test("keeps its choice when that is renamed", async () => {
    const tier = await addField({ type: "choice", choices: [{ label: "Gold" }, { label: "Silver" }] });
    const one = await fixture.lead({ custom: { [tier.id]: "Gold" } });
    await addRule({ property: tier.key, operator: "is", value: "gold" });
    const choices = [
      { id: 1, label: "Premium" },
      { id: 2, label: "Silver" },
    ];
    const body = { name: tier.name, required: false, unique: false, help: "", choices };
    expect((await fixture.ask("updateCustomField", { params: { id: tier.id }, body })).status).toBe(201);
    expect((await rules())[0]).toMatchObject({ value: "Premium", words: `${tier.name} is Premium` });
    const { version } = await read(one.id);
    await fixture.ask("updateContactDetails", { params: { id: one.id }, body: { name: "Again", version } });
    expect(await score(one)).toBe(10);
    await dropRules();
  });

  test("gives no points while the field is archived, and goes with a field that is deleted", async () => {
    const region = await addField({});
    const one = await fixture.lead({ custom: { [region.id]: "Coast" } });
    await addRule({ property: region.key, operator: "is", value: "coast" });
    expect(await score(one)).toBe(10);
    const archive = (archived: boolean) =>
      fixture.ask("archiveCustomField", { params: { id: region.id }, body: { archived } });
    expect((await archive(true)).status).toBe(201);
    expect(await score(one)).toBe(0);
    expect((await rules())[0]?.words).toMatch(/archived/);
    await archive(false);
    expect(await score(one)).toBe(10);
    await dropRules();

    const empty = await addField({});
    await addRule({ property: empty.key, operator: "is empty" });
    expect(await score(one)).toBe(10);
    expect((await fixture.ask("deleteCustomField", { params: { id: empty.id } })).status).toBe(201);
    expect(await rules()).toEqual([]);
    expect(await score(one)).toBe(0);
  });

  test("about the last days is looked at again the next day", async () => {
    const seen = await addField({ type: "date" });
    const day = new Date().toISOString().slice(0, 10);
    const one = await fixture.lead({ custom: { [seen.id]: day } });
    await addRule({ property: seen.key, operator: "is in the last days", value: "3" });
    expect(await score(one)).toBe(10);
    const jobs = async () =>
      (
        await fixture.rows<{ n: number }>(`select count(*)::int as n from crm.dated_scores where scored_on > '${day}'`)
      )[0]?.n;
    await queueDatedScores(fixture.database);
    expect(await jobs()).toBe(0);
    const tomorrow = new Date(Date.now() + 86_400_000);
    await queueDatedScores(fixture.database, tomorrow);
    expect(await jobs()).toBe(1);
    await fixture.rows(`update crm.records set score = 0 where id = ${one.id}`);
    await scoreTasks(fixture.database, fixture)["crm.rescore"]?.({ account: savanna });
    expect(await score(one)).toBe(10);
    await dropRules();
    await queueDatedScores(fixture.database, new Date(Date.now() + 2 * 86_400_000));
    expect(await fixture.rows("select 1 from crm.dated_scores")).toEqual([]);
  });

  test("scores what an import brings", async () => {
    const plan = await addField({ name: "Plan" });
    await addRule({ property: plan.key, operator: "is", value: "large" });
    const { done } = await fixture.imported(
      "Name,Phone,Plan\nImported large,0712000901,Large\nImported small,0712000902,Small\n",
      {
        mapping: { 0: "name", 1: "phone", 2: plan.key },
      },
    );
    expect(done).toMatchObject({ state: "done", created: 2 });
    const found = await fixture.rows("select name, score from crm.records where name like 'Imported%' order by name");
    expect(found).toEqual([
      { name: "Imported large", score: 10 },
      { name: "Imported small", score: 0 },
    ]);
    const changed = await fixture.imported("Phone,Plan\n0712000902,Large\n", { mapping: { 0: "phone", 1: plan.key } });
    expect(changed.done).toMatchObject({ updated: 1 });
    expect(await fixture.rows("select score from crm.records where name = 'Imported small'")).toEqual([{ score: 10 }]);
    await dropRules();
  });
});

describe("a stage that asks for a custom field", () => {
  const move = (id: number, stage_id: number | undefined) =>
    fixture.ask("moveLead", { params: { lead_id: id }, body: { stage_id } });

  test("keeps a record until it is filled in, not while the field is archived, and forgets one that is deleted", async () => {
    const [first, second] = await fixture.stages();
    const need = await addField({ name: "Need" });
    const other = await addField({ name: "Other need" });
    const form = { name: first?.name, category: "new", required_fields: ["company", need.key, other.key] };
    const saved = await fixture.ask("updateLeadStage", { params: { id: first?.id }, body: form });
    expect(saved.body).toMatchObject({ required_fields: ["company", need.key, other.key] });
    const one = await fixture.lead({ name: "Waits", company: "Mill", custom: { [other.id]: "" } });
    expect(await move(one.id, second?.id)).toMatchObject({
      status: 422,
      body: { errors: { stage_id: [`Fill in Need, Other need before it leaves ${first?.name}.`] } },
    });
    expect((await fixture.ask("deleteCustomField", { params: { id: other.id } })).status).toBe(201);
    const stage = (await fixture.ask("leadStages")).body.data as { id: number; required_fields: string[] }[];
    expect(stage[0]?.required_fields).toEqual(["company", need.key]);
    const archive = (archived: boolean) =>
      fixture.ask("archiveCustomField", { params: { id: need.id }, body: { archived } });
    await archive(true);
    expect((await move(one.id, second?.id)).status).toBe(201);
    expect((await move(one.id, first?.id)).status).toBe(201);
    await archive(false);
    expect((await move(one.id, second?.id)).body.errors?.stage_id).toEqual([
      `Fill in Need before it leaves ${first?.name}.`,
    ]);
    const { version } = await read(one.id);
    const body = { name: "Waits", company: "Mill", version, custom: { [need.id]: "A new oven" } };
    expect((await fixture.ask("updateContactDetails", { params: { id: one.id }, body })).status).toBe(201);
    expect((await move(one.id, second?.id)).status).toBe(201);
  });

  test("can't ask for a field of another kind or another account", async () => {
    const [first] = await fixture.stages();
    const ofDeals = await addField({ kind: "deal", name: "Of deals" });
    const body = { name: first?.name, category: "new", required_fields: [ofDeals.key] };
    const refused = await fixture.ask("updateLeadStage", { params: { id: first?.id }, body });
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.body.errors).toHaveProperty("required_fields");
  });
});
