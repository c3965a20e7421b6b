import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noticePeopleFrom, mailsTo as queuedMails, workNotices } from "../setup/notices";
import { people, type TicketingFixture, type Token, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
  fixture.at("2026-06-08T09:00");
  const week = [1, 2, 3, 4, 5, 6, 7].map(() => [{ from: "00:00", to: "24:00" }]);
  await fixture.ask("updateHours", { params: { account: "100001" }, body: { week, country: "" } });
  await fixture.ask("savePolicy", {
    body: { name: "Standard", first_minutes: 30, next_minutes: 30, resolution_minutes: 60, rank: 50 },
  });
});
beforeEach(() => fixture.at("2026-06-08T09:00"));
afterAll(() => fixture.end());

let made = 0;
const addStage = async (fields: object) =>
  (await fixture.ask("createStage", { body: { name: `Stage ${++made}`, status: "open", ...fields } })).body;
const resolution = async (id: number) => (await fixture.ticket(id)).clocks.find(({ kind }) => kind === "resolution");
const history = async (id: number): Promise<string[]> =>
  (await fixture.ask("history", { params: { id } })).body.data.map(({ words }: { words: string }) => words);
const notices = async (id: number, token: Token): Promise<string[]> =>
  (await fixture.ask("notices", { query: { per_page: 100 } }, token)).body.data
    .filter(({ ticket_id }: { ticket_id: number }) => ticket_id === id)
    .map(({ kind }: { kind: string }) => kind);

