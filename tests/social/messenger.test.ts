import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { networks } from "../../services/social/networks";
import { type SocialFixture, socialFixture } from "./fixture";

let fixture: SocialFixture;
let page: { id: number; webhook_url: string; name: string };
const mina = "24831000000000001";
const day = 24 * 3_600;

beforeAll(async () => {
  fixture = await socialFixture();
  page = await fixture.connectPage();
  await fixture.startJobs();
}, 60_000);
afterAll(() => fixture.end());

type MessageRow = {
  text: string;
  contact_id: number;
  status: string;
  reason: string;
  type: string;
  author: string;
  provider_id: string;
  meta: Record<string, unknown>;
  name: string;
};
const said = (user: string) =>
  fixture.rows<MessageRow>(sql`select m.text, m.contact_id, m.status, m.reason, m.type, m.author, m.provider_id, m.meta, c.name
    from chat.messages m join chat.contacts c on c.customer_account = m.customer_account and c.contact_id = m.contact_id
    where c.user_id = ${user} order by m.id`);
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 4_500, interval: 50 });
const left = (user: string) => fixture.messenger.sent.filter(({ recipient }) => recipient?.id === user);

/** A customer writes, and an agent takes the conversation. */
async function started(user: string, name = ""): Promise<number> {
  await fixture.messenger.write(user, "Hello", name);
  await until(async () => expect(await said(user)).toHaveLength(1));
  const [{ contact_id = 0 } = {}] = await said(user);
  await fixture.chat.ask("startContact", { params: { id: contact_id } });
  return contact_id;
}

describe("the page", () => {
  test("is connected with its own token only, is subscribed, and tells no secret", async () => {
    expect(page).toMatchObject({
      name: "Savanna Traders",
      webhook_url: expect.stringContaining("/callbacks/facebook/"),
    });
    expect(fixture.messenger.subscribed).toContain("message_echoes");
    const { messenger } = fixture;
    const body = {
      page_id: "1234567",
      token: messenger.token,
      app_secret: messenger.secret,
      verify_token: "verify-token-1",
    };
    const wrong = await fixture.ask("connectMessenger", { body });
    expect([wrong.status, wrong.body.message]).toEqual([406, expect.stringContaining("Savanna Traders")]);
    const dead = { ...body, page_id: messenger.page, token: "no-such-token" };
    expect((await fixture.ask("connectMessenger", { body: dead })).status).toBe(406);
    const here = { ...body, page_id: messenger.page };
    expect((await fixture.ask("connectMessenger", { body: here }, "lakeside")).status).toBe(406);
    expect(JSON.stringify((await fixture.ask("channels")).body)).not.toMatch(
      new RegExp(`${messenger.token}|${messenger.secret}`),
    );
  });

  test("M2: only signed bytes come in, and only the right token gets the challenge", async () => {
    const text = JSON.stringify({ object: "page", entry: [] });
    const right = `sha256=${createHmac("sha256", fixture.messenger.secret).update(text).digest("hex")}`;
    const post = (signature: string, body = text) =>
      fetch(page.webhook_url, { method: "POST", headers: signature ? { "x-hub-signature-256": signature } : {}, body });
    for (const wrong of ["", "sha256=", right.slice(0, -1), right.replace("sha256", "sha1")])
      expect((await post(wrong)).status).toBe(401);
    expect((await post(right, `${text} `)).status).toBe(401);
    expect((await post(right)).status).toBe(200);
    const asked = (token: string) =>
      fetch(`${page.webhook_url}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=4711`);
    const given = await asked("verify-token-1");
    expect([given.status, await given.text()]).toEqual([200, "4711"]);
    expect((await asked("verify-token-2")).status).toBe(403);
  });
});

