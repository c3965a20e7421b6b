import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { savanna } from "../chat/fixture";
import { type SocialFixture, socialFixture } from "./fixture";

let fixture: SocialFixture;
let bot: { id: number; webhook_url: string };
let number: { id: number; webhook_url: string };
beforeAll(async () => {
  fixture = await socialFixture();
  ({ bot, number } = await fixture.connectBoth());
}, 60_000);
afterAll(() => fixture.end());

type MessageRow = {
  text: string;
  user_id: string;
  contact_id: number;
  status: string;
  reason: string;
  type: string;
  meta: Record<string, unknown>;
};
const said = (user: string) =>
  fixture.rows<MessageRow>(sql`select m.text, c.user_id, m.contact_id, m.status, m.reason, m.type, m.meta from chat.messages m
    join chat.contacts c on c.customer_account = m.customer_account and c.contact_id = m.contact_id
    where c.user_id = ${user} order by m.id`);
const count = async (table: string) =>
  (await fixture.rows<{ n: number }>(sql`select count(*)::int as n from ${sql.table(table)}`))[0]?.n;
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 4_500, interval: 50 });

/** An agent takes the conversation and writes. */
async function answer(contact: number, text: string) {
  await fixture.chat.ask("startContact", { params: { id: contact } });
  return fixture.chat.say(contact, text);
}

