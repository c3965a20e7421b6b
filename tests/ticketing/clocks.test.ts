import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SlaClock } from "../../services/ticketing/contract.schemas";
import { type TicketingFixture, ticketingFixture } from "./fixture";

const open = (from: string, to: string) => [1, 2, 3, 4, 5, 6, 7].map((day) => (day <= 5 ? [{ from, to }] : []));
const policy = {
  name: "Standard",
  first_minutes: 60,
  next_minutes: 120,
  resolution_minutes: 480,
  warn_minutes: 60,
};

let fixture: TicketingFixture;
let policyId: number;
beforeAll(async () => {
  fixture = await ticketingFixture();
  fixture.at("2026-06-08T09:00");
  await fixture.ask("updateHours", {
    params: { account: "100001" },
    body: { week: open("08:00", "17:00"), country: "" },
  });
  policyId = (await fixture.ask("savePolicy", { body: policy })).body.id;
  await fixture.ask("createGroup", { body: { name: "Desk" } });
});
beforeEach(() => fixture.at("2026-06-08T09:00"));
afterAll(() => fixture.end());

const local = (at: string | null | undefined) =>
  at ? new Date(Date.parse(at) + 3 * 3_600_000).toISOString().slice(0, 16) : null;
async function clocks(id: number): Promise<Record<string, SlaClock>> {
  return Object.fromEntries((await fixture.ticket(id)).clocks.map((clock) => [clock.kind, clock]));
}
const move = (id: number, property: string, value: unknown) =>
  fixture.ask("updateProperty", { body: { id, property, value } });

describe("the clocks of a ticket (statements 5 to 13)", () => {
  test("a customer's ticket has a response clock and a resolution clock, each with its reasons", async () => {
    const { id } = await fixture.open({ from_customer: true });
    fixture.at("2026-06-08T09:30");
    const { first, resolution, next } = await clocks(id);
    expect([local(first?.due_at), local(resolution?.due_at), next]).toEqual([
      "2026-06-08T10:00",
      "2026-06-08T17:00",
      undefined,
    ]);
    expect(first?.explanation?.words).toBe("60 min: 30 used Mon, 30 left, due Mon 10:00");
    expect(await fixture.ticket(id)).toMatchObject({ due_clock: "first", sla: "near" });
  });

  test("what staff open for a customer has no response clock; a note or a private comment is no answer", async () => {
    expect((await clocks((await fixture.open()).id)).first).toBeUndefined();
    const { id } = await fixture.open({ from_customer: true });
    await fixture.say(id, "Looking at it", { kind: "internal" });
    expect((await clocks(id)).first?.state).toBe("running");
    fixture.at("2026-06-08T09:20");
    await fixture.say(id, "We are on it");
    expect((await clocks(id)).first).toMatchObject({ state: "met", elapsed_minutes: 20 });
    expect((await fixture.ticket(id)).status).toBe("open");
  });

  test("a second message of the customer does not move the next due time; an answer clears it", async () => {
    const { id } = await fixture.open({ from_customer: true });
    await fixture.say(id, "Hello");
    fixture.at("2026-06-08T10:00");
    await fixture.say(id, "And now?", { author_kind: "customer" });
    fixture.at("2026-06-08T11:00");
    await fixture.say(id, "Anybody?", { author_kind: "customer" });
    expect(local((await clocks(id)).next?.due_at)).toBe("2026-06-08T12:00");
    fixture.at("2026-06-08T11:30");
    await fixture.say(id, "Yes");
    expect((await clocks(id)).next).toMatchObject({ state: "met", elapsed_minutes: 90 });
  });

  test("waiting for the customer holds the clocks, from one pause to the next, and they go on where they were", async () => {
    const { id } = await fixture.open();
    fixture.at("2026-06-08T10:00");
    await move(id, "status", "pending");
    expect(await fixture.ticket(id)).toMatchObject({ sla: "paused", due_at: null });
    fixture.at("2026-06-09T10:00");
    await move(id, "status", "open");
    const { resolution } = await clocks(id);
    expect(local(resolution?.due_at)).toBe("2026-06-09T17:00");
    expect(resolution).toMatchObject({ paused_minutes: 540, elapsed_minutes: 60 });
    expect(resolution?.explanation?.words).toContain("540 min paused");
  });

  test("a ticket opened in a paused stage starts paused, one opened closed burns no time", async () => {
    const { id } = await fixture.open({ stage_id: 3 });
    fixture.at("2026-06-08T12:00");
    expect((await clocks(id)).resolution).toMatchObject({ state: "paused", elapsed_minutes: 0 });
    expect((await fixture.open({ status: "closed" })).clocks).toEqual([]);
  });

  test("resolved then closed keeps the time of resolution; a customer's message opens it again and it goes on", async () => {
    const { id } = await fixture.open();
    fixture.at("2026-06-08T11:00");
    await move(id, "status", "resolved");
    fixture.at("2026-06-08T12:00");
    await move(id, "status", "closed");
    expect((await clocks(id)).resolution).toMatchObject({ state: "met", elapsed_minutes: 120 });
    fixture.at("2026-06-09T09:00");
    await fixture.say(id, "It is broken again", { author_kind: "customer" });
    const ticket = await fixture.ticket(id);
    expect(ticket).toMatchObject({ status: "open", reopened: 1 });
    expect(ticket.clocks.filter(({ kind }) => kind === "resolution")).toHaveLength(1);
    expect(local((await clocks(id)).resolution?.due_at)).toBe("2026-06-09T15:00");
  });

  test("a policy or hours that change count open tickets anew from their start; closed ones keep their record", async () => {
    const [one, closed] = [await fixture.open(), await fixture.open()];
    fixture.at("2026-06-08T10:00");
    await move(closed.id, "status", "closed");
    const question = await fixture.ask("policyWhatIf", {
      body: { ...policy, id: policyId, first_minutes: 30, resolution_minutes: 30 },
    });
    expect(question.body.tickets.find(({ id }: { id: number }) => id === one.id)).toMatchObject({ breaches: true });
    await fixture.ask("savePolicy", { body: { ...policy, id: policyId, resolution_minutes: 600 } });
    await fixture.recount();
    expect(local((await clocks(one.id)).resolution?.due_at)).toBe("2026-06-09T10:00");
    expect((await clocks(closed.id)).resolution).toMatchObject({ target_minutes: 480, state: "met" });
    const day = await fixture.ask("saveExemptedDay", { body: { date: "2026-06-09", name: "Stock taking" } });
    await fixture.recount();
    expect(local((await clocks(one.id)).resolution?.due_at)).toBe("2026-06-10T10:00");
    expect((await clocks(one.id)).resolution?.explanation?.words).toContain("exempted Tue");
    await fixture.ask("saveExemptedDay", { body: { ...day.body.data[0], delete: true } });
    await fixture.ask("savePolicy", { body: { ...policy, id: policyId } });
    await fixture.recount();
    expect(local((await clocks(one.id)).resolution?.due_at)).toBe("2026-06-08T17:00");
  });
});

