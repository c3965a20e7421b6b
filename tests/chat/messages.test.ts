import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Carrying } from "../../services/chat/deps";
import { chatTasks } from "../../services/chat/service";
import { type ChatFixture, chatFixture } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
  await fixture.routing({ automatic: false, max_conversation: 100 });
  await fixture.status("joy", "online");
  await fixture.status("kevin", "online");
});
afterAll(() => fixture.end());

let n = 0;
async function started(channel = "webchat", more: object = {}): Promise<number> {
  const { contact_id } = await fixture.wrote(`customer-${++n}`, "Hello", { channel, ...more });
  await fixture.act("startContact", contact_id);
  return contact_id;
}
const request = "r".repeat(31);

describe("a reply", () => {
  test("M18: the same request id twice, in a row and at once, is one message", async () => {
    const id = await started();
    const body = { request_id: `${request}1`, message: "Good morning", file_ids: [crypto.randomUUID()] };
    const ask = () => fixture.ask("sendMessage", { params: { id }, body });
    const first = await ask();
    expect(first.status).toBe(201);
    const again = await Promise.all([ask(), ask(), ask()]);
    for (const { body } of again) expect(body).toEqual(first.body);
    expect(first.body.messages.map(({ type }: { type: string }) => type)).toEqual(["text", "file"]);
    expect(await fixture.messages(id)).toHaveLength(3);
    const other = await started();
    expect((await fixture.ask("sendMessage", { params: { id: other }, body })).status).toBe(409);
  });

  test("only the one who answers writes to the customer; a colleague is told who, and may leave a note", async () => {
    const id = await started();
    const refused = await fixture.say(id, "Me too", "kevin");
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining("Joy") } });
    expect((await fixture.say(id, "She called before", "kevin", { type: "note" })).status).toBe(201);
    const inbox_id = await fixture.inbox();
    const { body } = await fixture.ask("thread", { query: { inbox_id, external_id: `customer-${n}` } }, "service");
    expect(body.data.map(({ message }: { message: string }) => message)).toEqual(["Hello"]);
  });

  test("M16: WhatsApp closes at exactly 24 hours after the customer's last message; notes always work", async () => {
    const id = await started("whatsapp");
    fixture.later(24 * 3600 - 1);
    expect((await fixture.say(id, "Just in time")).status).toBe(201);
    fixture.later(1);
    expect(await fixture.say(id, "Too late")).toMatchObject({
      status: 406,
      body: { message: expect.stringMatching(/template/) },
    });
    expect((await fixture.say(id, "For us", "joy", { type: "note" })).status).toBe(201);
    expect((await fixture.ask("contact", { params: { id } })).body.window).toMatchObject({ open: false });
  });

  test("M19: what the channel does not take is refused before it is sent", async () => {
    const id = await started("playstore");
    expect((await fixture.say(id, "x".repeat(350))).status).toBe(201);
    expect((await fixture.say(id, "x".repeat(351))).status).toBe(406);
    expect((await fixture.say(id, "", "joy", { file_ids: [crypto.randomUUID()] })).status).toBe(406);
  });

  test("a message is deleted by whoever wrote it, and says nothing any more", async () => {
    const id = await started();
    const { body } = await fixture.say(id, "Wrong window");
    const params = { id: body.messages[0].id };
    expect((await fixture.ask("deleteMessage", { params }, "kevin")).status).toBe(406);
    const deleted = await fixture.ask("deleteMessage", { params });
    expect(deleted).toMatchObject({ status: 201, body: { message: "Message deleted successfully" } });
    expect((await fixture.messages(id)).at(-1)).toMatchObject({ deleted: true, message: "", data: { text: "" } });
    expect((await fixture.contact(id)).latest_message).toBe("Message deleted");
    const rows = await fixture.inside((trx) =>
      trx.selectFrom("events.activities").select("action").where("action", "=", "Message deleted").execute(),
    );
    expect(rows.length).toBeGreaterThan(0);
  });

  test("every change is told with what a list shows, in the order it happened, notes as not public", async () => {
    const cursor = (await fixture.events()).at(-1)?.seq ?? 0;
    const id = await started();
    await fixture.say(id, "Hi");
    await fixture.say(id, "Careful", "joy", { type: "note" });
    const told = (await fixture.events(cursor)).map(({ kind, body }) => [kind, body.change ?? "", body.public ?? ""]);
    expect(told).toEqual([
      ["chat.contact", "made", ""],
      ["chat.message", "made", true],
      ["chat.contact", "started", ""],
      ["chat.participant", "", ""],
      ["chat.message", "made", true],
      ["chat.message", "made", false],
    ]);
  });
});