describe("what comes in", () => {
  test("M1, M2: a proved webhook is stored and answered while no one works; what is not proved leaves nothing", async () => {
    expect(await fixture.telegram.write("701", "Hello")).toBe(200);
    expect(await fixture.whatsapp.write("254711000001", "Jambo, ééé")).toBe(200);
    expect(await count("social.webhooks")).toBe(2);
    expect(await count("chat.messages")).toBe(0);
    const body = JSON.stringify({ object: "whatsapp_business_account", entry: [] });
    const right = `sha256=${createHmac("sha256", fixture.whatsapp.secret).update(body).digest("hex")}`;
    const post = (url: string, headers: Record<string, string>, text = body) =>
      fetch(url, { method: "POST", headers, body: text });
    for (const wrong of [
      "",
      "sha256=",
      right.slice(0, -1),
      right.replace("sha256", "sha1"),
      `${right}0`,
      `sha256=${"0".repeat(64)}`,
    ])
      expect((await post(number.webhook_url, wrong ? { "x-hub-signature-256": wrong } : {})).status).toBe(401);
    expect((await post(number.webhook_url, { "x-hub-signature-256": right }, `${body} `)).status).toBe(401);
    for (const wrong of ["", "no", fixture.telegram.hook.secret.slice(1)])
      expect((await post(bot.webhook_url, { "x-telegram-bot-api-secret-token": wrong })).status).toBe(401);
    expect((await post(`${number.webhook_url.slice(0, -4)}none`, { "x-hub-signature-256": right })).status).toBe(404);
    expect(await count("social.webhooks")).toBe(2);
    expect((await post(number.webhook_url, { "x-hub-signature-256": right })).status).toBe(200);
    expect(bot.webhook_url).not.toContain(fixture.telegram.token);
    const asked = (token: string) =>
      fetch(`${number.webhook_url}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=4711`);
    const given = await asked("verify-token-1");
    expect([given.status, await given.text(), given.headers.get("content-type")]).toEqual([
      200,
      "4711",
      expect.stringMatching(/^text\/plain/),
    ]);
    expect((await asked("verify-token-2")).status).toBe(403);
    await fixture.startJobs();
    await until(async () => expect(await count("chat.messages")).toBe(2));
    expect((await said("254711000001"))[0]?.text).toBe("Jambo, ééé");
  });

  test("M3: the same payload three times in a row and ten times in parallel is one message in one conversation", async () => {
    fixture.telegram.behaviour.hookTimes = 3;
    await fixture.telegram.write("702", "Thrice");
    fixture.telegram.behaviour.hookTimes = 1;
    const message = { id: "wamid.parallel" };
    await Promise.all(
      Array.from({ length: 10 }, () => fixture.whatsapp.write("254711000002", "Parallel", "", message)),
    );
    await until(async () =>
      expect((await fixture.rows(sql`select 1 from social.webhooks where done_at is null`)).length).toBe(0),
    );
    expect(await said("702")).toHaveLength(1);
    expect(await said("254711000002")).toHaveLength(1);
  });

  test("M4: five items of an album in parallel are one conversation with five files", async () => {
    const photo = (n: number) => ({ photo: [{ file_id: `f${n}`, file_size: 70 }], media_group_id: "a1" });
    await Promise.all([1, 2, 3, 4, 5].map((n) => fixture.telegram.write("703", "", "Album", photo(n))));
    await until(async () => expect(await said("703")).toHaveLength(5));
    const all = await said("703");
    expect(new Set(all.map(({ contact_id }) => contact_id)).size).toBe(1);
    expect(all.every(({ type }) => type === "file")).toBe(true);
    await until(() => expect(fixture.telegram.counts.files).toBe(5));
  });

  test("M5, M6: one bad item stops none of the others; what no one knows is a placeholder; broken JSON is taken and logged", async () => {
    const from = "254711000005";
    const good = (id: string, body: string) => ({ from, id, timestamp: "1760000000", type: "text", text: { body } });
    await fixture.whatsapp.post({
      messages: [
        good("b1", "one"),
        { id: 7 },
        good("b2", "two"),
        { from, id: "b3", timestamp: "1760000001", type: "hologram" },
      ],
    });
    await fixture.whatsapp.postRaw("{not json");
    await until(async () =>
      expect((await said(from)).map(({ type }) => type)).toEqual(["text", "text", "unsupported"]),
    );
    await until(async () =>
      expect((await fixture.rows(sql`select 1 from social.webhooks where fault <> ''`)).length).toBe(2),
    );
  });

  test("M9, M10: an echo is ours and opens nothing; a reaction, an edit and a delete change the message and make none", async () => {
    const from = "254711000001";
    const stampOf = { timestamp: String(Math.floor(Date.now() / 1000)) };
    const first = { id: "wamid.first", type: "text", text: { body: "Befor" } };
    await fixture.whatsapp.write(from, "Befor", "", first);
    await fixture.whatsapp.post({
      messages: [
        {
          ...stampOf,
          from,
          id: "e1",
          type: "edit",
          edit: { original_message_id: "wamid.first", message: { text: { body: "Before" } } },
        },
      ],
    });
    await fixture.whatsapp.post({
      messages: [
        { ...stampOf, from, id: "r1", type: "reaction", reaction: { message_id: "wamid.first", emoji: "👍" } },
      ],
    });
    await fixture.whatsapp.post({
      messages: [{ ...stampOf, from, id: "r2", type: "reaction", reaction: { emoji: "👍" } }],
    });
    await fixture.whatsapp.post(
      { message_echoes: [{ ...stampOf, to: from, id: "wamid.echo", type: "text", text: { body: "From the phone" } }] },
      "smb_message_echoes",
    );
    await until(async () =>
      expect((await said(from)).map(({ text }) => text)).toEqual(["Jambo, ééé", "Before", "From the phone"]),
    );
    const [, edited, echo] = await said(from);
    expect(edited?.meta).toMatchObject({ reaction: "👍" });
    expect(echo?.status).toBe("sent");
  });

  test("M11: a customer without a number is answered by the id; a number that comes later joins the same person", async () => {
    const user = "KE.2081abcDEF";
    await fixture.whatsapp.write(user, "No number", "Atieno");
    await until(async () => expect(await said(user)).toHaveLength(1));
    const [{ contact_id = 0 } = {}] = await said(user);
    await answer(contact_id, "Hello Atieno");
    await until(async () => expect((await said(user)).at(-1)?.status).toBe("read"));
    expect(
      fixture.whatsapp
        .customers()
        .find(({ id }) => id === user)
        ?.lines.at(-1)?.text,
    ).toBe("Hello Atieno");
    await fixture.whatsapp.write("254711000011", "With number", "Atieno", { from_user_id: user });
    await until(async () => expect((await said(user)).map(({ text }) => text)).toContain("With number"));
  });

  test("M13: groups are no one's; every pressed button is answered; who blocks the bot is not written to", async () => {
    const group = { chat: { id: -5, type: "group" } };
    await fixture.telegram.write("704", "In a group", "", group);
    await fixture.telegram.post({
      update_id: 1,
      callback_query: {
        id: "q1",
        from: { id: 705 },
        data: "Yes",
        message: { message_id: 9, chat: { id: 705, type: "private" } },
      },
    });
    await until(async () => expect((await said("705")).map(({ text }) => text)).toEqual(["Yes"]));
    expect(fixture.telegram.counts.answered).toBe(1);
    await fixture.telegram.block("705", true);
    await until(async () => expect(await count("social.blocked_customers")).toBe(1));
    const [{ contact_id = 0 } = {}] = await said("705");
    await answer(contact_id, "Anybody there?");
    await until(async () =>
      expect((await said("705")).at(-1)).toMatchObject({
        status: "failed",
        reason: "The customer has blocked the bot.",
      }),
    );
  });
});