describe("breaches (statement 12)", () => {
  const notices = async (token: "otieno" | "fatuma", id: number) =>
    (await fixture.ask("notices", { query: { per_page: 100 } }, token)).body.data
      .filter(({ ticket_id, kind }: { ticket_id: number; kind: string }) => ticket_id === id && kind.startsWith("sla"))
      .map(({ kind }: { kind: string }) => kind);

  test("the members and the supervisors are told once, even by two sweeps at once and again later", async () => {
    const [group] = (await fixture.ask("groups")).body.data;
    await fixture.ask("addGroupMember", { body: { group_id: group?.id, member_id: "4", role: "supervisor" } });
    const { id } = await fixture.open({ member_ids: ["2"], group_ids: [group?.id ?? 0] });
    fixture.at("2026-06-08T16:00");
    await fixture.sweep();
    expect([await notices("otieno", id), await notices("fatuma", id)]).toEqual([["sla warning"], []]);
    fixture.at("2026-06-08T17:00");
    const found = await Promise.all([fixture.sweep(), fixture.sweep()]);
    await fixture.sweep();
    expect(found[0] + found[1]).toBeGreaterThan(0);
    expect([await notices("otieno", id), await notices("fatuma", id)]).toEqual([
      ["sla breached", "sla warning"],
      ["sla breached"],
    ]);
    expect(await fixture.ticket(id)).toMatchObject({ sla: "breached", breached_at: expect.any(String) });
    const mails = await sql<{
      n: number;
    }>`select count(*)::int as n from events.notices where key like 'due:%' and subject_id = ${String(id)}`;
    expect((await fixture.inside(async (trx) => mails.execute(trx))).rows[0]?.n).toBe(2);
  });

  test("a later due time does not warn again", async () => {
    const { id } = await fixture.open({ member_ids: ["2"] });
    fixture.at("2026-06-08T16:30");
    await fixture.sweep();
    await fixture.ask("savePolicy", { body: { ...policy, id: policyId, resolution_minutes: 600 } });
    await fixture.recount();
    fixture.at("2026-06-09T09:30");
    await fixture.sweep();
    await fixture.ask("savePolicy", { body: { ...policy, id: policyId } });
    expect(await notices("otieno", id)).toEqual(["sla warning"]);
  });
});

test("a recount of more than one batch, several at a time, looks at every open ticket once", async () => {
  const before = await fixture.recount();
  await fixture.inside((trx) =>
    sql`
      insert into ticketing.tickets (customer_account, id, subject, status, stage_id, rank, created_at)
      select '100001', 500000 + n, 'Many', 'open', 2, ticketing.rank_of(500000 + n), ${fixture.clock.now}
      from generate_series(1, 1100) n`.execute(trx),
  );
  expect(await fixture.recount()).toBe(before + 1100);
  const due = await fixture.inside((trx) =>
    sql<{ n: number }>`
      select count(*)::int as n from ticketing.tickets where id > 500000 and due_at = '2026-06-08T14:00:00Z'`.execute(
      trx,
    ),
  );
  expect(due.rows[0]?.n).toBe(1100);
}, 120_000);
