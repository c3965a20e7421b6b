import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { serve } from "../../services/kit/serve";
import { recurringTask } from "../../services/messaging/blasts/recurring";
import { type RecurringMessage, recurringCalls } from "../../services/messaging/contract.recurring";
import { recurringTasks } from "../../services/messaging/recurring/jobs";
import { recurringHandlers } from "../../services/messaging/recurring/service";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, lakeside, phone, type Stage, savanna } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let now: Date;
let fixture: Stage;
let fake: ReturnType<typeof fakeCarrier>;
beforeEach(async () => {
  now = new Date("2026-11-24T05:00:00Z");
  fixture = await blastStage({ cents: 10_000, now: () => now });
  fake = fakeCarrier();
});
afterEach(() => fixture.close());

type Answered = { status: number; body: { data: RecurringMessage[] } & RecurringMessage };
function ask(name: keyof typeof recurringCalls, input: object = {}, token = "owner"): Promise<Answered> {
  const people = { owner: person(), other: person({ customer_account: lakeside }) };
  const served = serve(
    contract("messaging", recurringCalls),
    recurringHandlers(fixture.database),
    surroundings(people),
  );
  return served.call(name, input as never, caller(token)) as never;
}
const active = async (): Promise<RecurringMessage[]> => (await ask("recurringMessages")).body.data;
const members = (from: number, to: number) =>
  fixture.group(Array.from({ length: to - from }, (_, i) => ({ msisdn: phone(from + i) })));
const tomorrow = "2026-11-25T05:00:00.000Z";
const weekly = async (more: object = {}) =>
  fixture.send({
    ...{ name: "Offers", group_ids: [await members(0, 3)], send_at: tomorrow },
    recurrence: { every: "week", until: null, ...more },
  });

/** Runs the job of the next time, as the queue does. */
async function run(payload?: object): Promise<void> {
  const [message] = await active();
  const given = payload ?? { account: savanna, id: message?.id, at: message?.next_at };
  now = new Date((given as { at: string }).at);
  await recurringTasks(fixture.database, fixture.deps)[recurringTask]?.(given as Record<string, unknown>);
}