describe("what goes out", () => {
  test("M8, M18: a reply arrives once, its statuses only go up, and a lost answer is found again by our own id", async () => {
    await fixture.whatsapp.write("254711000021", "Hello");
    await until(async () => expect(await said("254711000021")).toHaveLength(1));
    const [{ contact_id = 0 } = {}] = await said("254711000021");
    const before = fixture.whatsapp.counts.sent;
    fixture.whatsapp.behaviour.send = "silent";
    await answer(contact_id, "Are you there?");
    await until(async () => expect((await said("254711000021")).at(-1)?.status).toBe("read"));
    fixture.whatsapp.behaviour.send = "accept";
    expect(fixture.whatsapp.counts.sent).toBe(before + 1);
  });

  test("M16: what was queued before the 24 hours were over and leaves after them is refused, its words kept", async () => {
    await fixture.whatsapp.write("254711000022", "Hello");
    await until(async () => expect(await said("254711000022")).toHaveLength(1));
    const [{ contact_id = 0 } = {}] = await said("254711000022");
    await fixture.chat.ask("startContact", { params: { id: contact_id } });
    await fixture.stopJobs();
    await fixture.chat.say(contact_id, "Too late");
    const before = fixture.whatsapp.counts.sent;
    const now = fixture.chat.clock.now;
    fixture.chat.later(24 * 3_600);
    await fixture.startJobs();
    await until(async () =>
      expect((await said("254711000022")).at(-1)).toMatchObject({
        text: "Too late",
        status: "failed",
        reason: expect.stringContaining("24 hours"),
      }),
    );
    fixture.chat.clock.now = now;
    expect(fixture.whatsapp.counts.sent).toBe(before);
  });

  test("M20: a network that asks to wait is waited for; a token that ended stops the channel and says so", async () => {
    await fixture.telegram.write("706", "Hello");
    await until(async () => expect(await said("706")).toHaveLength(1));
    const [{ contact_id = 0 } = {}] = await said("706");
    fixture.telegram.behaviour.send = "wait";
    await answer(contact_id, "Patience");
    await until(async () =>
      expect(
        await fixture.rows(sql`select 1 from social.outgoing where external_id = '706' and state = 'failed'`),
      ).toHaveLength(1),
    );
    fixture.telegram.behaviour.send = "accept";
    await until(async () => expect((await said("706")).at(-1)?.status).toBe("sent"));
    await fixture.whatsapp.write("254711000023", "Hello");
    await until(async () => expect(await said("254711000023")).toHaveLength(1));
    const [{ contact_id: other = 0 } = {}] = await said("254711000023");
    Object.assign(fixture.whatsapp.behaviour, { send: "fail", code: 190 });
    await answer(other, "Hello?");
    await until(async () => expect((await said("254711000023")).at(-1)?.reason).toContain("access token"));
    fixture.whatsapp.behaviour.send = "accept";
    const { body } = await fixture.ask("channel", { params: { id: number.id } });
    expect(body.health).toMatchObject({ state: "bad", words: expect.stringContaining("access token") });
    expect((await fixture.ask("testChannel", { params: { id: number.id } })).body.data.health.state).toBe("good");
  });

  test("the rehearsal goes the true way in, and what is answered to it goes nowhere", async () => {
    for (const sample of ["text", "album", "no number", "duplicate"])
      expect((await fixture.ask("rehearse", { params: { id: number.id }, body: { sample } })).status).toBe(201);
    await until(async () => expect(await said("999000000001")).toHaveLength(7));
    expect(await said("KE.Rehearsal1")).toHaveLength(1);
  });
});

