import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ticketMailId } from "../../services/kit/ticket-mail";
import { dot, multipart } from "../connectors/mails";
import { surroundings } from "../setup/people";
import { savanna } from "./fixture";
import { type MailFixture, mailFixture, ours } from "./mail.fixture";

let fixture: MailFixture;
let mailbox: { id: number; inbox_id: number };
const { serviceSecret: secret } = surroundings({});
const named = (id: string) => ({ "In-Reply-To": `<${id}@savanna.test>` });
const token = (account: string, ticket: number, comment: number) =>
  named(ticketMailId(secret, account, { ticket, comment }));

const becomes = (new_mails: "chat" | "tickets") =>
  fixture.social.ask("setMailbox", { params: { id: mailbox.id }, body: { new_mails } }, "service");
const chats = (address: string) => fixture.social.rows(sql`select 1 from chat.contacts where user_id = ${address}`);

beforeAll(async () => {
  fixture = await mailFixture();
  mailbox = await fixture.connect();
  const body = { signature: "", acknowledgement: "Asante {{customer}}, it is #{{id}}.", reply_to: "" };
  await fixture.tickets.ask("saveMailSettings", { body }, "fatuma");
  await becomes("tickets");
  await fixture.watch();
}, 60_000);
afterAll(() => fixture.end());

/** A ticket of a customer with one answer that reached them. */
async function answered(address: string, more: object = {}) {
  const given = { subject: "The fridge", customer_name: "Neema", customer_email: address, from_customer: true };
  const { id } = await fixture.tickets.open({ ...given, ...more });
  await fixture.tickets.say(id, "Is it cold?", { kind: "public" });
  await fixture.until(async () => expect((await fixture.comments(id))[0]?.delivery?.state).toBe("sent"));
  const [mail] = fixture.people.got(address);
  if (!mail) throw new Error("no mail came");
  return { id, mail };
}

describe("new mails", () => {
  test("become tickets with sender, words, copies and files, are acknowledged once, and stay out of chat", async () => {
    const body = Buffer.from("%PDF-1.4").toString("base64");
    const headers = {
      "Content-Transfer-Encoding": "base64",
      "Content-Disposition": 'attachment; filename="risiti.pdf"',
    };
    const raw = multipart(
      {
        ...{
          From: "Baraka <baraka@mail.test>",
          To: `${ours}, wife@mail.test`,
          Cc: "Boss@mail.test, no-reply@mail.test",
        },
        ...{ "Message-ID": "<first@mail.test>", Subject: "My TV" },
      },
      [
        { type: "text/plain", body: "It is dark." },
        { type: "application/pdf", body, headers },
      ],
    );
    fixture.box.deliver(raw);
    fixture.box.deliver(raw);
    await fixture.until(async () => expect(await fixture.ticketsOf("baraka@mail.test")).toHaveLength(1));
    await fixture.settled();
    const [found, ...others] = await fixture.ticketsOf("baraka@mail.test");
    expect(others).toEqual([]);
    const ticket = await fixture.tickets.ticket(Number(found?.id));
    expect(ticket).toMatchObject({
      ...{ subject: "My TV", description: "It is dark.", channel_id: 2, source: "Email", status: "new" },
      ...{ customer: { name: "Baraka", email: "baraka@mail.test" }, cc: ["wife@mail.test", "boss@mail.test"] },
      files: [{ name: "risiti.pdf" }],
    });
    expect(fixture.people.got("baraka@mail.test")).toMatchObject([
      {
        ...{
          subject: `Re: My TV [#${ticket.id}]`,
          text: expect.stringContaining(`Asante Baraka, it is #${ticket.id}.`),
        },
        headers: { "auto-submitted": "auto-replied", "in-reply-to": "<first@mail.test>" },
      },
    ]);
    expect(await chats("baraka@mail.test")).toEqual([]);
  });

  test("a reply to the acknowledgement, or to their own mail, is a comment of theirs", async () => {
    const [ack] = fixture.people.got("baraka@mail.test");
    fixture.people.write({ from: "baraka@mail.test", subject: "x", text: "The number is 7.", answers: ack });
    const own = { "In-Reply-To": "<first@mail.test>" };
    fixture.people.write({ from: "baraka@mail.test", subject: "y", text: "And it smells.", headers: own });
    const [found] = await fixture.ticketsOf("baraka@mail.test");
    await fixture.until(async () =>
      expect((await fixture.comments(Number(found?.id))).map(({ body }) => body)).toEqual([
        "And it smells.",
        "The number is 7.",
      ]),
    );
    await fixture.settled();
    expect(await fixture.ticketsOf("baraka@mail.test")).toHaveLength(1);
    expect(fixture.people.got("baraka@mail.test")).toHaveLength(1);
  });

  test("five at once from one address are five tickets and one acknowledgement; machines get none", async () => {
    for (let n = 1; n <= 5; n++) fixture.people.write({ from: "many@mail.test", subject: `Mail ${n}`, text: "Hello" });
    const machine = { "Auto-Submitted": "auto-generated" };
    fixture.people.write({ from: "robot@mail.test", subject: "Report", text: "All well", headers: machine });
    const away = { "Auto-Submitted": "auto-replied" };
    fixture.people.write({ from: "away@mail.test", subject: "Out of office", text: "Away", headers: away });
    fixture.people.write({ from: ours, subject: "Loop", text: "From ourselves" });
    await fixture.settled();
    expect(await fixture.ticketsOf("many@mail.test")).toHaveLength(5);
    expect(fixture.people.got("many@mail.test")).toHaveLength(1);
    expect(await fixture.ticketsOf("robot@mail.test")).toHaveLength(1);
    expect(fixture.people.got("robot@mail.test")).toEqual([]);
    expect(await fixture.ticketsOf("away@mail.test")).toEqual([]);
    expect(await fixture.ticketsOf(ours)).toEqual([]);
  });

  test("an address that no form takes opens a ticket all the same", async () => {
    fixture.people.write({ from: "root@intranet", subject: "Grüße", text: "Hello" });
    await fixture.settled();
    expect(await fixture.ticketsOf("root@intranet")).toMatchObject([{ subject: "Grüße" }]);
  });

  test("without words for it nothing is acknowledged", async () => {
    const settings = (await fixture.tickets.ask("mailSettings", {}, "fatuma")).body as unknown as Record<
      string,
      string
    >;
    await fixture.tickets.ask("saveMailSettings", { body: { ...settings, acknowledgement: "" } }, "fatuma");
    fixture.people.write({ from: "quiet@mail.test", subject: "Quiet", text: "Hello" });
    await fixture.settled();
    expect(await fixture.ticketsOf("quiet@mail.test")).toHaveLength(1);
    expect(fixture.people.got("quiet@mail.test")).toEqual([]);
  });
});

