import { afterAll, beforeAll, expect, test } from "vitest";
import { type CrmStage, crmStage } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

test("the boards of leads and deals show those with a tag alone, counted as they are", async () => {
  const setTags = (id: number, type: string) =>
    fixture.ask("setRecordTags", { params: { id }, body: { type, tags: ["Board VIP"] } });
  const deal = async (name: string) => Number((await fixture.ask("createDeal", { body: { name } })).body.id);
  const lead = (await fixture.lead({ name: "Board Tagged" })).id;
  await fixture.lead({ name: "Board Plain" });
  const sold = await deal("Board Deal");
  await deal("Board Other");
  expect((await setTags(lead, "lead")).status).toBe(200);
  expect((await setTags(sold, "deal")).status).toBe(200);
  const [tag] = (await fixture.ask("tags", { query: {} })).body.data as { id: number }[];
  for (const [call, id] of [
    ["leadPipeline", lead],
    ["dealPipeline", sold],
  ] as const) {
    const asked = await fixture.ask(call, { query: { tag: tag?.id } });
    const stages = asked.body.stages as { records: number; cards: { id: number }[] }[];
    expect(stages.flatMap(({ cards }) => cards.map((card) => card.id))).toEqual([id]);
    expect(stages.reduce((sum, { records }) => sum + records, 0)).toBe(1);
  }
});