describe("on its way", () => {
  const carried: number[] = [];
  let outcome: () => Promise<Carrying>;
  beforeEach(() => {
    carried.length = 0;
    outcome = async () => ({ status: "sent", provider_id: `net-${crypto.randomUUID()}` });
  });
  const deliver = (contact: number) =>
    chatTasks(fixture.database, {
      secret: fixture.secret,
      carrier: {
        deliver: async (_, message) => {
          carried.push(message);
          return outcome();
        },
        unsend: async () => undefined,
        fetchFile: async () => undefined,
      },
    })["chat.deliver"]?.({ account: "100001", contact });

  test("messages go to the network in order and each once, however many jobs there are", async () => {
    const id = await started("telegram");
    for (const text of ["one", "two", "three"]) await fixture.say(id, text);
    expect((await fixture.messages(id)).slice(1).every(({ status }) => status === "queued")).toBe(true);
    await Promise.all([deliver(id), deliver(id), deliver(id)]);
    const sent = (await fixture.messages(id)).slice(1);
    expect(carried).toEqual(sent.map(({ id }) => id));
    expect(sent.map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
  });

  test("M18: what may have arrived is not sent again by itself, only when someone says so", async () => {
    const id = await started("telegram");
    await fixture.say(id, "hello?");
    outcome = async () => Promise.reject(new Error("timed out"));
    await deliver(id);
    await deliver(id);
    expect(carried).toHaveLength(1);
    const stuck = (await fixture.messages(id)).at(-1);
    expect(stuck).toMatchObject({ status: "queued", reason: expect.stringMatching(/don't know/) });
    outcome = async () => ({ status: "sent", provider_id: "net-again" });
    expect((await fixture.ask("resendMessage", { params: { id: stuck?.id } })).status).toBe(201);
    await deliver(id);
    expect((await fixture.messages(id)).at(-1)).toMatchObject({ status: "sent", reason: "" });
  });

  test("M8: a status never goes back; failed ends it until someone sends it again", async () => {
    const id = await started("telegram");
    const { message_id } = (await fixture.say(id, "ticks")).body.messages[0];
    const { inbox_id } = await fixture.contact(id);
    const news = (status: string, more: object = {}) =>
      fixture.ask("status", { body: { inbox_id, items: [{ message_id, status, ...more }] } }, "service");
    const now = async () => (await fixture.messages(id)).at(-1)?.status;
    await news("delivered", { provider_id: "net-ticks" });
    await news("sent");
    expect(await now()).toBe("delivered");
    await news("read");
    await news("failed", { reason: "late" });
    expect(await now()).toBe("read");
    const unknown = await fixture.ask(
      "status",
      {
        body: {
          inbox_id,
          items: [
            { provider_id: "net-nobody", status: "sent" },
            { provider_id: "net-ticks", status: "read" },
          ],
        },
      },
      "service",
    );
    expect(unknown.body).toEqual({ changed: 0, unknown: ["net-nobody"] });
    const failed = (await fixture.say(id, "fails")).body.messages[0];
    const fail = { message_id: failed.message_id, status: "failed", reason: "The number is not on Telegram" };
    await fixture.ask(
      "status",
      { body: { inbox_id, items: [fail, { ...fail, status: "read", reason: "" }] } },
      "service",
    );
    expect((await fixture.messages(id)).at(-1)).toMatchObject({ status: "failed", reason: fail.reason });
    expect((await fixture.ask("resendMessage", { params: { id: failed.id } })).body.message.status).toBe("queued");
  });

  test("the list says of its last answer that it failed, until it is sent again or another one follows", async () => {
    const id = await started("telegram");
    const { inbox_id } = await fixture.contact(id);
    const fails = async (text: string) => {
      const said = (await fixture.say(id, text)).body.messages[0];
      const items = [{ message_id: said.message_id, status: "failed", reason: "The bot was blocked" }];
      await fixture.ask("status", { body: { inbox_id, items } }, "service");
      return said;
    };
    const failed = async () => (await fixture.contact(id)).latest_failed;
    const first = await fails("one");
    expect(await failed()).toBe(true);
    await fixture.ask("resendMessage", { params: { id: first.id } });
    expect(await failed()).toBe(false);
    await fails("two");
    await fixture.say(id, "three");
    expect(await failed()).toBe(false);
    const last = await fails("four");
    await fixture.ask("deleteMessage", { params: { id: last.id } });
    expect(await failed()).toBe(false);
    // News of an older answer says nothing of the last one.
    const old = (await fixture.say(id, "five")).body.messages[0];
    await fixture.say(id, "six");
    const items = [{ message_id: old.message_id, status: "failed", reason: "late" }];
    await fixture.ask("status", { body: { inbox_id, items } }, "service");
    expect(await failed()).toBe(false);
  });

  test("M8: a watermark marks all of ours at or before it", async () => {
    const id = await started("facebook");
    await fixture.say(id, "one");
    fixture.later(10);
    const before = fixture.clock.now.getTime();
    await fixture.say(id, "two");
    fixture.later(10);
    await fixture.say(id, "three");
    await deliver(id);
    const { inbox_id, user_id } = await fixture.contact(id);
    await fixture.ask(
      "status",
      { body: { inbox_id, items: [{ before, external_id: user_id, status: "read" }] } },
      "service",
    );
    expect((await fixture.messages(id)).slice(1).map(({ status }) => status)).toEqual(["read", "read", "sent"]);
  });
});

describe("afterwards", () => {
  test("M29, R087: an ended chat waits for a disposition; ignoring stamps it, setting one takes it from the list", async () => {
    const [one, two] = [await started(), await started()];
    const list = async () =>
      (await fixture.ask("contacts", { query: { view: "undisposed" } })).body.data.map(
        (row: { contact_id: number }) => row.contact_id,
      );
    const { body } = await fixture.ask("dispositionTypes", { query: {} });
    const [type] = body.data;
    const chosen = { contact_id: one, type_id: type.id, item_id: type.items[0].id, note: "All well" };
    expect((await fixture.ask("setDisposition", { body: chosen })).status).toBe(406);
    await fixture.act("endContact", one);
    await fixture.act("endContact", two);
    expect(await list()).toEqual(expect.arrayContaining([one, two]));
    expect((await fixture.ask("setDisposition", { body: chosen })).body.contact.disposition).toBe(
      "Resolved: Question answered",
    );
    expect((await fixture.act("ignoreContact", two)).body.contact.disposition_ignored).toEqual(expect.any(Number));
    expect(await list()).not.toEqual(expect.arrayContaining([one]));
    expect(await list()).not.toEqual(expect.arrayContaining([two]));
    const wrong = await fixture.ask("setDisposition", { body: { contact_id: one, type_id: type.id } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { item_id: [expect.any(String)] } } });
  });

  test("M45: a customer rates an ended conversation once", async () => {
    const id = await started();
    const inbox_id = await fixture.inbox();
    const body = {
      inbox_id,
      external_id: `customer-${n}`,
      contact_id: id,
      request_id: `${request}9`,
      stars: 5,
      note: "Asante",
    };
    expect((await fixture.ask("rate", { body }, "service")).status).toBe(406);
    await fixture.act("endContact", id);
    expect((await fixture.ask("rate", { body: { ...body, external_id: "customer-1" } }, "service")).status).toBe(404);
    await fixture.ask("rate", { body }, "service");
    await fixture.ask("rate", { body: { ...body, stars: 1 } }, "service");
    expect((await fixture.ask("contact", { params: { id } })).body.rating).toEqual({ stars: 5, note: "Asante" });
  });

  test("search finds a conversation by name, number and what was written; a view goes on where it ended", async () => {
    const contact = await fixture.wrote("findme", "My parcel from Kisumu never came", {
      sender: { name: "Chebet Rono", msisdn: "+254799111222" },
    });
    const found = async (q: string) =>
      (await fixture.ask("contacts", { query: { q } })).body.data.map((row: { contact_id: number }) => row.contact_id);
    for (const q of ["chebet", "0799111222", "parcel from kisumu", `#${contact.contact_id}`])
      expect(await found(q), q).toContain(contact.contact_id);
    expect(await found("100%_nothing")).toEqual([]);
    const seen: number[] = [];
    let after: string | null | undefined;
    do {
      const { body } = await fixture.ask("contacts", {
        query: { view: "all", per_page: 4, ...(after ? { after } : {}) },
      });
      seen.push(...body.data.map((row: { contact_id: number }) => row.contact_id));
      after = body.next;
    } while (after);
    const total = await fixture.inside((trx) =>
      sql<{ n: number }>`select count(*)::int as n from chat.contacts`.execute(trx).then(({ rows }) => rows[0]?.n),
    );
    expect(seen).toHaveLength(total ?? -1);
    expect(new Set(seen).size).toBe(total);
  });
});