describe("what comes in", () => {
  test("a message is there at once, and the customer's name follows", async () => {
    expect(await fixture.messenger.write(mina, "Jambo, ééé 🎉", "Mina Otieno")).toBe(200);
    await until(async () => expect(await said(mina)).toMatchObject([{ text: "Jambo, ééé 🎉", name: "Mina Otieno" }]));
  });

  test("M3: the same webhook three times in a row and ten times in parallel is one message in one conversation", async () => {
    const [row, side] = ["24831000000000002", "24831000000000003"];
    fixture.messenger.behaviour.hookTimes = 3;
    await fixture.messenger.write(row, "Thrice");
    fixture.messenger.behaviour.hookTimes = 1;
    await Promise.all(
      Array.from({ length: 10 }, () => fixture.messenger.write(side, "At once", "", { mid: "m_parallel" })),
    );
    await until(async () =>
      expect(await fixture.rows(sql`select 1 from social.webhooks where done_at is null`)).toHaveLength(0),
    );
    for (const user of [row, side]) {
      expect(await said(user)).toHaveLength(1);
      expect(await fixture.rows(sql`select 1 from chat.contacts where user_id = ${user}`)).toHaveLength(1);
    }
  });

  test("M5, M6: of several entries the malformed one stops none of the others", async () => {
    const user = "24831000000000004";
    const { page: id } = fixture.messenger;
    const event = (message: unknown) => ({ sender: { id: user }, recipient: { id }, timestamp: Date.now(), message });
    const entry = (...messaging: unknown[]) => ({ id, time: Date.now(), messaging });
    expect(
      await fixture.messenger.postEntries(
        entry(event({ mid: "m_one", text: "one" })),
        { id: null, messaging: "none" },
        entry(event({ mid: 7 }), event({ mid: "m_two", text: "two" }), { hologram: true }),
        entry(event({ mid: "m_three", attachments: [{ type: "hologram" }] })),
      ),
    ).toBe(200);
    await until(async () =>
      expect((await said(user)).map(({ text, type }) => [type, text])).toEqual([
        ["text", "one"],
        ["text", "two"],
        ["unsupported", ""],
      ]),
    );
    await until(async () => {
      const [found] = await fixture.rows<{ fault: string }>(sql`select fault from social.webhooks where fault <> ''`);
      expect(found?.fault).toMatch(/An entry is not as we know it\. A message is not as we know it\./);
    });
    expect(await fixture.messenger.postRaw("{not json")).toBe(200);
  });

  test("M4: an album, as one message or as five, is one conversation with every file once", async () => {
    const [one, five] = ["24831000000000005", "24831000000000006"];
    const picture = (n: number) => ({ type: "image", payload: { url: fixture.messenger.fileAt(`${n}.png`) } });
    const attachments = [1, 2, 3, 4, 5].map(picture);
    await fixture.messenger.write(one, "", "", { attachments });
    await Promise.all(
      attachments.map((attachment) => fixture.messenger.write(five, "", "", { attachments: [attachment] })),
    );
    for (const user of [one, five])
      await until(async () => {
        const all = await said(user);
        expect(all.map(({ type }) => type)).toEqual(Array.from({ length: 5 }, () => "file"));
        expect(new Set(all.map(({ contact_id }) => contact_id)).size).toBe(1);
      });
    await until(() => expect(fixture.kept.filter((name) => name === "3.png")).toHaveLength(2));
  });

  test("M9: our own echo adds nothing; another's is the page's, and starts and opens nothing", async () => {
    const user = "24831000000000007";
    const contact = await started(user);
    await fixture.chat.say(contact, "Karibu");
    await until(async () => expect((await said(user)).at(-1)).toMatchObject({ text: "Karibu", status: "read" }));
    expect(await said(user)).toHaveLength(2);
    await fixture.messenger.echo(user, { text: "From the page's own inbox" });
    await until(async () =>
      expect((await said(user)).at(-1)).toMatchObject({
        text: "From the page's own inbox",
        author: "agent",
        status: "sent",
      }),
    );
    const stranger = "24831000000000008";
    await fixture.messenger.echo(stranger, { text: "Our news" });
    await until(async () => expect(await said(stranger)).toHaveLength(1));
    const [found] = await fixture.rows<{ ended: boolean; last_customer_at: Date | null }>(
      sql`select ended, last_customer_at from chat.contacts where user_id = ${stranger}`,
    );
    expect(found).toEqual({ ended: true, last_customer_at: null });
  });

  test("M10: a reaction, an edit and a deletion change the message and make none", async () => {
    const user = "24831000000000009";
    await fixture.messenger.write(user, "Nakru", "", { mid: "m_first" });
    await fixture.messenger.does(user, { message_edit: { mid: "m_first", text: "Nakuru", num_edit: 1 } });
    await fixture.messenger.does(user, { reaction: { mid: "m_first", reaction: "love", emoji: "❤", action: "react" } });
    await fixture.messenger.does(user, { reaction: { mid: "m_nobody", reaction: "love", action: "react" } });
    await until(async () => {
      const all = await said(user);
      expect(all).toMatchObject([{ text: "Nakuru", meta: { reaction: "❤", before: "Nakru" } }]);
    });
    await fixture.messenger.does(user, { message: { mid: "m_first", is_deleted: true } });
    await until(async () =>
      expect(
        await fixture.rows(sql`select 1 from chat.messages where provider_id = 'm_first' and deleted_at is not null`),
      ).toHaveLength(1),
    );
  });

  test("a button is what the customer says, with where they came from", async () => {
    const user = "24831000000000010";
    const postback = {
      mid: "m_start",
      title: "Get started",
      payload: "START",
      referral: { ref: "poster", source: "SHORTLINK" },
    };
    await fixture.messenger.does(user, { postback });
    await until(async () =>
      expect(await said(user)).toMatchObject([
        { text: "Get started", meta: { payload: "START", referral: { ref: "poster" } } },
      ]),
    );
  });
});