describe("replies", () => {
  test("are the customer's words without the quotation, once, and open what was resolved", async () => {
    const { id, mail } = await answered("neema@mail.test");
    await fixture.tickets.update({ id, status: "resolved" });
    const written = fixture.people.write({ from: "neema@mail.test", subject: "?", text: "No, warm.", answers: mail });
    fixture.people.again(written);
    await fixture.until(async () => expect(await fixture.comments(id)).toHaveLength(2));
    await fixture.settled();
    const [reply, ...rest] = await fixture.comments(id);
    expect(rest).toHaveLength(1);
    expect(reply).toMatchObject({
      author: "Neema",
      author_kind: "customer",
      kind: "public",
      body: "No, warm.",
      sender: "",
    });
    const ticket = await fixture.tickets.ticket(id);
    expect(ticket).toMatchObject({ status: "open", reopened: 1 });
    const [row] = await fixture.social.rows<{ waiting: boolean }>(
      sql`select waiting_since is not null as waiting from ticketing.tickets where id = ${id}`,
    );
    expect(row?.waiting).toBe(true);
    await fixture.tickets.say(id, "We come.", { kind: "public" });
    await fixture.until(async () => expect(fixture.people.got("neema@mail.test")).toHaveLength(2));
    expect(fixture.people.got("neema@mail.test")[0]?.headers["in-reply-to"]).toBe(`<${written.id}>`);
  });

  test("of people on copy are theirs; a stranger's is shown with the address and puts nobody on copy", async () => {
    const { id, mail } = await answered("faith@mail.test");
    await fixture.tickets.ask("setCopies", { params: { id }, body: { add: ["son@mail.test"] } });
    fixture.people.write({ from: "son@mail.test", name: "Her son", subject: "x", text: "I am on copy", answers: mail });
    await fixture.settled();
    const more = { Cc: "victim@mail.test" };
    fixture.people.write({ from: "eve@mail.test", subject: "x", text: "I am Faith", answers: mail, headers: more });
    await fixture.settled();
    const [eve, son] = await fixture.comments(id);
    expect(son).toMatchObject({ author: "Her son", sender: "son@mail.test", body: "I am on copy" });
    expect(eve).toMatchObject({ author: "eve@mail.test", sender: "eve@mail.test", body: "I am Faith" });
    expect((await fixture.tickets.ticket(id)).cc).toEqual(["son@mail.test"]);
    await fixture.tickets.say(id, "To whom?", { kind: "public" });
    await fixture.until(async () => expect((await fixture.comments(id))[0]?.delivery?.state).toBe("sent"));
    expect(fixture.people.got("faith@mail.test")[0]?.to).toEqual(["faith@mail.test", "son@mail.test"]);
    expect(fixture.people.got("eve@mail.test")).toEqual([]);
  });

  test("of machines start no clock and open nothing", async () => {
    const { id, mail } = await answered("ooo@mail.test");
    await fixture.tickets.update({ id, status: "resolved" });
    const headers = { "Auto-Submitted": "auto-replied" };
    fixture.people.write({ from: "ooo@mail.test", subject: "Away", text: "I am away", answers: mail, headers });
    await fixture.until(async () => expect(await fixture.comments(id)).toHaveLength(2));
    expect((await fixture.tickets.ticket(id)).status).toBe("resolved");
  });

  test("another account's token, or one that is made up, names no ticket of ours", async () => {
    const { id } = await answered("mine@mail.test");
    const before = await fixture.comments(id);
    fixture.people.write({ from: "spy@mail.test", subject: "1", text: "A", headers: token("200002", id, 1) });
    const forged = named(`ticket-${id}-1.${"0".repeat(32)}`);
    fixture.people.write({ from: "spy@mail.test", subject: "2", text: "B", headers: forged });
    await fixture.settled();
    expect(await fixture.comments(id)).toEqual(before);
    expect(await fixture.ticketsOf("spy@mail.test")).toHaveLength(2);
    fixture.people.write({ from: "spy@mail.test", subject: "3", text: "C", headers: token(savanna, id, 1) });
    await fixture.until(async () => expect((await fixture.comments(id))[0]).toMatchObject({ sender: "spy@mail.test" }));
  });

  test("of a merged ticket land on its target; of a deleted one they open another", async () => {
    const { id, mail } = await answered("merged@mail.test");
    const target = await fixture.tickets.open({ subject: "Target", customer_email: "merged@mail.test" });
    await fixture.tickets.ask("mergeTicket", { body: { ticket_id: target.id, merge_ids: [id] } });
    fixture.people.write({ from: "merged@mail.test", subject: "x", text: "Where am I?", answers: mail });
    await fixture.until(async () => expect((await fixture.comments(target.id))[0]?.body).toBe("Where am I?"));
    const gone = await answered("gone@mail.test");
    await fixture.tickets.ask("destroyTicket", { params: { id: gone.id } });
    fixture.people.write({ from: "gone@mail.test", subject: "Hello?", text: "Anybody?", answers: gone.mail });
    await fixture.until(async () => expect(await fixture.ticketsOf("gone@mail.test")).toHaveLength(2));
  });

  test("files that can't be kept are named in the comment", async () => {
    const { id, mail } = await answered("files@mail.test");
    const coded = { "Content-Transfer-Encoding": "base64" };
    const named = (name: string) => ({ ...coded, "Content-Disposition": `attachment; filename="${name}"` });
    fixture.box.deliver(
      multipart({ From: "files@mail.test", "Message-ID": "<f@mail.test>", "In-Reply-To": mail.messageId }, [
        { type: "text/plain", body: "See" },
        { type: "image/png", body: dot, headers: named("dot.png") },
        { type: "application/zip", body: Buffer.alloc(11_000_000).toString("base64"), headers: named("big.zip") },
      ]),
    );
    await fixture.settled();
    const [reply] = await fixture.comments(id);
    expect(reply?.files).toMatchObject([{ name: "dot.png" }]);
    expect(reply?.body).toBe("See\n\nbig.zip is larger than 10 MB, so it was not kept.");
  });
});

