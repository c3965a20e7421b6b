import { afterEach, beforeEach, expect, test } from "vitest";
import { problem } from "../../services/kit/contract";
import { confirm } from "../../services/messaging/blasts/moves";
import { blastStage, phone, type Stage, savanna, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
let fake: ReturnType<typeof fakeCarrier>;
beforeEach(async () => {
  fixture = await blastStage({ cents: 10_000 });
  fake = fakeCarrier();
});
afterEach(() => fixture.close());

const many = (n: number) => fixture.group(Array.from({ length: n }, (_, i) => ({ msisdn: phone(i) })));
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const scheduled = async (n: number) => fixture.send({ group_ids: [await many(n)], send_at: inAnHour() });
const confirmed = (id: number) => fixture.ask("confirmBlast", { params: { id } });
type Hold = Parameters<ReturnType<Stage["billingFor"]>["hold"]>[0];

test("a scheduled blast stays until its change is confirmed; then the change goes out in its place, once", async () => {
  const before = await scheduled(5);
  const change = await fixture.draft({ group_ids: [await many(3)], body: "The other text.", replaces: before.id });
  expect(await fixture.detail(before.id)).toMatchObject({ status: "scheduled", held_cents: 400, replaced_by: null });
  expect((await confirmed(change.id)).status).toBe(201);
  expect((await confirmed(change.id)).status).toBe(201);
  await fixture.work(fake.carrier);
  expect(await fixture.settled(change.id)).toMatchObject({ status: "sent", submitted: 3, charged_cents: 240 });
  expect(await fixture.settled(before.id)).toMatchObject({
    status: "cancelled",
    cancelled: 5,
    charged_cents: 0,
    released_cents: 400,
    replaced_by: change.id,
  });
  expect(fake.sent).toHaveLength(3);
  expect(await fixture.ledger()).toMatchObject({ available: 9_760, held: 0, sums: { all: 0 } });
});

test("the money of the one pays for the other: a balance that has it only once is enough", async () => {
  const before = await scheduled(100);
  const change = await fixture.draft({ group_ids: [await many(120)], replaces: before.id });
  expect((await confirmed(change.id)).status).toBe(201);
  expect(await fixture.ledger()).toMatchObject({ available: 400, held: 9_600 });
});

test("a change that costs more than there is leaves the blast scheduled, with its money", async () => {
  const before = await scheduled(100);
  const change = await fixture.draft({ group_ids: [await many(126)], replaces: before.id });
  const refused = await confirmed(change.id);
  expect(refused.status).toBe(422);
  expect(refused.body.message).toMatch(/^The balance is too low: this costs KES 100.80 and KES 100.00 is left./);
  expect(await fixture.detail(before.id)).toMatchObject({ status: "scheduled", held_cents: 8_000, released_cents: 0 });
  await fixture.rows(`update messaging.queue set due = now() where blast_id = ${before.id} returning 1`);
  await fixture.work(fake.carrier);
  expect(await fixture.settled(before.id)).toMatchObject({ status: "sent", submitted: 100, charged_cents: 8_000 });
});

test("of two changes at once one is confirmed; what has gone out can't be changed", async () => {
  const before = await scheduled(5);
  const changes = [
    await fixture.draft({ group_ids: [await many(2)], replaces: before.id, send_at: inAnHour() }),
    await fixture.draft({ group_ids: [await many(3)], replaces: before.id, send_at: inAnHour() }),
  ];
  const answers = await Promise.all(changes.map(({ id }) => confirmed(id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await fixture.ledger()).held).toBe(answers[0]?.status === 201 ? 160 : 240);
  const sent = await fixture.send({ group_ids: [await many(1)] });
  for (const replaces of [sent.id, before.id, 999_999])
    expect(
      (await fixture.ask("createBlast", { body: fixture.form({ group_ids: [await many(1)], replaces }) })).status,
    ).toBe(409);
});

test("another account's blast can't be changed", async () => {
  const before = await scheduled(2);
  const group = await fixture.group([{ msisdn: phone(1) }], "200002");
  const body = fixture.form({ group_ids: [group], replaces: before.id });
  expect((await fixture.ask("createBlast", { body }, "other")).status).toBe(409);
  expect(await fixture.detail(before.id)).toMatchObject({ status: "scheduled" });
});

test("when billing's answer is lost, neither goes out twice, and the worker finishes the change", async () => {
  const before = await scheduled(5);
  const change = await fixture.draft({ group_ids: [await many(3)], replaces: before.id });
  const lost = {
    ...fixture.billingFor(savanna),
    async hold(input: Hold) {
      await fixture.billingFor(savanna).hold(input);
      return problem(503, "the answer got lost");
    },
  };
  expect((await confirm(fixture.database, { billingFor: () => lost }, savanna, change.id)).status).toBe(503);
  // Its time comes while nobody knows whose the money is.
  await fixture.rows(`update messaging.queue set due = now() where blast_id = ${before.id} returning 1`);
  expect(await fixture.ask("cancelBlast", { params: { id: change.id } })).toMatchObject({ status: 409 });
  await fixture.work(fake.carrier);
  expect(await fixture.settled(change.id)).toMatchObject({ status: "sent", submitted: 3, charged_cents: 240 });
  await until("the other is over", async () => (await fixture.detail(before.id)).status === "cancelled");
  expect(fake.sent).toHaveLength(3);
  await until("its money is back", async () => (await fixture.ledger()).held === 0);
  expect(await fixture.ledger()).toMatchObject({ available: 9_760 });
});
