import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Contact, Message } from "../../services/chat/contract.schemas";
import { type SocialFixture, socialFixture } from "./fixture";

let fixture: SocialFixture;
beforeAll(async () => {
  fixture = await socialFixture();
  await fixture.connectBoth();
  await fixture.startJobs();
}, 60_000);
afterAll(() => fixture.end());

const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 8_000, interval: 50 });
const contacts = (user: string) =>
  fixture.rows<Pick<Contact, "contact_id" | "person_id" | "user_id" | "msisdn">>(
    sql`select contact_id, person_id, user_id, msisdn from chat.contacts where user_id = ${user} order by contact_id`,
  );
async function thread(user: string): Promise<Message[]> {
  const [found] = await contacts(user);
  return found ? fixture.chat.messages(found.contact_id) : [];
}

describe("what customers change", () => {
  test("an edited caption replaces the caption, and the file stays", async () => {
    const user = "254711200001";
    const id = "wamid.caption";
    await fixture.whatsapp.write(user, "", "", { id, type: "image", image: { id: "media-c", caption: "The recept" } });
    const edit = { original_message_id: id, message: { type: "image", image: { caption: "The receipt" } } };
    await fixture.whatsapp.does(user, { type: "edit", edit });
    await until(async () =>
      expect(await thread(user)).toMatchObject([
        { type: "file", message: "The receipt", meta: { before: "The recept", edited_at: expect.any(Number) } },
      ]),
    );
  });

  test("a reply brings the words it answers; once these are deleted they are quoted nowhere", async () => {
    const user = "7201";
    await fixture.telegram.write(user, "My code is 4711");
    await until(async () => expect(await thread(user)).toHaveLength(1));
    const id = Number(fixture.telegram.customers().find((one) => one.id === user)?.lines[0]?.id);
    await fixture.telegram.write(user, "Do you have it?", "", { reply_to_message: { message_id: id } });
    await until(async () =>
      expect((await thread(user))[1]?.meta.quote).toMatchObject({ text: "My code is 4711", id: expect.any(Number) }),
    );
    const inbox_id = (
      await fixture.rows<{ id: number }>(sql`select inbox_id as id from chat.contacts where user_id = ${user}`)
    )[0]?.id;
    const change = { provider_id: `${user}:${id}`, change: "deleted", text: "", at: Date.now() };
    await fixture.chat.ask("change", { body: { inbox_id, ...change } }, "service");
    expect(JSON.stringify(await thread(user))).not.toContain("4711");
  });
});

describe("a customer of another number (medium 4)", () => {
  test("stays the same person in the same conversation, with a line of activity and no bubble", async () => {
    const [old, fresh] = ["254711200002", "254711200003"];
    await fixture.whatsapp.write(old, "Hello", "Akinyi");
    await until(async () => expect(await thread(old)).toHaveLength(1));
    const [before] = await contacts(old);
    const system = { body: "Akinyi changed", type: "user_changed_number", wa_id: fresh };
    await fixture.whatsapp.does(old, { type: "system", system });
    await until(async () => expect(await contacts(fresh)).toMatchObject([{ contact_id: before?.contact_id }]));
    await fixture.whatsapp.write(fresh, "It is me", "Akinyi");
    await until(async () => expect(await thread(fresh)).toHaveLength(2));
    expect(await contacts(fresh)).toMatchObject([{ person_id: before?.person_id, msisdn: `+${fresh}` }]);
    const told = await fixture.rows<{ description: string }>(
      sql`select description from chat.activities where contact_id = ${before?.contact_id} order by id`,
    );
    expect(told.map(({ description }) => description)).toContain(
      `The customer's number changed from +${old} to +${fresh}.`,
    );
  });

  test("takes no number over that is someone else's", async () => {
    const [old, taken] = ["254711200004", "254711200005"];
    await fixture.whatsapp.write(old, "One", "Ali");
    await fixture.whatsapp.write(taken, "Two", "Bakari");
    await until(async () => expect((await thread(taken)).length + (await thread(old)).length).toBe(2));
    const people = [(await contacts(old))[0]?.person_id, (await contacts(taken))[0]?.person_id];
    await fixture.whatsapp.does(old, { type: "system", system: { type: "user_changed_number", wa_id: taken } });
    await until(async () =>
      expect(
        await fixture.rows(sql`select 1 from chat.activities where description like ${`%${old} to%`}`),
      ).toHaveLength(1),
    );
    expect([(await contacts(old))[0]?.person_id, (await contacts(taken))[0]?.person_id]).toEqual(people);
  });
});

test("Telegram: one's own contact fills in the number, which Telegram vouches for", async () => {
  await fixture.telegram.write("7202", "Hi");
  await fixture.telegram.write("7202", "", "", {
    contact: { phone_number: "+254712200202", first_name: "A", user_id: 7202 },
  });
  await until(async () => expect(await contacts("7202")).toMatchObject([{ msisdn: "+254712200202" }]));
  const [person] = await fixture.rows<object>(
    sql`select msisdn, verified from chat.people where msisdn = '+254712200202'`,
  );
  expect(person).toEqual({ msisdn: "+254712200202", verified: true });
});

describe("WhatsApp's pace (M20 as the review decided)", () => {
  test("five replies leave at once, the sixth waits for the pace", async () => {
    const user = "254711200006";
    await fixture.whatsapp.write(user, "Hello");
    await until(async () => expect(await thread(user)).toHaveLength(1));
    const [contact] = await contacts(user);
    const id = contact?.contact_id ?? 0;
    await fixture.chat.ask("startContact", { params: { id } });
    const ours = () =>
      fixture.whatsapp
        .customers()
        .find((one) => one.id === user)
        ?.lines.filter(({ from }) => from === "business");
    const began = Date.now();
    for (let n = 1; n <= 6; n++) await fixture.chat.say(id, `Line ${n}`);
    await until(() => expect(ours()).toHaveLength(5));
    expect(Date.now() - began).toBeLessThan(5_500);
    const [next] = await fixture.rows<{ wait: number }>(
      sql`select extract(epoch from max(paced_until) - now())::float as wait from social.outgoing where external_id = ${user}`,
    );
    // Five times six seconds were used up; four of them may be owed.
    expect(next?.wait).toBeGreaterThan(24);
    expect(next?.wait).toBeLessThanOrEqual(30);
    expect(ours()).toHaveLength(5);
    await vi.waitFor(() => expect(ours()).toHaveLength(6), { timeout: 12_000, interval: 100 });
    expect(Date.now() - began).toBeGreaterThan(5_500);
  }, 25_000);
});

test("who opted out of advertising in WhatsApp is noted in the account's consents", async () => {
  const user = "254711200007";
  await fixture.whatsapp.write(user, "Hello");
  await until(async () => expect(await thread(user)).toHaveLength(1));
  const [contact] = await contacts(user);
  await fixture.chat.ask("startContact", { params: { id: contact?.contact_id } });
  Object.assign(fixture.whatsapp.behaviour, { send: "fail", code: 131050 });
  await fixture.chat.say(contact?.contact_id ?? 0, "Our offer");
  await until(async () =>
    expect(await fixture.rows(sql`select change, source from events.consents where contact = ${`+${user}`}`)).toEqual([
      { change: "out", source: "Opted out in WhatsApp" },
    ]),
  );
  await until(async () =>
    expect((await thread(user)).at(-1)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/no marketing/),
    }),
  );
  fixture.whatsapp.behaviour.send = "accept";
});
