import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { InvitationReply } from "../../rules/invitation-answers";
import { type SandboxImap, startImap } from "../../sandbox/imap";
import { type MailHost, startMailHost } from "../../sandbox/mail";
import { type MailCustomers, mailCustomers } from "../../sandbox/mail-customer";
import { type Mailbox, mailbox } from "../../sandbox/mailbox";
import { isLoopback } from "../../services/kit/address";
import { acquireLease, releaseLease, renewLease } from "../../services/social/email/lease";
import { startMailboxes } from "../../services/social/email/watch";
import { savanna } from "../chat/fixture";
import { dot, multipart, rawMail, report } from "../connectors/mails";
import { type SocialFixture, socialFixture } from "./fixture";

let fixture: SocialFixture;
let box: Mailbox;
let imap: SandboxImap;
let host: MailHost;
let people: MailCustomers;
let channel: { id: number; inbox_id: number };
const watchers: { stop(): Promise<void> }[] = [];
const ours = "support@savanna.test";
const quick = { every: 100, poll: 60_000, pause: 100 };

const form = () => ({
  ...{ address: ours, name: "Savanna support" },
  imap: { host: "127.0.0.1", port: imap.port, security: "none", user: "", password: box.password },
  smtp: { host: "127.0.0.1", port: host.port, security: "none", user: "jibu", password: "sandbox" },
  auto_reply: "Asante, your mail is here.",
});
const watch = () => {
  const watcher = startMailboxes(
    { db: fixture.database.db, deps: fixture.deps },
    { log: { error: (fields) => void fixture.faults.push(fields) }, ...quick },
  );
  watchers.push(watcher);
  return watcher;
};

beforeAll(async () => {
  fixture = await socialFixture();
  fixture.deps.mayDial = isLoopback;
  box = mailbox({ address: ours, password: "sandbox" });
  imap = await startImap(box);
  host = await startMailHost({ user: "jibu", password: "sandbox" });
  people = mailCustomers(box, host);
  box.deliver(rawMail({ "Message-ID": "<before@x>", From: "old@mail.test" }), new Date(Date.now() - 3_600_000));
  const connected = await fixture.ask("connectEmail", { body: form() });
  expect(connected.status).toBe(201);
  channel = connected.body.data;
  await fixture.startJobs();
  box.deliver(rawMail({ "Message-ID": "<between@x>", From: "between@mail.test" }, "Sent at once"));
  watch();
  await until(() => expect(imap.counts.idles).toBeGreaterThan(0));
}, 60_000);
afterAll(async () => {
  for (const watcher of watchers) await watcher.stop();
  await fixture.end();
  await Promise.all([imap.close(), host.close()]);
});

type MessageRow = {
  id: number;
  text: string;
  contact_id: number;
  status: string;
  reason: string;
  type: string;
  is_admin: boolean;
  author: string;
  meta: Record<string, unknown>;
  provider_id: string;
};
const said = (user: string) =>
  fixture.rows<MessageRow>(sql`select m.id, m.text, m.contact_id, m.status, m.reason, m.type, m.is_admin, m.author, m.meta, m.provider_id
    from chat.messages m join chat.contacts c on c.customer_account = m.customer_account and c.contact_id = m.contact_id
    where c.user_id = ${user} and c.inbox_id = ${channel.inbox_id} order by m.id`);
const written = async (user: string) => (await said(user)).filter(({ is_admin }) => !is_admin);
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 15_000, interval: 50 });
/** Everything that lies in the mailbox was stored and looked at. */
const settled = () =>
  until(async () => {
    const [found] = await fixture.rows<{ open: number; last: number }>(sql`select
      (select count(*)::int from social.webhooks where channel_id = ${channel.id} and done_at is null) as open,
      (select last_uid::int from social.mailboxes where channel_id = ${channel.id}) as last`);
    expect(found).toEqual({ open: 0, last: box.validity().uidNext - 1 });
  });

/** An agent takes the conversation and answers; the mail that reached the customer. */
async function answer(user: string, text: string) {
  const [{ contact_id = 0 } = {}] = await said(user);
  await fixture.chat.ask("startContact", { params: { id: contact_id } });
  const before = people.got(user).length;
  const sent = await fixture.chat.say(contact_id, text);
  expect(sent.status).toBe(201);
  await until(() => expect(people.got(user).length).toBe(before + 1));
  const [mail] = people.got(user);
  if (!mail) throw new Error("no mail");
  return { mail, contact_id };
}

