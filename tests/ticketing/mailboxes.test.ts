import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailFixture, mailFixture, ours } from "./mail.fixture";

let fixture: MailFixture;
beforeAll(async () => {
  fixture = await mailFixture();
}, 60_000);
afterAll(() => fixture.end());

type Who = Parameters<MailFixture["social"]["ask"]>[2];
const form = (password = fixture.box.password) => ({
  ...{ address: ours, name: "Savanna tickets" },
  imap: { host: "127.0.0.1", port: fixture.imap.port, security: "none", user: "", password },
  smtp: { host: "127.0.0.1", port: fixture.host.port, security: "none", user: "jibu", password: "sandbox" },
});
const connect = (who: Who, password?: string) => fixture.social.ask("connectMailbox", { body: form(password) }, who);
const becomes = (new_mails: "chat" | "tickets", id: number, who: Who) =>
  fixture.social.ask("setMailbox", { params: { id }, body: { new_mails } }, who);

test("an account without chat connects a mailbox: mails become tickets, answers leave by it, what comes back is shown", async () => {
  expect((await connect("reader")).status).toBe(403);
  expect(await connect("tuma", "wrong")).toMatchObject({ status: 406 });
  const connected = await connect("tuma");
  expect(connected).toMatchObject({
    status: 201,
    body: { data: { address: ours, new_mails: "tickets", active: true, imap: { port: fixture.imap.port } } },
  });
  expect(JSON.stringify(connected.body)).not.toContain(fixture.box.password);
  const { id } = connected.body.data;
  await fixture.watch();

  fixture.people.write({ from: "imani@mail.test", subject: "A dark TV", text: "It does not start." });
  await fixture.until(async () => expect(await fixture.ticketsOf("imani@mail.test")).toHaveLength(1));
  const ticket = Number((await fixture.ticketsOf("imani@mail.test"))[0]?.id);
  await fixture.tickets.say(ticket, "Is it plugged in?", { kind: "public" });
  await fixture.until(async () => expect((await fixture.comments(ticket))[0]?.delivery?.state).toBe("sent"));
  const mail = fixture.people.got("imani@mail.test").find(({ text }) => text.includes("plugged in"));
  if (!mail) throw new Error("no mail came");
  fixture.people.bounce(mail, "failed");
  await fixture.until(async () =>
    expect((await fixture.comments(ticket))[0]?.delivery).toMatchObject({
      state: "failed",
      reason: expect.stringMatching("does not exist"),
    }),
  );
  expect(fixture.systemMails).toEqual([]);
  expect(await fixture.social.rows(sql`select 1 from chat.contacts where user_id = 'imani@mail.test'`)).toEqual([]);

  // Nobody there could see conversations.
  expect((await becomes("chat", id, "tuma")).status).toBe(422);
  expect((await fixture.social.ask("testMailbox", { params: { id } }, "tuma")).status).toBe(201);
  // New settings may leave the passwords as they are.
  expect((await connect("tuma", "")).body.data).toMatchObject({ id, new_mails: "tickets" });
  expect((await fixture.social.ask("disconnectMailbox", { params: { id } }, "tuma")).status).toBe(201);
  expect((await fixture.social.ask("mailboxes", {}, "tuma")).body.data).toEqual([]);
  expect((await fixture.social.ask("testMailbox", { params: { id } }, "tuma")).status).toBe(404);
  expect(await fixture.ticketsOf("imani@mail.test")).toHaveLength(1);
});

test("a mailbox of the chat is changed there, as long as the account has chat", async () => {
  const { id } = await fixture.connect();
  const words = expect.stringContaining("Chat, Channels, Email");
  expect(await connect("both")).toMatchObject({ status: 406, body: { message: words } });
  const params = { id };
  expect(await fixture.social.ask("disconnectMailbox", { params }, "both")).toMatchObject({
    status: 409,
    body: { message: words },
  });
  expect((await becomes("tickets", id, "both")).status).toBe(201);
  expect((await connect("both")).body.data).toMatchObject({ id, new_mails: "tickets" });
  expect((await becomes("chat", id, "both")).status).toBe(201);
  // Chat is gone: its mailbox is taken over.
  expect((await connect("tuma")).body.data).toMatchObject({ id, new_mails: "tickets" });
});

test("another account's mailbox is not there", async () => {
  const [{ id }] = (await fixture.social.ask("mailboxes", {}, "tuma")).body.data;
  for (const call of ["testMailbox", "disconnectMailbox"] as const)
    expect((await fixture.social.ask(call, { params: { id } }, "service", "200002")).status).toBe(404);
});
