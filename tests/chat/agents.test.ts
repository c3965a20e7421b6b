import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { person } from "../setup/people";
import { type ChatFixture, chatFixture, roster } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
});
afterAll(() => fixture.end());
beforeEach(() => {
  roster.gone.clear();
  roster.more = [];
});

describe("an agent's status", () => {
  test("R088-R090: offline when nothing is stored; online assigns; every other engages; the notice is the documented one", async () => {
    expect((await fixture.ask("me", {}, "kevin")).body).toMatchObject({ status: "offline", present: false });
    const online = await fixture.status("kevin", "online");
    expect(online).toMatchObject({
      status: 201,
      body: {
        message: "Status updated successfully!",
        participant: { engaged: false, shouldAssign: true, present: true },
      },
    });
    for (const status of ["offline", "bio_break", "lunch", "short_break", "coaching", "training"])
      expect((await fixture.status("kevin", status)).body.participant).toMatchObject({
        status,
        engaged: true,
        shouldAssign: false,
      });
    expect((await fixture.status("kevin", "asleep")).status).toBe(422);
  });

  test("a reading of one's own status says up to which event it knows", async () => {
    await fixture.status("joy", "online");
    const before = (await fixture.ask("me")).body;
    await fixture.status("joy", "lunch");
    const told = (await fixture.events(before.cursor)).filter(({ kind }) => kind === "chat.participant");
    expect(before.status).toBe("online");
    expect(told.at(-1)?.body.participant).toMatchObject({ participant_id: "2", status: "lunch" });
    const after = (await fixture.ask("me")).body;
    expect(after.status).toBe("lunch");
    expect(after.cursor).toBeGreaterThanOrEqual(told.at(-1)?.seq ?? Number.POSITIVE_INFINITY);
  });

  test("M25: two tabs at once leave one open record, no overlap and no gap; the same status again writes nothing", async () => {
    const statuses = ["online", "lunch", "bio_break", "training", "online", "coaching"];
    for (let n = 0; n < 4; n++) {
      await Promise.all(statuses.map((status) => fixture.status("joy", status)));
      fixture.later(7);
    }
    const { body } = await fixture.ask("breaks", { query: { participant_id: "2", per_page: 500 } }, "fatuma");
    const records = [...body.data].reverse();
    expect(records.filter(({ time_ended }) => time_ended === null)).toHaveLength(1);
    for (const [at, one] of records.entries()) {
      const next = records[at + 1];
      if (next) expect(one.time_ended).toBe(next.time);
      if (next) expect(one.status).not.toBe(next.status);
    }
    const before = body.total;
    await fixture.status("joy", (await fixture.ask("me")).body.status);
    expect((await fixture.ask("breaks", { query: { participant_id: "2" } }, "fatuma")).body.total).toBe(before);
  });

  test("a supervisor sets a status and limits, sees everyone, and puts an absent agent's chats back", async () => {
    await fixture.routing({ automatic: false });
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("held");
    await fixture.act("startContact", contact_id);
    const save = (body: object, token: "fatuma" | "joy" = "fatuma") =>
      fixture.ask("saveParticipant", { params: { participant_id: "2" }, body }, token);
    expect((await save({ status: "lunch" }, "joy")).status).toBe(403);
    expect(
      (await save({ status: "lunch", max_conversation: 4, active_conversations: 2 })).body.participant,
    ).toMatchObject({
      ...{ status: "lunch", max_conversation: 4, active_conversations: 2, own_limits: true },
    });
    expect((await save({ active_conversations: 9 })).status).toBe(422);
    const wall = (await fixture.ask("wall", {}, "fatuma")).body;
    const joy = wall.agents.find(({ name }: { name: string }) => name === "Joy");
    expect(joy).toMatchObject({ status: "lunch", open: [{ contact_id }] });
    const moved = await fixture.ask("requeueOf", { params: { participant_id: "2" } }, "fatuma");
    expect(moved.body).toMatchObject({ moved: 1 });
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, participant_id: null });
  });
});

describe("who answers", () => {
  test("R045: people with the permission and admins are the agents, and the call names them", async () => {
    const params = { customer_account: "100001", user_group: "all" };
    const { body } = await fixture.ask("agents", { params }, "nobody");
    expect(body.data.map(({ id }: { id: string }) => id).sort()).toEqual(["1", "2", "3", "4"]);
    expect(body.data[0]).toEqual({ id: "1", customer_account: "100001", user_group: "1", email: "owner@savanna.test" });
    expect((await fixture.ask("agents", { params }, "lakeside")).body.data).toEqual([]);
  });

  test("who is removed leaves: their chats go back into the queue, their records stay", async () => {
    await fixture.status("kevin", "online");
    const { contact_id } = await fixture.wrote("kevins");
    await fixture.act("startContact", contact_id, "kevin");
    roster.gone.add("3");
    fixture.later(61);
    const names = async () =>
      (await fixture.ask("participants", {}, "fatuma")).body.data.map(({ name }: { name: string }) => name);
    expect(await names()).not.toContain("Kevin");
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: false, participant_id: null });
    const { body } = await fixture.ask("breaks", { query: { participant_id: "3" } }, "fatuma");
    expect(body.data[0]).toMatchObject({ name: "Kevin", status: "offline" });
    roster.gone.clear();
    fixture.later(61);
    expect(await names()).toContain("Kevin");
  });

  test("an account of a thousand people: the last of them may answer too", async () => {
    const many = Array.from({ length: 1_200 }, (_, n) => {
      const who = { id: String(1_000 + n), name: `Member ${n}`, email: `m${n}@savanna.test` };
      return person({ ...who, roles: [{ name: "Staff" }], permissions: n % 100 === 99 ? ["View chat inbox"] : [] });
    });
    roster.more = many;
    fixture.later(61);
    const page = async (query: object) => (await fixture.ask("participants", { query }, "fatuma")).body;
    const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
    const everybody = await page({ per_page: 500 });
    expect(everybody).toMatchObject({ total: 4 + 12, last_page: 1 });
    expect(names(everybody)).toEqual(expect.arrayContaining(["Joy", "Kevin", "Member 1199"]));

    const pages = await Promise.all([1, 2, 3, 4].map((number) => page({ page: number, per_page: 5 })));
    expect(pages.map(({ data }) => data.length)).toEqual([5, 5, 5, 1]);
    expect(pages.flatMap(names)).toEqual(names(everybody));
    expect(await page({ page: 9, per_page: 5 })).toMatchObject({ current_page: 4, last_page: 4, next: null });
    expect(await page({ q: "member 11", per_page: 1 })).toMatchObject({ total: 1, data: [{ name: "Member 1199" }] });
    expect(names(await page({ participant_id: "2" }))).toEqual(["Joy"]);
  });
});