test("a mail that comes back is shown on its comment, and sent again", async () => {
  const { id, mail } = await answered("bounce@mail.test");
  fixture.people.bounce(mail, "delayed");
  await fixture.until(async () =>
    expect((await fixture.comments(id))[0]?.delivery).toMatchObject({
      state: "sent",
      reason: expect.stringMatching("late"),
    }),
  );
  fixture.people.bounce(mail, "failed");
  await fixture.until(async () =>
    expect((await fixture.comments(id))[0]?.delivery).toMatchObject({
      state: "failed",
      reason: expect.stringMatching("does not exist"),
    }),
  );
  expect(await fixture.comments(id)).toHaveLength(1);
});

test("with new mails as conversations a reply to a ticket still finds it, and all else is chat", async () => {
  const { id, mail } = await answered("both@mail.test");
  await becomes("chat");
  fixture.people.write({ from: "both@mail.test", subject: "x", text: "On the ticket", answers: mail });
  fixture.people.write({ from: "both@mail.test", subject: "New", text: "In chat" });
  await fixture.until(async () => expect((await fixture.comments(id))[0]?.body).toBe("On the ticket"));
  await fixture.until(async () => expect(await chats("both@mail.test")).toHaveLength(1));
  expect(await fixture.ticketsOf("both@mail.test")).toHaveLength(1);
  await becomes("tickets");
  // What chat has begun chat goes on with.
  let key = "";
  await fixture.until(async () => {
    const [message] = await fixture.social.rows<{ key: string }>(
      sql`select key from social.mails where external_id = 'both@mail.test' and contact_id is not null`,
    );
    key = message?.key ?? "";
    expect(key).not.toBe("");
  });
  const answers = { "In-Reply-To": `<${key}>` };
  fixture.people.write({ from: "both@mail.test", subject: "Re: New", text: "Still in chat", headers: answers });
  await fixture.settled();
  expect(await fixture.ticketsOf("both@mail.test")).toHaveLength(1);
});

