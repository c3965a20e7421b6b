import { afterAll, beforeAll, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { serve } from "../../services/kit/serve";
import { settingsCalls } from "../../services/messaging/contract.settings";
import { settingsHandlers } from "../../services/messaging/sending-settings/service";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, phone, type Stage, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

// 9:30 pm in Nairobi.
const night = new Date("2026-11-23T18:30:00.000Z");
const morning = "2026-11-24T05:00:00.000Z";
let now = night;
const people = { owner: person(), sender: person({ roles: [], permissions: ["Send bulk message"] }) };
const standard = { promotional_from: "08:00", promotional_until: "18:00", footer: "STOP*456*9*5#" };
const any = { transactional_from: null, transactional_until: null };

let fixture: Stage;
let settings: ReturnType<typeof serveSettings>;
const serveSettings = () =>
  serve(contract("messaging", settingsCalls), settingsHandlers(fixture.database, fixture.deps), {
    ...surroundings(people),
    log: { error: () => undefined },
  });
const save = async (given: object, token = "owner") => {
  const body = { ...standard, ...any, ...given };
  return (await settings.call("setSendingSettings", { body } as never, caller(token))) as unknown as {
    status: number;
    body: Record<string, unknown>;
  };
};
const fake = fakeCarrier();
beforeAll(async () => {
  fixture = await blastStage({ now: () => now });
  settings = serveSettings();
  await fixture.work(fake.carrier, { window: 10 });
});
afterAll(() => fixture.close());

const offer = { kind: "express", sender: "OFFERS", numbers: phone(1), body: "Sale" } as const;
const many = Array.from({ length: 11 }, (_, n) => phone(200 + n)).join("\n");

test("an account that has set nothing has Kenya's hours and Safaricom's words", async () => {
  expect((await settings.call("sendingSettings", {} as never, caller("owner"))).body).toMatchObject({
    ...standard,
    ...any,
    standard,
    time_zone: "Africa/Nairobi",
    changed_at: null,
  });
});

test("its own footer ends promotional texts once, is counted, and is what a sender says of itself", async () => {
  expect(await save({ footer: "Stop: STOP to 21456" })).toMatchObject({
    status: 200,
    body: { changed_by: "Wanjiru Maina" },
  });
  const made = await fixture.draft(offer);
  expect(made).toMatchObject({ body: "Sale Stop: STOP to 21456", footer: "Stop: STOP to 21456", parts: 1 });
  const typed = await fixture.draft({ ...offer, body: "Sale. stop: stop to 21456" });
  expect(typed.body).toBe("Sale. stop: stop to 21456");
  // 140 + a blank + 19 are 160; one more is a second part.
  expect((await fixture.price({ ...offer, body: "a".repeat(140) })).parts).toBe(1);
  expect(await fixture.price({ ...offer, body: "a".repeat(141) })).toMatchObject({ parts: 2, cost_cents: 160 });
  const senders = (await fixture.ask("senders")).body.data;
  expect(senders).toContainEqual(
    expect.objectContaining({ sender: "OFFERS", footer: "Stop: STOP to 21456", hours: { from: 480, until: 1080 } }),
  );
  expect(senders).toContainEqual(expect.objectContaining({ sender: "SAVANNA", footer: "", hours: null }));
});

test("the change is in the activities with both hours and the words", async () => {
  const said = await fixture.rows<{ by: string; description: string }>(
    "select by, description from events.activities where action = 'Sending hours changed'",
  );
  expect(said[0]).toEqual({
    by: "Wanjiru Maina",
    description:
      "Promotional messages leave from 08:00 to 18:00 and end with “Stop: STOP to 21456”, others at any hour.",
  });
});

test("what waits for the morning leaves at once when the hours are widened, and a later one keeps its time", async () => {
  const waits = await fixture.send(offer);
  expect(waits).toMatchObject({ status: "scheduled", leaves_at: morning });
  const later = await fixture.send({ ...offer, numbers: phone(2), send_at: "2026-11-25T09:00:00.000Z" });
  expect(await save({ promotional_until: "22:00" })).toMatchObject({ status: 200 });
  expect(await fixture.settled(waits.id)).toMatchObject({ status: "sent" });
  expect(await fixture.detail(later.id)).toMatchObject({ status: "scheduled", leaves_at: later.send_at });
  await fixture.ask("cancelBlast", { params: { id: later.id } });
});

test("quiet hours of transactional messages: many wait, a code leaves, and a running one stops", async () => {
  await save({ transactional_from: "06:00", transactional_until: "21:00" });
  const dawn = "2026-11-24T03:00:00.000Z";
  const form = { kind: "express", numbers: many } as const;
  expect((await fixture.price(form)).forecast).toEqual({ leaves_at: dawn, ends_at: null, waiting: 0 });
  expect(await fixture.send(form)).toMatchObject({ status: "scheduled", leaves_at: dawn, waits_for_hours: true });
  const code = await fixture.send({ kind: "express", numbers: phone(3) });
  expect(await fixture.settled(code.id)).toMatchObject({ status: "sent" });

  await save({});
  fake.ready(false);
  const running = await fixture.send(form);
  expect(running.status).toBe("sending");
  await save({ transactional_from: "06:00", transactional_until: "21:00" });
  await until("it is held back", async () => (await fixture.detail(running.id)).status === "scheduled");
  fake.ready(true);
  now = new Date(dawn);
  expect(await fixture.settled(running.id)).toMatchObject({ status: "sent", delivered: 0, submitted: 11 });
});

test.each([
  [{ promotional_from: "8" }, "promotional_from", "Enter a time such as 08:00."],
  [{ promotional_until: "07:00" }, "promotional_until", "Choose a time after the first one."],
  [{ transactional_from: "06:00" }, "transactional_until", "Enter both times, or none."],
  [
    { transactional_from: "22:00", transactional_until: "06:00" },
    "transactional_until",
    "Choose a time after the first one.",
  ],
  [{ footer: " " }, "footer", "Enter the words that tell people how to stop promotional messages."],
  [{ footer: "STOP {{name}}" }, "footer", "Use one line, without merge fields."],
])("%j is refused in words", async (given, field, words) => {
  expect(await save(given)).toMatchObject({ status: 422, body: { errors: { [field]: [words] } } });
});

test("only whoever manages the settings changes them", async () => {
  expect((await save({}, "sender")).status).toBe(403);
});
