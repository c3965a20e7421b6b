import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

type Card = { id: number; rank: string };
const cards = async (name: string): Promise<Card[]> => {
  const board = (await fixture.ask("cards", { params: { id: 1 } })).body;
  return board.stages.find((one) => one.name === name)?.cards ?? [];
};
const move = (ticket_id: number, stage_id: number, to: object = {}) =>
  fixture.ask("moveCard", { body: { ticket_id, stage_id, ...to } });

describe("a board", () => {
  test("cards move before, after, to the top and to the end of a stage, and take its status", async () => {
    const [a, b, c, d] = [await fixture.open(), await fixture.open(), await fixture.open(), await fixture.open()];
    for (const { id } of [a, b, c]) expect((await move(id, 2)).status).toBe(201);
    expect((await cards("In progress")).map(({ id }) => id)).toEqual([a.id, b.id, c.id]);
    await move(c.id, 2, { before_id: b.id });
    await move(d.id, 2, { after_id: a.id });
    await move(b.id, 2, { place: "top" });
    expect((await cards("In progress")).map(({ id }) => id)).toEqual([b.id, a.id, d.id, c.id]);
    expect((await fixture.ticket(d.id)).status).toBe("open");
    expect((await move(d.id, 2, { before_id: 999 })).status).toBe(409);
    expect((await move(d.id, 999)).status).toBe(422);
  });

  test("a board of one member has the same cards in the same order as the whole one has of them", async () => {
    const theirs: number[] = [];
    for (const [at, stage_id] of [1, 2, 1, 2, 2, 1].entries()) {
      const { id } = await fixture.open({ stage_id, member_ids: at % 3 === 2 ? [] : ["4"] });
      if (at % 3 !== 2) theirs.push(id);
      if (at === 4) await move(id, 2, { place: "top" });
    }
    const columns = async (query: object, who?: "kevin") =>
      (await fixture.ask("cards", { params: { id: 1 }, query }, who ?? "owner")).body.stages.map((one) => ({
        name: one.name,
        total: one.total,
        cards: one.cards.map(({ id }) => id),
      }));
    const whole = await columns({});
    expect(await columns({ member: "4" })).toEqual(
      whole.map(({ name, cards }) => {
        const own = cards.filter((id) => theirs.includes(id));
        return { name, total: own.length, cards: own };
      }),
    );
    const [one] = (await columns({ member: "4", stage: "2" })).map(({ cards }) => cards.length);
    expect(one).toBe(3);
  });

  test("fifty moves to one place at once leave fifty cards in a total order", async () => {
    const anchor = await fixture.open();
    await move(anchor.id, 3);
    const many = [];
    for (let n = 0; n < 50; n++) many.push((await fixture.open()).id);
    const answers = await Promise.all(many.map((id) => move(id, 3, { before_id: anchor.id })));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const found = await cards("Waiting for customer");
    expect(await cards("Waiting for customer")).toEqual(found);
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([...many, anchor.id]));
    expect(new Set(found.map(({ rank }) => rank)).size).toBe(51);
    expect(found.at(-1)?.id).toBe(anchor.id);
  }, 60_000);

  test("a hundred moves to the same gap keep the keys short enough", async () => {
    const [left, right] = [await fixture.open(), await fixture.open()];
    for (const { id } of [left, right]) await move(id, 4);
    let last = right.id;
    for (let n = 0; n < 30; n++) {
      const { id } = await fixture.open();
      await move(id, 4, { after_id: left.id });
      last = id;
    }
    const found = await cards("Resolved");
    expect(found.map(({ id }) => id).slice(0, 2)).toEqual([left.id, last]);
    expect(Math.max(...found.map(({ rank }) => rank.length))).toBeLessThanOrEqual(64);
  });
});