test("new credentials of a channel are refused when they are of another one, and nothing is changed", async () => {
  const before = await fixture.ask("channels", {});
  const body = { token: fixture.telegram.token, name: "Renamed" };
  const refused = await fixture.ask("connectTelegram", { query: { replaces: number.id }, body });
  expect(refused.status).toBe(406);
  expect(refused.body.message).toMatch(/^These credentials are of @\w+, not of this channel\./);
  const names = ({ body: { data } }: typeof before) =>
    data.map((one: { id: number; name: string }) => [one.id, one.name]);
  expect(names(await fixture.ask("channels", {}))).toEqual(names(before));
  const same = { token: fixture.telegram.token };
  expect((await fixture.ask("connectTelegram", { query: { replaces: bot.id }, body: same })).status).toBe(201);
  expect(names(await fixture.ask("channels", {}))).toEqual(names(before));
});

test("secrets are sealed, other accounts see nothing, and a disconnected channel's address is unknown", async () => {
  const [row] = await fixture.rows<{ secrets: Buffer }>(sql`select secrets from social.channels where id = ${bot.id}`);
  expect(row?.secrets.toString("latin1")).not.toContain(fixture.telegram.token);
  expect(JSON.stringify((await fixture.ask("channels")).body)).not.toContain(fixture.telegram.token);
  expect((await fixture.ask("channels", {}, "lakeside")).body.data).toEqual([]);
  for (const name of ["channel", "testChannel", "disconnectChannel"] as const)
    expect((await fixture.ask(name, { params: { id: bot.id } }, "lakeside")).status).toBe(404);
  expect((await fixture.ask("connectTelegram", { body: { token: fixture.telegram.token } }, "lakeside")).status).toBe(
    406,
  );
  expect((await fixture.ask("channels", {}, "joy")).status).toBe(403);
  expect((await fixture.ask("disconnectChannel", { params: { id: bot.id } })).status).toBe(201);
  expect(fixture.telegram.hook.url).toBe("");
  expect((await fetch(bot.webhook_url, { method: "POST", body: "{}" })).status).toBe(404);
});

test("of two accounts that connect a bot that no one has in the same moment one has it, and the other is told", async () => {
  const { clientsOfAccount } = fixture.deps;
  let arrive = () => {};
  let letGo = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const first = new Promise<void>((resolve) => (letGo = resolve));
  // The second has seen that nobody has the bot, and waits there until the first has it.
  const waits =
    (chat: ReturnType<typeof clientsOfAccount>["chat"]): (typeof chat)["saveInbox"] =>
    async (given) => {
      arrive();
      await first;
      return chat.saveInbox(given);
    };
  fixture.deps.clientsOfAccount = (account) => {
    const upstreams = clientsOfAccount(account);
    if (account === savanna) return upstreams;
    const chat = new Proxy(upstreams.chat, {
      get: (target, name) => (name === "saveInbox" ? waits(target) : Reflect.get(target, name)),
    });
    return { ...upstreams, chat };
  };
  try {
    const body = { token: fixture.telegram.token };
    const late = fixture.ask("connectTelegram", { body }, "lakeside");
    await arrived;
    expect((await fixture.ask("connectTelegram", { body })).status).toBe(201);
    letGo();
    const answer = await late;
    expect(answer.status).toBe(406);
    expect(answer.body.message).toMatch(/another account already/);
    expect((await fixture.ask("channels", {}, "lakeside")).body.data).toEqual([]);
  } finally {
    fixture.deps.clientsOfAccount = clientsOfAccount;
  }
});