describe("a change of status that follows from a setting", () => {
  test("a stage made a done stage stops its tickets' clocks, and no one hears of a breach", async () => {
    const first = await addStage({});
    const { id } = await fixture.open({ stage_id: first.id, member_ids: ["2"] });
    fixture.at("2026-06-08T09:10");
    await fixture.ask("createStage", { body: { id: first.id, name: first.name, status: "resolved" } });
    fixture.at("2026-06-08T12:00");
    await fixture.sweep();
    expect(await fixture.ticket(id)).toMatchObject({ status: "resolved", sla: "met", breached_at: null });
    expect(await resolution(id)).toMatchObject({ state: "met", elapsed_minutes: 10 });
    expect(await notices(id, "otieno")).toEqual(["assigned"]);
    expect(await history(id)).toContain(`Status: open → resolved (the stage ${first.name} was changed)`);
  });

  test("so does a deletion in favour of a done stage; deleted tickets follow too", async () => {
    const first = await addStage({});
    const [one, gone] = [await fixture.open({ stage_id: first.id }), await fixture.open({ stage_id: first.id })];
    await fixture.ask("destroyTicket", { params: { id: gone.id } });
    fixture.at("2026-06-08T09:20");
    expect((await fixture.ask("deleteStage", { params: { id: first.id }, query: { replace: 5 } })).status).toBe(201);
    expect(await fixture.ticket(one.id)).toMatchObject({
      status: "closed",
      stage_id: 5,
      closed_at: expect.any(String),
    });
    expect(await resolution(one.id)).toMatchObject({ state: "met", elapsed_minutes: 20 });
    expect(await history(one.id)).toEqual(
      expect.arrayContaining([expect.stringContaining(`${first.name} → Closed`), expect.stringContaining("Status:")]),
    );
    await fixture.ask("restoreTicket", { params: { id: gone.id } });
    expect(await fixture.ticket(gone.id)).toMatchObject({ status: "closed", sla: "met" });
  });

  test("a done stage made an open one opens its tickets again, and counts it", async () => {
    const done = await addStage({ status: "resolved" });
    const { id } = await fixture.open();
    await fixture.ask("updateProperty", { body: { id, property: "stage_id", value: done.id } });
    await fixture.ask("createStage", { body: { id: done.id, name: done.name, status: "open" } });
    expect(await fixture.ticket(id)).toMatchObject({ status: "open", reopened: 1, resolved_at: null, sla: "on track" });
    expect(await resolution(id)).toMatchObject({ state: "running" });
  });

  test("a clock that an older version left running on a done ticket is stopped by a recount, when it was resolved", async () => {
    const { id } = await fixture.open();
    fixture.at("2026-06-08T09:10");
    await fixture.inside((trx) =>
      sql`update ticketing.tickets set status = 'resolved', stage_id = 4, resolved_at = ${fixture.clock.now} where id = ${id}`.execute(
        trx,
      ),
    );
    fixture.at("2026-06-08T09:50");
    await fixture.recount();
    expect(await resolution(id)).toMatchObject({ state: "met", elapsed_minutes: 10 });
  });

  test("a type, a disposition and a policy that are replaced leave a line in the history of their tickets", async () => {
    const type = (await fixture.ask("saveType", { body: { name: "Praise" } })).body;
    const [from, to] = [
      (await fixture.ask("saveDisposition", { body: { name: "Shops" } })).body,
      (await fixture.ask("saveDisposition", { body: { name: "Branches" } })).body,
    ];
    const sub = (await fixture.ask("saveDisposition", { body: { name: "Queue", parent_id: from.id } })).body;
    const policy = (await fixture.ask("savePolicy", { body: { name: "Slow", resolution_minutes: 600, rank: 90 } }))
      .body;
    const other = (await fixture.ask("savePolicy", { body: { name: "Slower", resolution_minutes: 900, rank: 91 } }))
      .body;
    const { id } = await fixture.open({ type_id: type.id, sub_disposition_id: sub.id, policy_id: policy.id });
    await fixture.ask("deleteType", { params: { id: type.id }, query: { replace: 1 } });
    await fixture.ask("deleteDisposition", { params: { id: from.id }, query: { replace: to.id } });
    await fixture.ask("deletePolicy", { params: { id: policy.id }, query: { replace: other.id } });
    expect(await history(id)).toEqual(
      expect.arrayContaining([
        "Type: Praise → Question (the type Praise was deleted)",
        "Disposition: Shops → Branches (the disposition Shops was deleted)",
        "Policy: Slow → Slower (the policy Slow was deleted)",
      ]),
    );
    expect(await fixture.ticket(id)).toMatchObject({ disposition_id: to.id, sub_disposition_id: null });
    expect(await resolution(id)).toMatchObject({ target_minutes: 900 });
  });

  test("a policy deleted goes on following the rules for tickets that had it by the rules", async () => {
    const narrow = (
      await fixture.ask("savePolicy", {
        body: { name: "Urgent", priority_ids: [5], resolution_minutes: 15, rank: 1 },
      })
    ).body;
    const other = (await fixture.ask("savePolicy", { body: { name: "Spare", resolution_minutes: 45, rank: 95 } })).body;
    const { id } = await fixture.open({ priority_id: 5 });
    expect(await resolution(id)).toMatchObject({ target_minutes: 15 });
    await fixture.ask("deletePolicy", { params: { id: narrow.id }, query: { replace: other.id } });
    await fixture.recount();
    expect(await fixture.ticket(id)).toMatchObject({ policy_id: null });
    expect(await resolution(id)).toMatchObject({ target_minutes: 60 });
  });

  test("a pending stage pauses only when it says so", async () => {
    const busy = await addStage({ status: "pending", pauses: false });
    const { id } = await fixture.open({ stage_id: busy.id });
    expect(await fixture.ticket(id)).toMatchObject({ status: "pending", sla: "on track" });
    await fixture.ask("createStage", { body: { id: busy.id, name: busy.name, status: "pending", pauses: true } });
    await fixture.recount();
    expect(await fixture.ticket(id)).toMatchObject({ sla: "paused" });
  });
});

