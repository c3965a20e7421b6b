import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { requestId, type WebchatFixture, webchatFixture } from "./fixture";
import { listenAt } from "./listen";

let fixture: WebchatFixture;
beforeAll(async () => {
  fixture = await webchatFixture({ sessions: 1_000, chats: 1_000, updates: 1_000 });
}, 60_000);
afterAll(() => fixture.end());

test("a widget without a session asks whether anybody is there, from our frame and from the application's sites", async () => {
  const { key } = await fixture.application({ domains: ["shop.example"] });
  const here = (origin?: string) => fixture.visit(`/here?a=${key}`, origin ? { headers: { origin } } : {});
  expect((await here()).body).toEqual({ open: false, opens_at: null });
  await fixture.chat("joy").setStatus({ body: { status: "online" } });
  await vi.waitFor(async () => expect((await here()).body).toMatchObject({ open: true }), {
    timeout: 10_000,
    interval: 250,
  });
  expect((await here("https://shop.example")).headers.get("access-control-allow-origin")).toBe("https://shop.example");
  expect((await here("https://elsewhere.example")).status).toBe(403);
  expect((await fixture.visit("/here?a=nobody")).status).toBe(404);
  await fixture.chat("joy").setStatus({ body: { status: "offline" } });
}, 20_000);

test("with no one here a visitor is told where they are answered, and no place in a queue", async () => {
  const { key } = await fixture.application();
  const begun = await fixture.visit("/session", { body: { application: key, language: "en" } });
  const { token } = begun.body;
  const answers = { name: "Mwende", email: "mwende@example.com" };
  const filled = await fixture.visit("/prechat", { token, body: { answers } });
  const away = { stage: "waiting", open: false, position: null, wait_seconds: null, mail_to: "mwende@example.com" };
  expect(filled.body.standing).toMatchObject(away);
  await fixture.visit("/messages", { token, body: { request_id: requestId(), text: "Is it on its way?" } });
  expect((await fixture.visit("/thread", { token })).body.standing).toMatchObject(away);

  // Another who waits is told so on the stream too.
  const other = await fixture.visitor(key, "Baraka");
  const stream = await listenAt(fixture, other.token);
  await vi.waitFor(() => expect(stream.told).not.toEqual([]), 2_000);
  const said = stream.told.flatMap((one) => ("standing" in one ? [one.standing] : []));
  expect(said.map(({ position }) => position)).toEqual(said.map(() => null));
  await stream.close();
});