test("erasing a person takes their mails, their address and the copies with it", async () => {
  const { id, mail } = await answered("erase@mail.test");
  const headers = { Cc: "kin@mail.test" };
  fixture.people.write({ from: "erase@mail.test", subject: "x", text: "My card ends in 4711", answers: mail, headers });
  await fixture.until(async () => expect(await fixture.comments(id)).toHaveLength(2));
  await fixture.settled();
  await fixture.tickets.update({ id, status: "closed" });
  const body = { email: "erase@mail.test", msisdn: null };
  expect((await fixture.tickets.asService().erasePerson({ body })).status).toBe(200);
  const kept = await fixture.social.rows<{ row: string }>(sql`
    select to_jsonb(m)::text as row from social.mails m union all select encode(body, 'escape') from social.webhooks
    union all select to_jsonb(c)::text from ticketing.comments c union all select to_jsonb(d)::text from ticketing.deliveries d
    union all select to_jsonb(t)::text from ticketing.tickets t union all select to_jsonb(h)::text from ticketing.history h`);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter(({ row }) => /erase@mail|kin@mail|ends in 4711/.test(row))).toEqual([]);
});

test("erasing who was only on copy takes their mails with it, and leaves the customer's", async () => {
  const { id, mail } = await answered("owner-of-it@mail.test");
  await fixture.tickets.ask("setCopies", { params: { id }, body: { add: ["niece@mail.test"], remove: [] } });
  fixture.people.write({ from: "niece@mail.test", subject: "x", text: "Mimi ni mpwa", answers: mail });
  await fixture.until(async () => expect(await fixture.comments(id)).toHaveLength(2));
  await fixture.settled();
  const body = { email: "niece@mail.test", msisdn: null };
  expect((await fixture.tickets.asService().erasePerson({ body })).status).toBe(200);
  const kept = await fixture.social.rows<{ row: string }>(sql`
    select to_jsonb(m)::text as row from social.mails m union all select encode(body, 'escape') from social.webhooks
    union all select to_jsonb(c)::text from ticketing.comments c union all select to_jsonb(t)::text from ticketing.tickets t`);
  expect(kept.filter(({ row }) => /niece@mail|mpwa/.test(row))).toEqual([]);
  expect(kept.some(({ row }) => row.includes("owner-of-it@mail.test"))).toBe(true);
});

test("a ticket from an address that nobody vouches for says so, until its owner answers a mail of ours", async () => {
  const from = "victim@mail.test";
  const said = { from, subject: "Send me my data", text: "I am she." };
  fixture.people.write({ ...said, forged: true });
  await fixture.until(async () => expect(await fixture.ticketsOf(from)).toHaveLength(1));
  const id = Number((await fixture.ticketsOf(from))[0]?.id);
  expect(await fixture.tickets.ticket(id)).toMatchObject({ sender_unproven: true });
  await fixture.tickets.say(id, "Is it you?", { kind: "public" });
  await fixture.until(async () => expect((await fixture.comments(id))[0]?.delivery?.state).toBe("sent"));
  const mail = fixture.people.got(from).find(({ text }) => text.includes("Is it you?"));
  if (!mail) throw new Error("no mail came");
  fixture.people.write({ from, subject: "Re", text: "It is.", answers: mail });
  await fixture.until(async () => expect(await fixture.tickets.ticket(id)).toMatchObject({ sender_unproven: false }));

  fixture.people.write({ from: "honest@mail.test", subject: "Mine", text: "Really." });
  await fixture.until(async () => expect(await fixture.ticketsOf("honest@mail.test")).toHaveLength(1));
  const [honest] = await fixture.ticketsOf("honest@mail.test");
  expect(await fixture.tickets.ticket(Number(honest?.id))).toMatchObject({ sender_unproven: false });
});