describe("a stale save", () => {
  const update = (fields: object, token: Token) => fixture.update(fields, token);

  test("that would take a colleague's priority away by the grid is refused, with the priority named (OCC-01)", async () => {
    const { id, version } = await fixture.open({ urgency_id: 2, impact_id: 1 });
    expect((await update({ id, version, priority_id: 5 }, "otieno")).status).toBe(201);
    const late = await update({ id, version, urgency_id: 1 }, "fatuma");
    expect(late).toMatchObject({ status: 409, body: { conflicts: [{ field: "priority_id", theirs: "Urgent" }] } });
    expect(late.body.errors).toEqual({ priority_id: ["Otieno changed the priority to “Urgent”."] });
    expect((await fixture.ticket(id)).priority_id).toBe(5);
  });

  test("of a card would open what a colleague closed on a board without a closed stage: refused (RNK-08)", async () => {
    const board = (await fixture.ask("saveBoard", { body: { name: "Field work" } })).body;
    const [here, there] = [await addStage({ board_id: board.id }), await addStage({ board_id: board.id })];
    const { id, version } = await fixture.open({ stage_id: here.id });
    expect((await update({ id, version, status: "closed" }, "otieno")).status).toBe(201);
    const moved = await fixture.ask("moveCard", { body: { ticket_id: id, stage_id: there.id, version } }, "otieno");
    expect(moved).toMatchObject({ status: 409, body: { conflicts: [{ field: "status", theirs: "closed" }] } });
    expect(await fixture.ticket(id)).toMatchObject({ status: "closed", stage_id: here.id, reopened: 0 });
  });
});

describe("a question that was never answered", () => {
  test("leaves no response that was met, and is in no average", async () => {
    const { id } = await fixture.open({ from_customer: true });
    fixture.at("2026-06-08T09:10");
    await fixture.update({ id, status: "closed" });
    expect((await fixture.ticket(id)).clocks.map(({ kind }) => kind)).toEqual(["resolution"]);
    const late = await fixture.open({ from_customer: true });
    fixture.at("2026-06-08T10:00");
    await fixture.update({ id: late.id, status: "closed" });
    const first = (await fixture.ticket(late.id)).clocks.find(({ kind }) => kind === "first");
    expect(first).toMatchObject({ state: "missed" });
    const answered = await fixture.open({ from_customer: true });
    fixture.at("2026-06-08T10:04");
    await fixture.say(answered.id, "Here you are");
    const report = (await fixture.ask("statusTickets", { query: { q: "" } })).body;
    const lines = report.data.filter(({ first_response_count }) => first_response_count > 0);
    expect(lines).toMatchObject([{ id: "open", first_response_minutes: 4, first_response_count: 1 }]);
  });

  test("goes on waiting on the ticket that it is merged into, and leaves with it", async () => {
    const [a, b] = [await fixture.open({ from_customer: true }), await fixture.open({ from_customer: true })];
    for (const { id } of [a, b]) await fixture.say(id, "Hello");
    await fixture.say(a.id, "And now?", { author_kind: "customer" });
    const next = async (id: number) =>
      (await fixture.ticket(id)).clocks.find(({ kind, stopped_at }) => kind === "next" && !stopped_at);
    fixture.at("2026-06-08T09:05");
    await fixture.ask("mergeTicket", { body: { ticket_id: b.id, merge_ids: [a.id] } });
    expect(await next(b.id)).toMatchObject({ state: "running", started_at: "2026-06-08T06:00:00.000Z" });
    await fixture.ask("unmergeTicket", { body: { ticket_id: a.id } });
    expect(await next(b.id)).toBeUndefined();
    expect(await next(a.id)).toMatchObject({ state: "running" });
  });

  test("of a customer's ticket merged into one of staff is a first response that is waited for", async () => {
    const own = await fixture.open();
    fixture.at("2026-06-08T09:10");
    const theirs = await fixture.open({ from_customer: true });
    await fixture.ask("mergeTicket", { body: { ticket_id: own.id, merge_ids: [theirs.id] } });
    const first = async () => (await fixture.ticket(own.id)).clocks.find(({ kind }) => kind === "first");
    expect(await first()).toMatchObject({ state: "running", started_at: "2026-06-08T06:10:00.000Z" });
    fixture.at("2026-06-08T09:15");
    await fixture.say(own.id, "Here you are");
    expect(await first()).toMatchObject({ state: "met", elapsed_minutes: 5 });
  });

  test("closed tickets are merged neither way (MRG-12)", async () => {
    const [open, closed] = [await fixture.open(), await fixture.open({ status: "closed" })];
    const merge = (ticket_id: number, id: number) =>
      fixture.ask("mergeTicket", { body: { ticket_id, merge_ids: [id] } });
    expect(await merge(open.id, closed.id)).toMatchObject({ status: 406, body: { message: /closed/ } });
    expect((await merge(closed.id, open.id)).status).toBe(406);
  });
});

