import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ChatFixture, chatFixture } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
});
afterAll(() => fixture.end());

const counted = async (account = "100001") => {
  const found = await fixture.inside(async (trx) => {
    const { rows } = await sql<{ people: number; contacts: number; messages: number }>`
      select (select count(*)::int from chat.people) as people, (select count(*)::int from chat.contacts) as contacts,
        (select count(*)::int from chat.messages) as messages`.execute(trx);
    return rows[0];
  }, account);
  return found ?? { people: 0, contacts: 0, messages: 0 };
};
const more = (before: object, after: object) =>
  Object.fromEntries(
    Object.entries(after).map(([name, n]) => [name, (n as number) - ((before as Record<string, number>)[name] ?? 0)]),
  );

describe("what comes in", () => {
  test("M3: the same message three times in a row and ten times in parallel is one message in one conversation", async () => {
    const before = await counted();
    const cursor = (await fixture.events()).length;
    for (let n = 0; n < 3; n++) await fixture.write("row", "Hello", { provider_id: "row-1" });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fixture.write("parallel", "Hello", { provider_id: "parallel-1" })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(answers.filter(({ body }) => body.fresh)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.contact.contact_id)).size).toBe(1);
    expect(more(before, await counted())).toEqual({ people: 2, contacts: 2, messages: 2 });
    const told = (await fixture.events(cursor)).filter(({ kind }) => kind === "chat.message");
    expect(told).toHaveLength(2);
  });

  test("M4: five album items in parallel from a new contact are one contact, one conversation, five messages", async () => {
    const before = await counted();
    await Promise.all(
      Array.from({ length: 5 }, (_, n) => fixture.write("album", `Picture ${n}`, { channel: "whatsapp" })),
    );
    expect(more(before, await counted())).toEqual({ people: 1, contacts: 1, messages: 5 });
  });

  test("M7: the time shown is the network's in seconds; a message that comes late slots into place and is unread", async () => {
    const now = fixture.clock.now.getTime();
    const { contact_id } = await fixture.wrote("late", "first", { at: now - 60_999 });
    await fixture.write("late", "third", { at: now - 1_000 });
    await fixture.act("readContact", contact_id, "joy", {});
    const { body } = await fixture.write("late", "second", { at: now - 30_000 });
    expect(body.contact).toMatchObject({ unread: 1, latest_message: "third" });
    const all = await fixture.messages(contact_id);
    expect(all.map(({ message }) => message)).toEqual(["first", "second", "third"]);
    expect(all[0]?.date).toBe(Math.floor((now - 60_999) / 1000));
    // Whoever asks for what came after what they have gets the late one too.
    const after = await fixture.ask("messages", { params: { id: contact_id }, query: { after: all[2]?.id } });
    expect(after.body.data.map(({ message }: { message: string }) => message)).toEqual(["second"]);
  });

  test("a clock that is ahead of ours opens no window for longer", async () => {
    const at = fixture.clock.now.getTime() + 3_600_000;
    const contact = await fixture.wrote("ahead", "From the future", { channel: "whatsapp", at });
    expect(contact.last_customer_at).toBe(Math.floor(fixture.clock.now.getTime() / 1000));
  });

  test("M9: our own echo adds nothing; one written elsewhere is ours, starts nothing and opens no window", async () => {
    const { contact_id } = await fixture.wrote("echo", "Hello", { channel: "facebook" });
    await fixture.status("joy", "online");
    await fixture.act("startContact", contact_id);
    const { body } = await fixture.say(contact_id, "We look at it");
    const before = await counted();
    const own = {
      echo: true,
      channel: "facebook",
      provider_id: "net-1",
      meta: { message_id: body.messages[0].message_id },
    };
    expect((await fixture.write("echo", "We look at it", own)).body.fresh).toBe(false);
    expect(more(before, await counted())).toEqual({ people: 0, contacts: 0, messages: 0 });
    const window = (await fixture.contact(contact_id)).last_customer_at;
    fixture.later(60);
    const other = await fixture.write("echo", "From the phone", { echo: true, channel: "facebook" });
    expect(other.body).toMatchObject({
      fresh: true,
      contact: { contact_id, last_customer_at: window, latest_is_admin: true },
    });
    expect(other.body.message).toMatchObject({ isAdmin: true, author: "agent" });
    const nobody = await fixture.write("unheard", "Out of the blue", { echo: true, channel: "facebook" });
    expect(nobody.body.contact).toMatchObject({ ended: true, waiting_since: null, last_customer_at: null });
  });

  test("M10: an edit, a reaction and a deletion change their message, and an unknown one nothing", async () => {
    const { contact_id, inbox_id } = await fixture.wrote("mender", "Helo", { provider_id: "mend-1" });
    const change = (provider_id: string, change: string, text = "") =>
      fixture.ask(
        "change",
        { body: { inbox_id, provider_id, change, text, at: fixture.clock.now.getTime() } },
        "service",
      );
    const before = await counted();
    await change("mend-1", "edited", "Hello");
    await change("mend-1", "reaction", "👍");
    await change("unknown", "deleted");
    expect(await fixture.messages(contact_id)).toMatchObject([
      { message: "Hello", meta: { reaction: "👍", before: "Helo" } },
    ]);
    expect((await fixture.contact(contact_id)).latest_message).toBe("Hello");
    await change("mend-1", "deleted");
    expect(await fixture.messages(contact_id)).toMatchObject([{ message: "", deleted: true }]);
    expect(more(before, await counted())).toEqual({ people: 0, contacts: 0, messages: 0 });
  });

  test("M11: a customer without a number; a number that comes later joins the same contact, and of two people the number's is meant", async () => {
    const bsuid = "KE.2081abc";
    const first = await fixture.wrote(bsuid, "Hi", { channel: "whatsapp", sender: { name: "Wanjiku" } });
    expect(first).toMatchObject({ msisdn: null, user_id: bsuid });
    const sender = { aliases: ["254711000111"], msisdn: "+254711000111", verified: true };
    const later = await fixture.wrote(bsuid, "It is me", { channel: "whatsapp", sender });
    expect(later).toMatchObject({ contact_id: first.contact_id, person_id: first.person_id, msisdn: "+254711000111" });
    const other = await fixture.wrote("254722000222", "Someone else", { channel: "whatsapp" });
    const both = await fixture.wrote(bsuid, "Mixed", { channel: "whatsapp", sender: { aliases: ["254722000222"] } });
    expect(both.person_id).toBe(other.person_id);
    expect((await fixture.ask("contact", { params: { id: first.contact_id } })).body.person.merged).toEqual([]);
  });

  test("M29: what a customer writes after the end starts a new conversation that knows the one before", async () => {
    const first = await fixture.wrote("again", "One");
    await fixture.act("startContact", first.contact_id);
    await fixture.act("endContact", first.contact_id);
    const second = await fixture.wrote("again", "Two");
    expect(second.contact_id).not.toBe(first.contact_id);
    const { body } = await fixture.ask("contact", { params: { id: second.contact_id } });
    expect(body.others.map(({ contact_id }: { contact_id: number }) => contact_id)).toContain(first.contact_id);
    expect((await fixture.contact(first.contact_id)).ended).toBe(true);
  });

  test("a blocked customer reaches no one until they are let in again", async () => {
    const { person_id } = await fixture.wrote("rude", "!");
    await fixture.ask("savePerson", { params: { id: person_id }, body: { blocked: true } });
    expect((await fixture.write("rude", "?")).status).toBe(406);
    await fixture.ask("savePerson", { params: { id: person_id }, body: { blocked: false } });
    expect((await fixture.write("rude", "sorry")).status).toBe(201);
  });

  test("M40: who is not vouched for joins no one who is known", async () => {
    const known = await fixture.wrote("254733000333", "Hi", {
      ...{ channel: "whatsapp", sender: { msisdn: "+254733000333", email: "otieno@mail.test", verified: true } },
    });
    const claimed = await fixture.wrote("visitor-9", "I am Otieno", {
      sender: { email: "otieno@mail.test", msisdn: "+254733000333" },
    });
    expect(claimed.person_id).not.toBe(known.person_id);
    const vouched = await fixture.wrote("visitor-10", "Signed in", {
      sender: { email: "Otieno@mail.test", verified: true },
    });
    expect(vouched.person_id).toBe(known.person_id);
  });

  test("two doors of one person are joined by hand and parted again, and each keeps its own", async () => {
    const one = await fixture.wrote("door-1", "Hi", { sender: { name: "Akinyi" } });
    const two = await fixture.wrote("door-2", "Hi", { channel: "telegram", sender: { name: "A. Akinyi" } });
    const joined = await fixture.ask("mergePerson", { params: { id: one.person_id }, body: { other: two.person_id } });
    expect(joined.body.person).toMatchObject({ id: one.person_id, merged: [{ id: two.person_id }] });
    expect(joined.body.person.identities).toHaveLength(2);
    const others = async () => (await fixture.ask("contact", { params: { id: one.contact_id } })).body.others.length;
    expect(await others()).toBe(1);
    const parted = await fixture.ask("partPerson", { params: { id: one.person_id }, body: { other: two.person_id } });
    expect(parted.body.person.identities).toHaveLength(1);
    expect(await others()).toBe(0);
    expect(
      (await fixture.ask("partPerson", { params: { id: one.person_id }, body: { other: two.person_id } })).status,
    ).toBe(406);
  });

  test("another account sees none of it", async () => {
    const contact = await fixture.wrote("private", "Ours");
    expect((await fixture.ask("contact", { params: { id: contact.contact_id } }, "lakeside")).status).toBe(404);
    expect((await fixture.ask("contacts", { query: { view: "all" } }, "lakeside")).body.data).toEqual([]);
    const foreign = {
      inbox_id: await fixture.inbox(),
      sender: { external_id: "x" },
      message: { provider_id: "f", at: 0 },
    };
    expect((await fixture.ask("receive", { body: foreign }, "service", "200002")).status).toBe(406);
  });
});
