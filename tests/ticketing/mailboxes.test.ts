import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailStage, mailStage, ours } from "./mail.stage";

let stage: MailStage;
beforeAll(async () => {
  stage = await mailStage();
}, 60_000);
afterAll(() => stage.end());

type Who = Parameters<MailStage["social"]["ask"]>[2];
const form = (password = stage.box.password) => ({
  ...{ address: ours, name: "Savanna tickets" },
  imap: { host: "127.0.0.1", port: stage.imap.port, security: "none", user: "", password },
  smtp: { host: "127.0.0.1", port: stage.host.port, security: "none", user: "jibu", password: "sandbox" },
});
const connect = (who: Who, password?: string) => stage.social.ask("connectMailbox", { body: form(password) }, who);
const becomes = (new_mails: "chat" | "tickets", id: number, who: Who) =>
  stage.social.ask("setMailbox", { params: { id }, body: { new_mails } }, who);

test("an account without chat connects a mailbox: mails become tickets, answers leave by it, what comes back is shown", async () => {
  expect((await connect("reader")).status).toBe(403);
  expect(await connect("tuma", "wrong")).toMatchObject({ status: 406 });
  const connected = await connect("tuma");
  expect(connected).toMatchObject({
    status: 201,
    body: { data: { address: ours, new_mails: "tickets", active: true, imap: { port: stage.imap.port } } },
  });
  expect(JSON.stringify(connected.body)).not.toContain(stage.box.password);
  const { id } = connected.body.data;
  await stage.watch();

  stage.people.write({ from: "imani@mail.test", subject: "A dark TV", text: "It does not start." });
  await stage.until(async () => expect(await stage.ticketsOf("imani@mail.test")).toHaveLength(1));
  const ticket = Number((await stage.ticketsOf("imani@mail.test"))[0]?.id);
  await stage.tickets.say(ticket, "Is it plugged in?", { kind: "public" });
  await stage.until(async () => expect((await stage.comments(ticket))[0]?.delivery?.state).toBe("sent"));
  const mail = stage.people.got("imani@mail.test").find(({ text }) => text.includes("plugged in"));
  if (!mail) throw new Error("no mail came");
  stage.people.bounce(mail, "failed");
  await stage.until(async () =>
    expect((await stage.comments(ticket))[0]?.delivery).toMatchObject({
      state: "failed",
      reason: expect.stringMatching("does not exist"),
    }),
  );
  expect(stage.systemMails).toEqual([]);
  expect(await stage.social.rows(sql`select 1 from chat.contacts where user_id = 'imani@mail.test'`)).toEqual([]);

  // Nobody there could see conversations.
  expect((await becomes("chat", id, "tuma")).status).toBe(422);
  expect((await stage.social.ask("testMailbox", { params: { id } }, "tuma")).status).toBe(201);
  // New settings may leave the passwords as they are.
  expect((await connect("tuma", "")).body.data).toMatchObject({ id, new_mails: "tickets" });
  expect((await stage.social.ask("disconnectMailbox", { params: { id } }, "tuma")).status).toBe(201);
  expect((await stage.social.ask("mailboxes", {}, "tuma")).body.data).toEqual([]);
  expect((await stage.social.ask("testMailbox", { params: { id } }, "tuma")).status).toBe(404);
  expect(await stage.ticketsOf("imani@mail.test")).toHaveLength(1);
});

test("a mailbox of the chat is changed there, as long as the account has chat", async () => {
  const { id } = await stage.connect();
  const words = expect.stringContaining("Chat, Channels, Email");
  expect(await connect("both")).toMatchObject({ status: 406, body: { message: words } });
  const params = { id };
  expect(await stage.social.ask("disconnectMailbox", { params }, "both")).toMatchObject({
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
  const [{ id }] = (await stage.social.ask("mailboxes", {}, "tuma")).body.data;
  for (const call of ["testMailbox", "disconnectMailbox"] as const)
    expect((await stage.social.ask(call, { params: { id } }, "service", "200002")).status).toBe(404);
});
