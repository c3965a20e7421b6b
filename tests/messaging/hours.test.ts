import { afterAll, beforeAll, expect, test } from "vitest";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

// 6:04 pm in Nairobi: promotional messages wait for 8:00 am.
let now = new Date("2026-11-23T15:04:00.000Z");
const morning = "2026-11-24T05:00:00.000Z";

let fixture: Stage;
const fake = fakeCarrier();
beforeAll(async () => {
  fixture = await blastStage({ now: () => now });
  await fixture.work(fake.carrier, { window: 10 });
});
afterAll(() => fixture.close());

const offer = { kind: "express", sender: "OFFERS", numbers: phone(1) } as const;

test("a draft tells when it would leave: at once, at its time, or when its hours begin", async () => {
  expect(await fixture.draft({ ...offer, sender: "SAVANNA" })).toMatchObject({
    promotional: false,
    leaves_at: null,
    waits_for_hours: false,
  });
  expect(await fixture.draft(offer)).toMatchObject({
    promotional: true,
    leaves_at: morning,
    waits_for_hours: true,
    promotional_hours: { from: 480, until: 1080 },
  });
  const late = { ...offer, send_at: "2026-11-24T19:00:00.000Z" };
  expect(await fixture.draft(late)).toMatchObject({ leaves_at: "2026-11-25T05:00:00.000Z", waits_for_hours: true });
  const noon = { ...offer, send_at: "2026-11-24T09:00:00.000Z" };
  expect(await fixture.draft(noon)).toMatchObject({ leaves_at: noon.send_at, waits_for_hours: false });
});

test("confirmed in the evening it is scheduled for the morning, and says so", async () => {
  const made = await fixture.send(offer);
  expect(made).toMatchObject({ status: "scheduled", started_at: null, leaves_at: morning, waits_for_hours: true });
  await fixture.ask("cancelBlast", { params: { id: made.id } });
});

test("stopped by the end of its hours: it has begun, what was sent is charged, and the rest has its time", async () => {
  now = new Date("2026-11-23T14:59:00.000Z");
  let open = 40;
  fake.behave(async () => {
    if (open-- <= 0) fake.ready(false);
    return open < 0 ? { kind: "unsent", reason: "slow" } : fake.taken();
  });
  const numbers = Array.from({ length: 120 }, (_, i) => phone(100 + i)).join("\n");
  const made = await fixture.send({ ...offer, numbers });
  await until("some are sent", async () => (await fixture.detail(made.id)).submitted >= 40);
  now = new Date("2026-11-23T15:00:00.000Z");
  const stopped = await until("it waits", async () => {
    const detail = await fixture.detail(made.id);
    return detail.status === "scheduled" && detail.charged_cents === detail.submitted * 80 && detail;
  });
  expect(stopped).toMatchObject({ leaves_at: morning, waits_for_hours: true, started_at: expect.any(String) });
  expect(stopped.submitted + stopped.queued).toBe(120);
  fake.ready(true);
  fake.behave(() => fake.taken());
  now = new Date(morning);
  expect(await fixture.settled(made.id)).toMatchObject({ status: "sent", leaves_at: null, charged_cents: 120 * 80 });
});