describe("what goes out", () => {
  test("M8: a watermark means all that went out until then, and nothing that waits", async () => {
    const user = "24831000000000011";
    const contact = await started(user);
    fixture.messenger.behaviour.tells = false;
    await fixture.chat.say(contact, "one");
    await fixture.chat.say(contact, "two");
    await until(async () => expect((await said(user)).at(-1)?.status).toBe("sent"));
    fixture.messenger.behaviour.send = "wait";
    await fixture.chat.say(contact, "three");
    await fixture.messenger.does(user, { read: { watermark: Date.now() } });
    await until(async () =>
      expect((await said(user)).map(({ status }) => status).slice(1, 3)).toEqual(["read", "read"]),
    );
    expect((await said(user)).at(-1)).toMatchObject({ text: "three", status: "queued" });
    Object.assign(fixture.messenger.behaviour, { send: "accept", tells: true });
  });

  test("M17: a response for 24 hours, then a person's for 7 days, then nothing; what is refused never leaves", async () => {
    const user = "24831000000000012";
    const contact = await started(user);
    await fixture.chat.say(contact, "Within the day");
    await until(() => expect(left(user).at(-1)).toMatchObject({ messaging_type: "RESPONSE" }));
    expect(left(user).at(-1)).not.toHaveProperty("tag");
    const now = fixture.chat.clock.now;
    fixture.chat.later(day);
    await fixture.chat.say(contact, "A day later");
    await until(() => expect(left(user).at(-1)).toMatchObject({ messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" }));
    const hand = (author: "agent" | "system" | "bot") =>
      networks.facebook
        .line({
          deps: fixture.deps,
          row: { external_id: fixture.messenger.page } as never,
          secrets: { token: fixture.messenger.token, proof: "", verify: "" },
        })
        .hand({
          to: user,
          message: { message_id: "m", author, data: { text: "x" } } as never,
          contact: { last_customer_at: Math.floor(now.getTime() / 1000) } as never,
          file: undefined,
        });
    const before = fixture.messenger.counts.sent;
    for (const author of ["system", "bot"] as const) expect(await hand(author)).toMatchObject({ kind: "refused" });
    await fixture.stopJobs();
    await fixture.chat.say(contact, "Too late by the time it leaves");
    fixture.chat.later(6 * day);
    expect((await fixture.chat.say(contact, "Too late")).status).toBe(406);
    await fixture.startJobs();
    await until(async () =>
      expect((await said(user)).at(-1)).toMatchObject({ status: "failed", reason: expect.stringContaining("7 days") }),
    );
    expect(await hand("agent")).toMatchObject({ kind: "refused" });
    expect(fixture.messenger.counts.sent).toBe(before);
    fixture.chat.clock.now = now;
  });

  test("M18: a lost answer is found again by the echo of our own id, and nothing is sent twice", async () => {
    const user = "24831000000000013";
    const contact = await started(user);
    const before = fixture.messenger.counts.sent;
    fixture.messenger.behaviour.send = "silent";
    await fixture.chat.say(contact, "Are you there?");
    await until(async () => expect((await said(user)).at(-1)?.status).toBe("read"));
    fixture.messenger.behaviour.send = "accept";
    expect(fixture.messenger.counts.sent).toBe(before + 1);
    expect(await said(user)).toHaveLength(2);
    expect(
      await fixture.rows(
        sql`select 1 from social.outgoing where external_id = ${user} and state = 'sent' and provider_id is not null`,
      ),
    ).toHaveLength(1);
  });

  test("M19: 2,000 characters, and not one more, refused before Messenger", async () => {
    const contact = await started("24831000000000014");
    const before = fixture.messenger.counts.sent;
    expect((await fixture.chat.say(contact, "x".repeat(2_001))).status).toBe(406);
    expect((await fixture.chat.say(contact, "x".repeat(2_000))).status).toBe(201);
    await until(() => expect(fixture.messenger.counts.sent).toBe(before + 1));
  });

  test("M20: ten files a second, whatever else leaves", async () => {
    const user = "24831000000000015";
    const contact = await started(user);
    const file = crypto.randomUUID();
    fixture.files.set(file, { name: "price list.pdf", type: "application/pdf", bytes: new Uint8Array([1]) });
    await fixture.stopJobs();
    const { body } = await fixture.chat.say(contact, "With a file", "joy", { file_ids: [file] });
    const [, second] = body.messages;
    await fixture.rows(sql`
      insert into social.outgoing (customer_account, message_id, channel_id, external_id, state, media)
      select '100001', 'pace-' || n, ${page.id}, 'pace', 'sent', true from generate_series(1, 10) n`);
    expect((await fixture.ask("deliver", { body: { message: second.id } }, "service")).body).toMatchObject({
      status: "later",
    });
    await fixture.startJobs();
    await until(async () => expect((await said(user)).at(-1)?.status).toBe("read"));
    expect(left(user).at(-1)?.message?.attachment).toMatchObject({ type: "file" });
  });

  test("a customer who is away fails alone; a token that ended stops the page until it is tested anew", async () => {
    const user = "24831000000000016";
    const contact = await started(user);
    await fixture.messenger.block(user, true);
    await fixture.chat.say(contact, "Anybody?");
    await until(async () =>
      expect((await said(user)).at(-1)).toMatchObject({
        status: "failed",
        reason: expect.stringContaining("can't reach this customer"),
      }),
    );
    await fixture.messenger.block(user, false);
    Object.assign(fixture.messenger.behaviour, { send: "fail", code: 190, subcode: 460 });
    await fixture.chat.say(contact, "Hello?");
    await until(async () => expect((await said(user)).at(-1)?.reason).toContain("password"));
    fixture.messenger.behaviour.send = "accept";
    const { body } = await fixture.ask("channel", { params: { id: page.id } });
    expect(body.health).toMatchObject({ state: "bad", words: expect.stringContaining("password") });
    expect((await fixture.ask("testChannel", { params: { id: page.id } })).body.data.health.state).toBe("good");
  });

  test("the gateway's calls reply on Messenger only, once for each request", async () => {
    const user = "24831000000000017";
    const contact = await started(user);
    const body = { contact, message: "By the gateway", request_id: "g".repeat(32) };
    for (const _ of [1, 2]) expect((await fixture.ask("sendDmFacebook", { body }, "joy")).status).toBe(201);
    expect((await fixture.ask("replyTelegram", { body: { ...body, request_id: "h".repeat(32) } }, "joy")).status).toBe(
      406,
    );
    await until(async () => expect((await said(user)).at(-1)?.status).toBe("read"));
    expect(left(user)).toHaveLength(1);
    const file = crypto.randomUUID();
    fixture.files.set(file, { name: "a.png", type: "image/png", bytes: new Uint8Array([1]) });
    const image = { contact, file, request_id: "i".repeat(32) };
    expect((await fixture.ask("sendFdmImage", { body: image }, "joy")).status).toBe(201);
    await until(() => expect(left(user).at(-1)?.message?.attachment).toMatchObject({ type: "image" }));
  });

  test("what a gap left out is fetched from the page, in its order, and nothing is doubled", async () => {
    const user = "24831000000000018";
    const contact = await started(user, "Njeri");
    await fixture.chat.say(contact, "Karibu");
    await until(async () => expect((await said(user)).at(-1)?.status).toBe("read"));
    const { url } = fixture.messenger.hook;
    fixture.messenger.hook.url = "";
    await fixture.messenger.write(user, "Said in the gap");
    fixture.messenger.hook.url = url;
    for (const _ of [1, 2])
      expect((await fixture.ask("syncFb", { body: { contact } }, "joy")).body.message).toBe(
        "Conversation synced successfully",
      );
    expect((await fixture.ask("sync", { body: { contact } }, "service")).status).toBe(201);
    expect((await said(user)).map(({ text }) => text)).toEqual(["Hello", "Karibu", "Said in the gap"]);
    // What left without an answer is never taken for another program's: its echo tells.
    Object.assign(fixture.messenger.behaviour, { send: "silent", tells: false });
    await fixture.chat.say(contact, "Did this arrive?");
    await until(async () => expect((await said(user)).at(-1)?.reason).toContain("don't know"));
    Object.assign(fixture.messenger.behaviour, { send: "accept", tells: true });
    expect((await fixture.ask("syncFb", { body: { contact } }, "joy")).status).toBe(201);
    expect(await said(user)).toHaveLength(4);
    expect((await fixture.ask("syncFb", { body: { contact } }, "nobody")).status).toBe(403);
  });

  test("the rehearsal goes the true way in, and what is answered to it goes nowhere", async () => {
    for (const sample of ["text", "album", "duplicate", "edit", "unsupported"])
      expect((await fixture.ask("rehearse", { params: { id: page.id }, body: { sample } })).status).toBe(201);
    const [nobody = ""] = networks.facebook.rehearsal.customers;
    await until(async () => expect(await said(nobody)).toHaveLength(9));
    await until(async () => expect((await said(nobody))[0]?.name).toBe("Rehearsal"));
    const [{ contact_id = 0 } = {}] = await said(nobody);
    await fixture.chat.ask("startContact", { params: { id: contact_id } });
    await fixture.chat.say(contact_id, "Karibu");
    await until(async () => expect((await said(nobody)).at(-1)?.status).toBe("sent"));
    expect(left(nobody)).toHaveLength(0);
  });
});