describe("settings in use (statement 17)", () => {
  test("a stage, a type, a group and a policy with tickets ask for another in their place; nothing is orphaned", async () => {
    const extra = (await fixture.ask("createStage", { body: { name: "Second line", status: "open" } })).body;
    const group = (await fixture.ask("createGroup", { body: { name: "Field" } })).body;
    const other = (await fixture.ask("createGroup", { body: { name: "Office" } })).body;
    const { id } = await fixture.open({ stage_id: extra.id, type_id: 2, group_ids: [group.id] });
    for (const [name, thing] of [
      ["deleteStage", extra.id],
      ["deleteType", 2],
      ["deleteGroup", group.id],
    ] as const)
      expect(await fixture.ask(name, { params: { id: thing } })).toMatchObject({
        status: 409,
        body: { errors: { replace: [expect.any(String)] } },
      });
    await fixture.ask("deleteStage", { params: { id: extra.id }, query: { replace: 2 } });
    await fixture.ask("deleteType", { params: { id: 2 }, query: { replace: 1 } });
    await fixture.ask("deleteGroup", { params: { id: group.id }, query: { replace: other.id } });
    expect(await fixture.ticket(id)).toMatchObject({ stage_id: 2, type_id: 1, group_ids: [other.id] });
  });

  test("the rank of stages is saved (R122), and a group's faults come as a list (R127)", async () => {
    const stages = (await fixture.ask("stages")).body.data.map(({ id }: { id: number }) => id);
    const turned = [...stages].reverse();
    const ranked = (await fixture.ask("rankStages", { body: { stages: turned } })).body.data;
    expect(ranked.map(({ id }: { id: number }) => id)).toEqual(turned);
    expect((await fixture.ask("createGroup", { body: { name: "" } })).body.errors).toEqual({
      name: [expect.any(String)],
    });
    expect((await fixture.ask("createGroup", { body: { name: "office" } })).body.errors).toMatchObject({
      name: [expect.stringMatching(/already/)],
    });
  });

  test("the wizard rises by 25 a template to 100, and setting one twice counts once (R123)", async () => {
    const set = async (set: string, choice: string) =>
      (await fixture.ask("setTemplate", { params: { set }, body: { choice } })).body.progress;
    const progress = [
      await set("stages", "escalation"),
      await set("types", "retail"),
      await set("hours", "office"),
      await set("policies", "standard"),
    ];
    expect(progress).toEqual([25, 50, 75, 100]);
    expect(await set("policies", "brisk")).toBe(100);
    expect((await fixture.ask("policies")).body.data).toHaveLength(5);
  });

  test("a template leaves alone what people made or changed, and takes back only what a template brought", async () => {
    await fixture.ask("createStage", { body: { name: "With the workshop", status: "open", colour: "red" } });
    await fixture.ask("createStage", { body: { id: 2, name: "In progress", status: "open", colour: "violet" } });
    const names = async () => (await fixture.ask("stages")).body.data.map(({ name }: { name: string }) => name);
    const first = await fixture.ask("setTemplate", { params: { set: "stages" }, body: { choice: "escalation" } });
    expect(first.body.kept).toEqual(expect.arrayContaining(["With the workshop", "In progress"]));
    expect(await names()).toEqual(expect.arrayContaining(["With the workshop", "In progress", "First line"]));
    // Nobody touched these two and no ticket stands in them: they were the template's and go with it.
    await fixture.ask("setTemplate", { params: { set: "stages" }, body: { choice: "desk" } });
    const left = await names();
    expect(left).toEqual(expect.arrayContaining(["With the workshop", "In progress"]));
    expect(left.filter((name: string) => /line$|supplier/.test(name))).toEqual([]);
    // What is not done stands before what is.
    expect(left.indexOf("With the workshop")).toBeLessThan(left.indexOf("Resolved"));
    const changed = (await fixture.ask("stages")).body.data.find(
      ({ name }: { name: string }) => name === "In progress",
    );
    expect(changed).toMatchObject({ colour: "violet" });
  });

  test("a template of policies or hours keeps a policy that was changed, and the zone and country of the desk", async () => {
    const own = { name: "High", priority_ids: [4, 5], resolution_minutes: 77 };
    const high = (await fixture.ask("policies")).body.data.find(({ name }: { name: string }) => name === "High");
    expect((await fixture.ask("savePolicy", { body: { ...own, id: high?.id } })).status).toBe(201);
    const set = await fixture.ask("setTemplate", { params: { set: "policies" }, body: { choice: "brisk" } });
    expect(set.body.kept).toEqual(["High"]);
    const policies = (await fixture.ask("policies")).body.data;
    expect(policies.find(({ name }: { name: string }) => name === "High")).toMatchObject(own);
    expect(policies.find(({ name }: { name: string }) => name === "Urgent")).toMatchObject({ resolution_minutes: 120 });
    const week = [1, 2, 3, 4, 5, 6, 7].map(() => [{ from: "09:00", to: "16:00" }]);
    const hours = { name: "Kampala", time_zone: "Africa/Kampala", country: "UG" };
    await fixture.ask("updateHours", { params: { account: "100001" }, body: { ...hours, week } });
    await fixture.ask("setTemplate", { params: { set: "hours" }, body: { choice: "office" } });
    expect((await fixture.ask("businessHours")).body.data[0]).toMatchObject({ ...hours, hours_a_week: 40 });
  });

  test("a calendar that policies count by asks for another in its place; an unused one goes; the account's own stays", async () => {
    const week = [1, 2, 3, 4, 5, 6, 7].map(() => [{ from: "10:00", to: "12:00" }]);
    const made = async (name: string) =>
      (await fixture.ask("updateHours", { params: { account: "100001" }, body: { new: true, name, week } })).body;
    const [night, spare, own] = [
      await made("Night"),
      await made("Spare"),
      (await fixture.ask("businessHours")).body.data[0],
    ];
    const policy = (
      await fixture.ask("savePolicy", {
        body: { name: "At night", resolution_minutes: 60, operational_hours_id: night.id, enabled: false },
      })
    ).body;
    const gone = (id: number, query: object = {}) => fixture.ask("deleteHours", { params: { id }, query });
    expect(await gone(night.id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("Policies count by Night"), errors: { replace: [expect.any(String)] } },
    });
    expect((await gone(night.id, { replace: night.id })).status).toBe(409);
    expect((await gone(night.id, { replace: spare.id })).status).toBe(201);
    const policies = (await fixture.ask("policies")).body.data;
    expect(policies.find(({ id }: { id: number }) => id === policy.id)).toMatchObject({
      operational_hours_id: spare.id,
    });
    await fixture.ask("deletePolicy", { params: { id: policy.id } });
    expect((await gone(spare.id)).status).toBe(201);
    expect(await gone(own?.id ?? 0)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("own hours") },
    });
  });
});
