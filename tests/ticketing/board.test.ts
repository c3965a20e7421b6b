import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stage, ticketStage } from "./stage";

let stage: Stage;
beforeAll(async () => {
  stage = await ticketStage();
});
afterAll(() => stage.end());

type Card = { id: number; rank: string };
const cards = async (name: string): Promise<Card[]> => {
  const board = (await stage.ask("cards", { params: { id: 1 } })).body;
  return board.stages.find((one: { name: string }) => one.name === name).cards;
};
const move = (ticket_id: number, stage_id: number, to: object = {}) =>
  stage.ask("moveCard", { body: { ticket_id, stage_id, ...to } });

describe("a board", () => {
  test("cards move before, after, to the top and to the end of a stage, and take its status", async () => {
    const [a, b, c, d] = [await stage.open(), await stage.open(), await stage.open(), await stage.open()];
    for (const { id } of [a, b, c]) expect((await move(id, 2)).status).toBe(201);
    expect((await cards("In progress")).map(({ id }) => id)).toEqual([a.id, b.id, c.id]);
    await move(c.id, 2, { before_id: b.id });
    await move(d.id, 2, { after_id: a.id });
    await move(b.id, 2, { place: "top" });
    expect((await cards("In progress")).map(({ id }) => id)).toEqual([b.id, a.id, d.id, c.id]);
    expect((await stage.ticket(d.id)).status).toBe("open");
    expect((await move(d.id, 2, { before_id: 999 })).status).toBe(409);
    expect((await move(d.id, 999)).status).toBe(422);
  });

  test("fifty moves to one place at once leave fifty cards in a total order", async () => {
    const anchor = await stage.open();
    await move(anchor.id, 3);
    const many = [];
    for (let n = 0; n < 50; n++) many.push((await stage.open()).id);
    const answers = await Promise.all(many.map((id) => move(id, 3, { before_id: anchor.id })));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    const found = await cards("Waiting for customer");
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([...many, anchor.id]));
    expect(new Set(found.map(({ rank }) => rank)).size).toBe(51);
    expect(found.at(-1)?.id).toBe(anchor.id);
  }, 60_000);

  test("a hundred moves to the same gap keep the keys short enough", async () => {
    const [left, right] = [await stage.open(), await stage.open()];
    for (const { id } of [left, right]) await move(id, 4);
    let last = right.id;
    for (let n = 0; n < 30; n++) {
      const { id } = await stage.open();
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
    const extra = (await stage.ask("createStage", { body: { name: "Second line", status: "open" } })).body;
    const group = (await stage.ask("createGroup", { body: { name: "Field" } })).body;
    const other = (await stage.ask("createGroup", { body: { name: "Office" } })).body;
    const { id } = await stage.open({ stage_id: extra.id, type_id: 2, group_ids: [group.id] });
    for (const [name, thing] of [
      ["deleteStage", extra.id],
      ["deleteType", 2],
      ["deleteGroup", group.id],
    ] as const)
      expect(await stage.ask(name, { params: { id: thing } })).toMatchObject({
        status: 409,
        body: { errors: { replace: [expect.any(String)] } },
      });
    await stage.ask("deleteStage", { params: { id: extra.id }, query: { replace: 2 } });
    await stage.ask("deleteType", { params: { id: 2 }, query: { replace: 1 } });
    await stage.ask("deleteGroup", { params: { id: group.id }, query: { replace: other.id } });
    expect(await stage.ticket(id)).toMatchObject({ stage_id: 2, type_id: 1, group_ids: [other.id] });
  });

  test("the rank of stages is saved (R122), and a group's faults come as a list (R127)", async () => {
    const stages = (await stage.ask("stages")).body.data.map(({ id }: { id: number }) => id);
    const turned = [...stages].reverse();
    const ranked = (await stage.ask("rankStages", { body: { stages: turned } })).body.data;
    expect(ranked.map(({ id }: { id: number }) => id)).toEqual(turned);
    expect((await stage.ask("createGroup", { body: { name: "" } })).body.errors).toEqual({
      name: [expect.any(String)],
    });
    expect((await stage.ask("createGroup", { body: { name: "office" } })).body.errors.name[0]).toMatch(/already/);
  });

  test("the wizard rises by 25 a template to 100, and setting one twice counts once (R123)", async () => {
    const set = async (set: string, choice: string) =>
      (await stage.ask("setTemplate", { params: { set }, body: { choice } })).body.progress;
    const progress = [
      await set("stages", "escalation"),
      await set("types", "retail"),
      await set("hours", "office"),
      await set("policies", "standard"),
    ];
    expect(progress).toEqual([25, 50, 75, 100]);
    expect(await set("policies", "brisk")).toBe(100);
    expect((await stage.ask("policies")).body.data).toHaveLength(5);
  });
});