describe("a recurring message", () => {
  test("goes out each week to whoever is in the group then, at the cost of that day", async () => {
    const first = await weekly();
    expect(first).toMatchObject({ status: "scheduled", recurring: { every: "week", state: "active" } });
    expect(await active()).toMatchObject([
      { name: "Offers", next_at: "2026-12-02T05:00:00.000Z", last_blast: first.id },
    ]);
    const group = first.groups[0]?.id ?? 0;
    await fixture.rows(`
      with made as (insert into messaging.contacts (customer_account, msisdn) values ('${savanna}', '${phone(50)}') returning id)
      insert into messaging.group_contacts (customer_account, group_id, contact_id, msisdn, name, fields)
      select '${savanna}', ${group}, id, '${phone(50)}', '', '{}' from made returning 1`);
    await run();
    const [message] = await active();
    expect(message).toMatchObject({ next_at: "2026-12-09T05:00:00.000Z", trouble: "" });
    const second = await fixture.detail(message?.last_blast ?? 0);
    expect(second).toMatchObject({ name: "Offers", status: "sending", recipients: 4, held_cents: 320 });
    expect(second.id).not.toBe(first.id);
    await fixture.work(fake.carrier);
    expect(await fixture.settled(second.id)).toMatchObject({ status: "sent", submitted: 4, charged_cents: 320 });
  });

  test("a job that runs twice sends once", async () => {
    await weekly();
    const [message] = await active();
    const payload = { account: savanna, id: message?.id, at: message?.next_at };
    await Promise.all([run(payload), run(payload)]);
    await run(payload);
    expect((await fixture.rows("select 1 from messaging.blasts")).length).toBe(2);
    expect((await active())[0]?.next_at).toBe("2026-12-09T05:00:00.000Z");
  });

  test("one that can't be paid is told with its reason, and the next goes out at its own time", async () => {
    await weekly();
    await fixture.rows("update billing.wallets set available_cents = 10 returning 1");
    await run();
    const [message] = await active();
    expect(message).toMatchObject({ next_at: "2026-12-09T05:00:00.000Z" });
    expect(message?.trouble).toMatch(/^The balance is too low/);
    expect(await fixture.detail(message?.last_blast ?? 0)).toMatchObject({ status: "draft", held_cents: 0 });
    const notices = await fixture.rows<{ words: string }>("select words from events.notices where user_id = '1'");
    expect(notices.map(({ words }) => words)).toEqual([
      expect.stringMatching(/^Your recurring SMS “Offers” was not sent. The balance is too low.* It is sent next on /),
    ]);
    await fixture.rows("update billing.wallets set available_cents = 10000 returning 1");
    await run();
    expect((await active())[0]).toMatchObject({ trouble: "", next_at: "2026-12-16T05:00:00.000Z" });
  });

  test("nobody left in the group, or a group that is gone, is a reason too", async () => {
    const { groups } = await weekly();
    const group = groups[0]?.id ?? 0;
    await fixture.rows(`delete from messaging.group_contacts where group_id = ${group} returning 1`);
    await run();
    expect((await active())[0]?.trouble).toBe("It has no contacts.");
    await fixture.rows(`delete from messaging.contact_groups where id = ${group} returning 1`);
    await run();
    expect((await active())[0]?.trouble).not.toBe("");
  });

  test("ends after its last day", async () => {
    const first = await weekly({ until: "2026-12-08" });
    await run();
    expect(await active()).toEqual([]);
    expect((await fixture.detail(first.id)).recurring).toMatchObject({ state: "ended", next_at: null });
  });

  test("stopped it goes out no more; the first, cancelled before it went out, ends it too", async () => {
    const first = await weekly();
    const [message] = await active();
    const payload = { account: savanna, id: message?.id, at: message?.next_at };
    expect((await ask("stopRecurring", { params: { id: message?.id } }, "other")).status).toBe(404);
    expect((await ask("stopRecurring", { params: { id: message?.id } })).body).toMatchObject({ state: "stopped" });
    await run(payload);
    expect((await fixture.rows("select 1 from messaging.blasts")).length).toBe(1);
    expect(await fixture.detail(first.id)).toMatchObject({ status: "scheduled" });

    now = new Date("2026-11-24T05:00:00Z");
    const other = await weekly();
    await fixture.ask("cancelBlast", { params: { id: other.id } });
    expect(await active()).toEqual([]);
  });

  test("is changed with its first blast: the old one ends, the new one goes on", async () => {
    const first = await weekly();
    const change = await fixture.draft({
      ...{ name: "Better offers", group_ids: [await members(10, 12)], send_at: tomorrow, replaces: first.id },
      recurrence: { every: "month", until: null },
    });
    expect(await active()).toMatchObject([{ name: "Offers" }]);
    await fixture.ask("confirmBlast", { params: { id: change.id } });
    expect(await active()).toMatchObject([
      { name: "Better offers", every: "month", next_at: "2026-12-25T05:00:00.000Z", last_blast: change.id },
    ]);
  });

  test("needs a first time, contact groups, and a last day that is not before it", async () => {
    const recurrence = { every: "day", until: null } as const;
    const group_ids = [await members(0, 1)];
    const refused = async (form: object) =>
      Object.keys((await fixture.ask("createBlast", { body: { ...fixture.form(), ...form } })).body.errors ?? {});
    expect(await refused({ group_ids, recurrence })).toEqual(["send_at"]);
    expect(await refused({ kind: "express", numbers: phone(1), send_at: tomorrow, recurrence })).toEqual([
      "recurrence",
    ]);
    const early = { every: "day", until: "2026-11-24" };
    expect(await refused({ group_ids, send_at: tomorrow, recurrence: early })).toEqual(["recurrence.until"]);
  });
});