describe("connecting a mailbox", () => {
  test("really signs in at both hosts, tells why it can't, and shows no password", async () => {
    const bodies = [
      [{ imap: { ...form().imap, password: "no" } }, /does not take this user name/],
      [{ smtp: { ...form().smtp, password: "no" } }, /does not take this user name/],
      [{ imap: { ...form().imap, port: 1 } }, /does not answer/],
      [{ imap: { ...form().imap, host: "10.0.0.5", security: "tls" } }, /not a public address/],
    ] as const;
    for (const [more, words] of bodies) {
      const answer = await fixture.ask("connectEmail", { body: { ...form(), ...more } });
      expect([answer.status, answer.body.message]).toEqual([406, expect.stringMatching(words)]);
    }
    const kept = { ...form(), imap: { ...form().imap, password: "" }, smtp: { ...form().smtp, password: "" } };
    const again = await fixture.ask("connectEmail", { body: kept });
    expect(again.body.data).toMatchObject({ id: channel.id, shown: ours, webhook_url: "" });
    const elsewhere = { ...kept, smtp: { ...kept.smtp, port: kept.smtp.port + 1 } };
    expect((await fixture.ask("connectEmail", { body: elsewhere })).body.message).toMatch(/Give the password/);
    const shown = JSON.stringify((await fixture.ask("channels")).body);
    expect(shown).toContain('"mailbox"');
    expect(shown).not.toMatch(/sandbox"|password/);
    expect((await fixture.ask("testChannel", { params: { id: channel.id } })).status).toBe(201);
  });

  test("what lay there before is not taken", async () => {
    await settled();
    expect(await said("old@mail.test")).toEqual([]);
  });

  test("what arrived after the connection and before the first reading is taken", async () => {
    await settled();
    expect((await written("between@mail.test")).map(({ text }) => text)).toEqual(["Sent at once"]);
  });
});

describe("answers of the web chat", () => {
  test("leave by the mailbox in one thread; what is replied comes into the mailbox", async () => {
    const wrote = await fixture.chat.wrote("visitor", "Hello", { sender: { email: "neema@mail.test" } });
    const mail = { to: "neema@mail.test", subject: "Re: your message to Shop", contact_id: wrote.contact_id };
    const send = (text: string, message_id: string) =>
      fixture.ask("mailAnswer", { body: { ...mail, text, message_id } }, "service");
    const first = await send("It left this morning.", "a".repeat(32));
    expect(first.body).toEqual({ status: "sent", inbox_id: channel.inbox_id });
    await send("It comes at noon.", "b".repeat(32));
    const [second, one] = people.got("neema@mail.test");
    expect(one).toMatchObject({
      subject: "Re: your message to Shop",
      text: expect.stringMatching("left this morning"),
    });
    expect(one?.headers["auto-submitted"]).toBeUndefined();
    expect(second?.headers["in-reply-to"]).toBe(one?.headers["message-id"]);
    people.write({ from: "neema@mail.test", subject: "Re: your message", text: "Thank you", answers: second });
    await until(async () => expect(await written("neema@mail.test")).toMatchObject([{ text: "Thank you" }]));
  });
});

describe("what customers write", () => {
  test("comes in at once, is marked, and is acknowledged once", async () => {
    people.write({ from: "asha@mail.test", name: "Asha ✓", subject: "Habari", text: "Is it on its way?" });
    await until(async () => expect(await said("asha@mail.test")).toHaveLength(2));
    const [first, auto] = await said("asha@mail.test");
    expect(first).toMatchObject({ text: "Is it on its way?", author: "customer", meta: { subject: "Habari" } });
    expect(auto).toMatchObject({ text: "Asante, your mail is here.", is_admin: true, status: "sent" });
    expect(people.got("asha@mail.test")).toMatchObject([
      {
        subject: "Re: Habari",
        headers: { "auto-submitted": "auto-replied", "in-reply-to": `<${first?.provider_id}>` },
      },
    ]);
    expect(box.mails().at(-1)?.flags.has("\\Seen")).toBe(true);
    people.write({ from: "asha@mail.test", subject: "Another", text: "Hello?" });
    await until(async () => expect(await written("asha@mail.test")).toHaveLength(2));
    await settled();
    expect(people.got("asha@mail.test")).toHaveLength(1);
    const [contact] = await fixture.rows(sql`select name, email from chat.contacts where user_id = 'asha@mail.test'`);
    expect(contact).toEqual({ name: "Asha ✓", email: "asha@mail.test" });
  });

  test("the same mail twice, and five times at once from someone new, is one conversation with each mail once", async () => {
    const twice = people.write({ from: "baraka@mail.test", subject: "Twice", text: "Once" });
    people.again(twice);
    for (let n = 1; n <= 5; n++) people.write({ from: "chebet@mail.test", subject: `Mail ${n}`, text: `Number ${n}` });
    await settled();
    expect(await written("baraka@mail.test")).toHaveLength(1);
    const five = await written("chebet@mail.test");
    expect(five.map(({ text }) => text)).toEqual([1, 2, 3, 4, 5].map((n) => `Number ${n}`));
    expect(new Set(five.map(({ contact_id }) => contact_id)).size).toBe(1);
    expect(people.got("chebet@mail.test")).toHaveLength(1);
  });

  test("files are kept, the reply's tail is cut and there for who asks", async () => {
    const body = Buffer.from("%PDF-1.4").toString("base64");
    const coded = { "Content-Transfer-Encoding": "base64" };
    const named = { ...coded, "Content-Disposition": 'attachment; filename="risiti.pdf"' };
    const text =
      "Here they are.\n\nOn Fri, 20 Nov 2026, Savanna <support@savanna.test> wrote:\n\n> Please send the papers\n";
    box.deliver(
      multipart({ From: "Dan <dan@mail.test>", "Message-ID": "<files@mail.test>" }, [
        { type: "text/plain", body: text },
        { type: "application/pdf", body, headers: named },
        { type: "image/png", body: dot, headers: coded },
      ]),
    );
    await settled();
    const all = await written("dan@mail.test");
    expect(all.map(({ type }) => type)).toEqual(["text", "file", "file"]);
    expect(all[0]?.text).toBe("Here they are.");
    expect(all[0]?.meta.full).toContain("> Please send the papers");
    expect(fixture.kept).toContain("risiti.pdf");
  });

  test("hostile mails are words, and one that can't be read stops none of the others", async () => {
    const html = '<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=alert(1)></p>';
    box.deliver(rawMail({ From: '"<b>Eve</b>\u202e" <eve@mail.test>', "Content-Type": "text/html" }, html));
    box.deliver(Buffer.from("no mail at all"));
    box.deliver(Buffer.from([0xff, 0, 0xfe, 0x0d, 0x0a]));
    box.deliver(rawMail({ From: "eve@mail.test", "Message-ID": "<n@x>", Subject: "a\u0000b" }, "nul \u0000 here"));
    people.write({ from: "eve@mail.test", subject: "After", text: "Still here" });
    await settled();
    const texts = (await written("eve@mail.test")).map(({ text }) => text);
    expect(texts[0]).toBe("Hi");
    expect(texts.at(-1)).toBe("Still here");
    expect(JSON.stringify(await said("eve@mail.test"))).not.toMatch(/alert|\\u0000|\u202e/);
    const faults = await fixture.rows(
      sql`select fault from social.webhooks where channel_id = ${channel.id} and fault <> ''`,
    );
    expect(faults.length).toBeGreaterThan(0);
  });

  test("machines get no answer, our own mails are not taken in, and nothing goes round", async () => {
    const before = host.mails().length;
    people.write({
      from: "ooo@mail.test",
      subject: "Out of office",
      text: "Away",
      headers: { "Auto-Submitted": "auto-replied" },
    });
    people.write({ from: "list@mail.test", subject: "News", text: "Buy", headers: { Precedence: "bulk" } });
    people.write({ from: "no-reply@mail.test", subject: "Code", text: "123" });
    people.write({ from: "empty@mail.test", subject: "X", text: "Y", headers: { "Return-Path": "<>" } });
    people.write({ from: ours, subject: "Loop", text: "From ourselves" });
    await settled();
    expect(host.mails()).toHaveLength(before);
    expect(await said(ours)).toEqual([]);
    expect((await written("ooo@mail.test"))[0]?.meta).toMatchObject({ automatic: "auto-submitted" });
    people.write({
      from: "form@mail.test",
      subject: "Site",
      text: "Call me",
      headers: { From: "no-reply@site.test", "Reply-To": "visitor@mail.test" },
    });
    await settled();
    expect(await written("visitor@mail.test")).toHaveLength(1);
  });
});

test("an answer to an invitation that the CRM knows is no conversation; every other one is a mail", async () => {
  const { clientsOfAccount } = fixture.deps;
  const got: InvitationReply[] = [];
  const answerInvitation = async ({ body }: { body: InvitationReply }) => {
    got.push(body);
    return { status: 200, body: { taken: body.uid === "known" } };
  };
  fixture.deps.clientsOfAccount = (account) => ({ ...clientsOfAccount(account), crm: { answerInvitation } as never });
  const reply = (uid: string, attendee: string) =>
    [
      ...["BEGIN:VCALENDAR", "METHOD:REPLY", "BEGIN:VEVENT", `UID:${uid}`, "SEQUENCE:1"],
      ...[`ATTENDEE;PARTSTAT=ACCEPTED:mailto:${attendee}`, "END:VEVENT", "END:VCALENDAR"],
    ].join("\r\n");
  const write = (from: string, calendar: string, more: object = {}) =>
    people.write({ from, subject: "Accepted: Visit", text: "I accept.", calendar, ...more });
  try {
    write("zuri@mail.test", reply("known", "zuri@mail.test"));
    write("amani@mail.test", reply("another", "amani@mail.test"));
    // In someone else's place, and in a name that their host does not vouch for.
    write("other@mail.test", reply("known", "zuri@mail.test"));
    write("forged@mail.test", reply("known", "forged@mail.test"), { forged: true });
    await settled();
    expect(got.map(({ uid, attendee, answer, number }) => [uid, attendee, answer, number])).toEqual([
      ["known", "zuri@mail.test", "accepted", 1],
      ["another", "amani@mail.test", "accepted", 1],
    ]);
    expect(await said("zuri@mail.test")).toEqual([]);
    expect((await written("amani@mail.test"))[0]?.text).toContain("I accept.");
    expect(await written("other@mail.test")).not.toEqual([]);
  } finally {
    fixture.deps.clientsOfAccount = clientsOfAccount;
  }
});

describe("answers", () => {
  test("go out in the thread, and what the customer answers comes back into it", async () => {
    people.write({ from: "faith@mail.test", name: "Faith", subject: "Re: RE: Fwd: TV", text: "How much?" });
    await settled();
    const { mail, contact_id } = await answer("faith@mail.test", "KES 45,000 ✓");
    const [first] = await said("faith@mail.test");
    expect(mail).toMatchObject({ subject: "Re: TV", from: `Savanna support <${ours}>`, to: ["faith@mail.test"] });
    expect(mail.headers["in-reply-to"]).toBe(`<${first?.provider_id}>`);
    expect(mail.headers).not.toHaveProperty("auto-submitted");
    expect(mail.messageId).toMatch(/^<[\w-]{32}\.[0-9a-f]{16}@savanna\.test>$/);
    await until(async () => expect((await said("faith@mail.test")).at(-1)?.status).toBe("sent"));
    people.write({ from: "faith@mail.test", subject: "x", text: "Thank you", answers: mail });
    await until(async () => expect((await said("faith@mail.test")).at(-1)?.text).toBe("Thank you"));
    expect((await said("faith@mail.test")).at(-1)).toMatchObject({ contact_id, author: "customer" });
  });

  test("someone else in the thread is marked and not shown as the customer, and gets no answer", async () => {
    const [mail] = people.got("faith@mail.test");
    people.write({ from: "mallory@evil.test", name: "Faith", subject: "x", text: "Send it to me", answers: mail });
    await settled();
    const last = (await said("faith@mail.test")).at(-1);
    expect(last?.text).toBe("From Faith <mallory@evil.test>, who is not this customer:\n\nSend it to me");
    expect(last?.meta.other_sender).toBe("Faith <mallory@evil.test>");
    expect(await said("mallory@evil.test")).toEqual([]);
    await answer("faith@mail.test", "Only to Faith");
    expect(people.got("mallory@evil.test")).toEqual([]);
    people.write({
      from: "guess@evil.test",
      subject: "x",
      text: "Guessed",
      headers: { "In-Reply-To": "<guess@savanna.test>" },
    });
    await settled();
    expect(await written("guess@evil.test")).toHaveLength(1);
  });

  test("that come back are failed with the reason; a delay and a report of others change nothing", async () => {
    people.write({ from: "grace@mail.test", subject: "Hi", text: "Hello" });
    await settled();
    const { mail } = await answer("grace@mail.test", "Hello Grace");
    const status = async () => (await said("grace@mail.test")).at(-1);
    await until(async () => expect((await status())?.status).toBe("sent"));
    people.bounce(mail, "delayed");
    await settled();
    expect((await status())?.status).toBe("sent");
    box.deliver(report("somebody@else.test", { action: "failed", status: "5.1.1" }));
    people.bounce(mail, "failed");
    await until(async () => expect((await status())?.status).toBe("failed"));
    expect((await status())?.reason).toMatch(/This address does not exist.*5\.1\.1/);
    expect(await said("mailer-daemon@mx.mail.test")).toEqual([]);
  });

  test("refused by the host fail with its reason; put off they wait", async () => {
    people.write({ from: "hawa@mail.test", subject: "Hi", text: "Hello" });
    await settled();
    const [{ contact_id = 0 } = {}] = await said("hawa@mail.test");
    await fixture.chat.ask("startContact", { params: { id: contact_id } });
    host.answer([550, "blocked for spam"]);
    await fixture.chat.say(contact_id, "One");
    await until(async () =>
      expect((await said("hawa@mail.test")).at(-1)).toMatchObject({
        status: "failed",
        reason: expect.stringContaining("blocked for spam"),
      }),
    );
    host.answer([450, "greylisted"]);
    await fixture.chat.say(contact_id, "Two");
    await until(() => expect(host.counts().refused).toBeGreaterThanOrEqual(2));
    expect((await said("hawa@mail.test")).at(-1)?.status).toBe("queued");
    host.answer(undefined);
  });

  test("by the gateway's own call go only to the conversation's customer", async () => {
    const [{ contact_id = 0 } = {}] = await said("faith@mail.test");
    const body = { reply_to_id: contact_id, message: "By the call", request_id: "e".repeat(32) };
    expect((await fixture.ask("emailOutbound", { body: { ...body, to: "mallory@evil.test" } }, "joy")).status).toBe(
      406,
    );
    const sent = await fixture.ask("emailOutbound", { body: { ...body, to: "faith@mail.test" } }, "joy");
    const again = await fixture.ask("emailOutbound", { body }, "joy");
    expect([sent.status, again.body.message_id]).toEqual([201, sent.body.message_id]);
    await until(() => expect(people.got("faith@mail.test")[0]?.text.trim()).toBe("By the call"));
  });
});

describe("who really wrote (security D8)", () => {
  const contacts = (user: string) =>
    fixture.rows<{ person_id: number; contact_id: number }>(
      sql`select person_id, contact_id from chat.contacts where user_id = ${user} order by contact_id`,
    );

  test("what the mailbox's host does not vouch for says so on each of its bubbles", async () => {
    people.write({ from: "lulu@mail.test", subject: "Mine", text: "Really me" });
    people.write({ from: "lulu@mail.test", subject: "Not mine", text: "Send it elsewhere", forged: true });
    await settled();
    expect((await written("lulu@mail.test")).map(({ text, meta }) => [text, meta.unproven ?? false])).toEqual([
      ["Really me", false],
      ["Send it elsewhere", true],
    ]);
  });

  test("it is never attached to a customer who is verified elsewhere, and is answered at its address", async () => {
    const user = "musa@mail.test";
    people.write({ from: user, name: "Musa", subject: "Hi", text: "Hello" });
    await settled();
    const [mine] = await contacts(user);
    await fixture.rows(sql`update chat.people set verified = true where id = ${mine?.person_id} returning id`);
    people.write({ from: user, name: "Musa", subject: "Hi", text: "Pay to this number", forged: true });
    await settled();
    expect((await written(user)).map(({ text }) => text)).toEqual(["Hello"]);
    const apart = `unproven:${user}`;
    expect(await written(apart)).toMatchObject([{ text: "Pay to this number", meta: { unproven: true } }]);
    expect((await contacts(apart))[0]?.person_id).not.toBe(mine?.person_id);
    people.write({ from: user, subject: "Hi", text: "It is me again" });
    await settled();
    expect((await written(user)).at(-1)?.text).toBe("It is me again");
    const [{ contact_id = 0 } = {}] = await contacts(apart);
    await fixture.chat.ask("startContact", { params: { id: contact_id } });
    await fixture.chat.say(contact_id, "Who are you?");
    await until(() => expect(people.got(user).some(({ text }) => text.includes("Who are you?"))).toBe(true));
    const mail = people.got(user).find(({ text }) => text.includes("Who are you?"));
    people.write({ from: user, subject: "Re: Hi", text: "No one you know", answers: mail, forged: true });
    await settled();
    expect((await written(apart)).map(({ text }) => text)).toEqual(["Pay to this number", "No one you know"]);
  });
});

let absences = 0;

describe("machines and forms", () => {
  test.each([
    ["RFC 3834", { "Auto-Submitted": "auto-replied" }],
    ["an absence note of Exchange", { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" }],
    ["an old mail host", { "X-Autoreply": "yes" }],
    ["vacation(1)", { Precedence: "bulk" }],
  ])("an automatic answer is kept in an open conversation and is no answer of the customer: %s", async (_, headers) => {
    const user = `away${++absences}@mail.test`;
    people.write({ from: user, subject: "Hi", text: "Hello" });
    await settled();
    const { mail, contact_id } = await answer(user, "Your order is on its way");
    const state = () =>
      fixture.rows(
        sql`select ended, unread, waiting_since, latest_message, latest_is_admin, last_customer_at, first_reply_at, again
          from chat.contacts where contact_id = ${contact_id}`,
      );
    const before = await state();
    people.write({ from: user, subject: "Out of office", text: "Back on Monday", answers: mail, headers });
    await settled();
    expect((await written(user)).at(-1)).toMatchObject({ text: "Back on Monday", contact_id });
    expect((await written(user)).at(-1)?.meta.automatic).toEqual(expect.any(String));
    expect(await state()).toEqual(before);
    people.write({ from: user, subject: "Re: Hi", text: "I am back", answers: mail });
    await settled();
    expect(await state()).toMatchObject([{ unread: 1, latest_is_admin: false }]);
  });

  test("an automatic answer after the end is kept with the conversation that ended, and nothing waits", async () => {
    const user = "nuru@mail.test";
    people.write({ from: user, subject: "Hi", text: "Hello" });
    await settled();
    const { mail, contact_id } = await answer(user, "We are done");
    await fixture.chat.ask("endContact", { params: { id: contact_id } });
    const headers = { "Auto-Submitted": "auto-replied" };
    people.write({ from: user, subject: "Out of office", text: "Back on Monday", answers: mail, headers });
    people.write({ from: user, subject: "Out of office", text: "Still away", headers });
    await settled();
    const all = await written(user);
    expect(all.map((one) => [one.text, one.contact_id])).toEqual([
      ["Hello", contact_id],
      ["Back on Monday", contact_id],
      ["Still away", contact_id],
    ]);
    const [contact] = await fixture.rows(
      sql`select ended, unread, waiting_since from chat.contacts where contact_id = ${contact_id}`,
    );
    expect(contact).toEqual({ ended: true, unread: 0, waiting_since: null });
    people.write({ from: user, subject: "Hi", text: "I am back" });
    await settled();
    expect((await written(user)).at(-1)?.contact_id).not.toBe(contact_id);
  });

  test("a form that mails as the shop is answered to the customer it names in Reply-To", async () => {
    const headers = { "Reply-To": "Otieno <otieno@mail.test>" };
    people.write({
      from: "info@savanna.test",
      name: "Savanna site",
      subject: "Contact form",
      text: "Call me",
      headers,
    });
    people.write({ from: ours, name: "Savanna site", subject: "Contact form", text: "Please", headers });
    await settled();
    expect((await written("otieno@mail.test")).map(({ text, meta }) => [text, meta.unproven])).toEqual([
      ["Call me", true],
      ["Please", true],
    ]);
    expect(await said("info@savanna.test")).toEqual([]);
    await answer("otieno@mail.test", "We will");
  });
});

describe("the line to the mailbox", () => {
  test("comes back when it was cut, and what came meanwhile is there, once", async () => {
    imap.cut();
    people.write({ from: "iris@mail.test", subject: "Cut", text: "While it was cut" });
    await settled();
    await imap.close();
    people.write({ from: "iris@mail.test", subject: "Down", text: "While it was down" });
    await until(async () => {
      const { health, mailbox: shown } = (await fixture.ask("channel", { params: { id: channel.id } })).body;
      expect(shown.failures).toBeGreaterThan(2);
      expect(health).toMatchObject({ state: "bad", words: expect.stringContaining("does not answer") });
    });
    await imap.again();
    await settled();
    expect((await written("iris@mail.test")).map(({ text }) => text)).toEqual([
      "While it was cut",
      "While it was down",
    ]);
    await until(async () =>
      expect((await fixture.ask("channel", { params: { id: channel.id } })).body.health.state).toBe("good"),
    );
  });

  test("a mailbox that is numbered anew doubles nothing and loses nothing", async () => {
    const count = async () =>
      (await fixture.rows<{ n: number }>(sql`select count(*)::int as n from chat.messages`))[0]?.n ?? 0;
    await settled();
    const before = await count();
    box.renumber();
    people.write({ from: "iris@mail.test", subject: "New", text: "After the numbers changed" });
    imap.cut();
    await settled();
    expect((await written("iris@mail.test")).at(-1)?.text).toBe("After the numbers changed");
    await until(async () => expect(await count()).toBe(before + 1));
  });

  test("is one, however many workers there are; another takes over when its worker goes", async () => {
    await settled();
    const second = watch();
    people.write({ from: "juma@mail.test", subject: "Two workers", text: "Once" });
    await settled();
    expect(imap.open()).toBe(1);
    expect(await written("juma@mail.test")).toHaveLength(1);
    await watchers.shift()?.stop();
    people.write({ from: "juma@mail.test", subject: "Two workers", text: "Taken over" });
    await settled();
    expect(await written("juma@mail.test")).toHaveLength(2);
    expect(watchers).toContain(second);
  });

  test("a worker that stopped does not keep the mailbox by a renewal that arrives late", async () => {
    const place = { account: savanna, channel: channel.id };
    const holder = async () => {
      const [row] = await fixture.rows<{ held_by: string }>(
        sql`select held_by from social.mailboxes where channel_id = ${channel.id}`,
      );
      return row?.held_by ?? "";
    };
    await until(async () => expect(await holder()).not.toBe(""));
    const gone = await holder();
    for (const watcher of watchers.splice(0)) await watcher.stop();
    expect(await renewLease(fixture.database.db, place, gone)).toBe(false);
    expect(await acquireLease(fixture.database.db, place, "next")).toBe(true);
    expect(await renewLease(fixture.database.db, place, "next")).toBe(true);
    await releaseLease(fixture.database.db, place, "next");
    watch();
    await until(() => expect(imap.open()).toBe(1));
  });

  test("ends with the channel: off, and disconnected", async () => {
    await fixture.ask("updateChannel", {
      params: { id: channel.id },
      body: { name: "Savanna support", active: false },
    });
    await until(() => expect(imap.open()).toBe(0));
    await fixture.ask("updateChannel", { params: { id: channel.id }, body: { name: "Savanna support", active: true } });
    await until(() => expect(imap.open()).toBe(1));
    const played = await fixture.ask("rehearse", { params: { id: channel.id }, body: { sample: "duplicate" } });
    expect(played.status).toBe(201);
    expect(await written("rehearsal@jibu.invalid")).toHaveLength(1);
    await fixture.ask("disconnectChannel", { params: { id: channel.id } });
    await until(() => expect(imap.open()).toBe(0));
    expect(await written("juma@mail.test")).toHaveLength(2);
  });
});