describe("who hears", () => {
  test("a breach of a ticket that is no one's is told to the group, else to a supervisor, else to the owner", async () => {
    const group = (await fixture.ask("createGroup", { body: { name: "Field", member_ids: ["3"] } })).body;
    const [ours, nobodys] = [await fixture.open({ group_ids: [group.id] }), await fixture.open()];
    fixture.at("2026-06-08T11:00");
    await fixture.sweep();
    expect(await notices(ours.id, "kevin")).toEqual(["sla breached", "new in group"]);
    expect(await notices(ours.id, "owner")).toEqual([]);
    expect(await notices(nobodys.id, "owner")).toEqual(["sla breached"]);
    await fixture.ask("addGroupMember", { body: { group_id: group.id, member_id: "4", role: "supervisor" } });
    const other = (await fixture.ask("createGroup", { body: { name: "Empty" } })).body;
    fixture.at("2026-06-08T09:00");
    const late = await fixture.open({ group_ids: [other.id] });
    fixture.at("2026-06-08T11:00");
    await fixture.sweep();
    expect([await notices(late.id, "fatuma"), await notices(late.id, "owner")]).toEqual([["sla breached"], []]);
  });

  test("who watches hears of a new status and of the closing, and not of their own", async () => {
    const { id } = await fixture.open();
    await fixture.ask("ticketMembers", { params: { ticket_id: id }, body: { watch: ["2"] } });
    await fixture.update({ id, status: "pending" });
    await fixture.update({ id, status: "closed" });
    expect(await notices(id, "otieno")).toEqual(["status changed", "status changed"]);
    await fixture.update({ id, status: "open" }, "otieno");
    expect(await notices(id, "otieno")).toHaveLength(2);
  });

  // Notices are gathered for some seconds, then mailed by a job.
  const mailsTo = async (to: string) => {
    await workNotices(fixture.database, noticePeopleFrom(Object.values(people)));
    return (await queuedMails(fixture.database.url, to)).length;
  };

  test("a bulk change that is refused for a ticket sends no mail of it", async () => {
    const { id } = await fixture.open();
    const before = await mailsTo("otieno@savanna.test");
    const change = { add_members: ["2"], add_groups: [999_999] };
    const done = await fixture.ask("bulkChange", { body: { ids: [id], change } });
    expect(done.body.refused).toMatchObject([{ id }]);
    expect((await mailsTo("otieno@savanna.test")) - before).toBe(0);
    expect(await notices(id, "otieno")).toEqual([]);
  });

  test("many tickets given to one person at once are one mail", async () => {
    const ids = [];
    for (let n = 0; n < 8; n++) ids.push((await fixture.open()).id);
    const before = await mailsTo("otieno@savanna.test");
    await fixture.ask("bulkChange", { body: { ids, change: { add_members: ["2"] } } });
    expect((await mailsTo("otieno@savanna.test")) - before).toBe(1);
    for (const id of ids) expect(await notices(id, "otieno")).toEqual(["assigned"]);
  });
});
