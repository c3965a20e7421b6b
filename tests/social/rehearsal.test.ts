import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Came } from "../../services/social/contract";
import { type SocialFixture, socialFixture } from "./fixture";

let fixture: SocialFixture;
let bot: { id: number; inbox_id: number; samples: string[] };
let number: { id: number; inbox_id: number; samples: string[]; verify_token: string };
beforeAll(async () => {
  fixture = await socialFixture();
  ({ bot, number } = await fixture.connectBoth());
}, 60_000);
afterAll(() => fixture.end());

async function played(id: number, sample: string): Promise<string[]> {
  const answer = await fixture.ask("rehearse", { params: { id }, body: { sample } });
  expect(answer).toMatchObject({ status: 201, body: { data: expect.any(Array) } });
  return answer.body.data.map(({ did, fault }: Came) => [did, fault].filter(Boolean).join(" "));
}

test("each sample tells what it did: messages of one conversation, repeats of nothing, an edit, a failure", async () => {
  const message = expect.stringMatching(/^A message in conversation \d+\.$/);
  const nothing = expect.stringMatching(/^Nothing new: it is in conversation \d+ already\.$/);
  for (const { id } of [bot, number]) {
    expect(await played(id, "text")).toEqual([message]);
    const album = await played(id, "album");
    expect(album).toHaveLength(5);
    expect(new Set(album).size).toBe(1);
    expect(await played(id, "duplicate")).toEqual([message, nothing, nothing]);
    expect(await played(id, "edit")).toEqual([message, "A message was edited."]);
    expect(await played(id, "unsupported")).toEqual([message]);
  }
  expect(await played(bot.id, "failure")).toEqual([expect.stringContaining("wants nothing more")]);
  expect(await played(number.id, "failure")).toEqual([
    expect.stringMatching(/^A message of ours, written elsewhere, in conversation \d+\.$/),
    "A message of ours is now failed.",
  ]);
  expect(await played(number.id, "no number")).toEqual([message]);
});

test("a channel offers what it can rehearse, and refuses the rest", async () => {
  expect(bot.samples).not.toContain("no number");
  expect(number.samples).toContain("no number");
  const answer = await fixture.ask("rehearse", { params: { id: bot.id }, body: { sample: "no number" } });
  expect(answer).toMatchObject({ status: 406, body: { message: "This channel has no such thing." } });
});

test("what came in stands in the list of its channel, the newest first, with what it did", async () => {
  const { body } = await fixture.ask("webhooks", { params: { id: number.id }, query: { limit: 2 } });
  expect(body.data).toHaveLength(2);
  expect(body.data[0].id).toBeGreaterThan(body.data[1].id);
  expect(body.data.every(({ did, done_at }: Came) => did !== "" && done_at !== null)).toBe(true);
});

test("new secrets keep the address and the verify token; a token that Meta was not given is made", async () => {
  const secrets = { token: fixture.whatsapp.token, app_secret: fixture.whatsapp.secret };
  const body = { phone_number_id: fixture.whatsapp.number, ...secrets };
  const { body: before } = await fixture.ask("channel", { params: { id: number.id } });
  const { body: after } = await fixture.ask("connectWhatsapp", { body });
  expect(after.data).toMatchObject({ webhook_url: before.webhook_url, verify_token: before.verify_token });
  expect(JSON.stringify(after)).not.toContain(fixture.whatsapp.token);
  expect(JSON.stringify(after)).not.toContain(fixture.whatsapp.secret);

  await fixture.ask("disconnectChannel", { params: { id: number.id } });
  const { body: anew } = await fixture.ask("connectWhatsapp", { body });
  expect(anew.data.verify_token).toMatch(/^[\w-]{24}$/);
  expect(anew.data.webhook_url).not.toBe(before.webhook_url);
  // Its conversations go on: chat knows it as the same way in.
  expect(anew.data.inbox_id).toBe(before.inbox_id);
});

test("a customer who is erased leaves nothing behind: no webhook, nothing of what went out, no one else's less", async () => {
  await fixture.telegram.write("70010001", "I am to be forgotten", "Asha");
  await fixture.telegram.write("70010002", "I stay", "Juma");
  await fixture.startJobs();
  const bodies = () =>
    fixture.rows<{ body: string }>(
      sql`select encode(body, 'escape') as body from social.webhooks where done_at is not null`,
    );
  await expect
    .poll(async () => (await bodies()).filter(({ body }) => /7001000[12]/.test(body)).length, { timeout: 20_000 })
    .toBe(2);
  await fixture.telegram.block("70010001", true);
  await expect
    .poll(async () => (await bodies()).filter(({ body }) => /7001000[12]/.test(body)).length, { timeout: 20_000 })
    .toBe(3);
  expect(await fixture.rows(sql`select 1 from social.blocked_customers where external_id = '70010001'`)).toHaveLength(
    1,
  );
  const forget = { inbox_id: bot.inbox_id, external_ids: ["70010001"] };
  expect((await fixture.ask("forgetCustomers", { body: forget })).status).toBe(403);
  expect(await fixture.ask("forgetCustomers", { body: forget }, "service")).toMatchObject({
    ...{ status: 200, body: { removed: 3 } },
  });
  const left = (await bodies()).map(({ body }) => body).join();
  expect(left).not.toContain("70010001");
  expect(left).toContain("70010002");
  expect(await fixture.rows(sql`select 1 from social.blocked_customers where external_id = '70010001'`)).toEqual([]);
});
