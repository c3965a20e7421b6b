import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brand } from "../../rules/brand";
import type { Contact } from "../../services/chat/contract.schemas";
import { recordActivity } from "../../services/kit/activities";
import { type Answer, type ChatFixture, chatFixture, dropped, forgotten, savanna } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
  await fixture.status("joy", "online");
});
afterAll(() => fixture.end());

const lakeside = "200002";
const asha = { msisdn: "+254722000001", email: null };
const ashasMail = { msisdn: null, email: "asha@mail.test" };
const nobody = { msisdn: "+254722999999", email: "nobody@mail.test" };
const about = {
  name: "Asha Wanjiku",
  email: "Asha@Mail.test",
  msisdn: "+254722000001",
  fields: { order: "fertiliser 44", consent: "2026-06-08T05:59:00Z" },
};
const picture = "5b6f1c1a-6c1a-4d6a-9d4e-0f3f5a1b2c3d";
const paper = "6b6f1c1a-6c1a-4d6a-9d4e-0f3f5a1b2c3e";
const words = /asha|wanjiku|722[ ]?000[ ]?001|fertiliser|angry|lorry/i;

/** Everything that the service holds of an account, as one text. */
async function everything(account = savanna): Promise<string> {
  const tables = ["people", "identities", "contacts", "messages", "activities"].map((name) => `chat.${name}`);
  const kept: string[] = [];
  for (const table of [...tables, "events.activities", "events.log"])
    kept.push(
      ...(await fixture.inside(async (trx) => {
        const { rows } = await sql<{ row: string }>`
          select t::text as row from ${sql.table(table)} t where customer_account = ${account} order by 1`.execute(trx);
        return rows.map(({ row }) => row);
      }, account)),
    );
  return kept.join("\n");
}

const asked = (name: "personCounts" | "personData" | "erasePerson", body: object, account = savanna): Promise<Answer> =>
  fixture.ask(name, { body }, "service", account);

/** A conversation with everything in it; it runs until it is ended. */
async function ashasChat(from = "u:asha", account = savanna): Promise<number> {
  const { contact_id } = await fixture.wrote(from, "I am Asha and angry about the fertiliser", {
    sender: { ...about, verified: true },
    meta: { before: "fertiliser" },
    ...(account === savanna ? {} : { account }),
  });
  await fixture.write(from, "", {
    type: "file",
    file: { id: picture, name: "asha.png", type: "image/png", bytes: 10 },
    account,
  });
  if (account !== savanna) return contact_id;
  await fixture.act("startContact", contact_id);
  await fixture.say(contact_id, "Dear Asha Wanjiku, it is on the lorry", "joy", { file_ids: [paper] });
  await fixture.say(contact_id, "Asha sounds angry", "joy", { type: "note" });
  return contact_id;
}

async function finish(id: number, from = "u:asha") {
  const inbox_id = await fixture.inbox();
  expect((await fixture.ask("visitorEnd", { body: { inbox_id, external_id: from } }, "service")).status).toBe(201);
  const rating = { inbox_id, external_id: from, contact_id: id, stars: 4, note: "Angry no more, says Asha" };
  const request_id = `${id}`.padStart(32, "b");
  expect((await fixture.ask("rate", { body: { ...rating, request_id } }, "service")).status).toBe(201);
}

describe("a person's data in the chat", () => {
  test("the archive has who they are, conversations, messages, answers, consent, ratings, and files with open links", async () => {
    const id = await ashasChat();
    await fixture.wrote("v-juma", "I am Juma", { sender: { name: "Juma" } });
    await finish(id);
    for (const whom of [asha, ashasMail]) {
      const answer = await asked("personData", whom);
      expect(answer.status).toBe(200);
      const of = (kind: string) =>
        answer.body.sections.find((section: { kind: string }) => section.kind === kind)?.rows ?? [];
      expect(of("Customers in the chat")).toEqual([
        expect.objectContaining({ name: "Asha Wanjiku", phone: asha.msisdn }),
      ]);
      expect(of("Ways into the chat")).toEqual([
        expect.objectContaining({ channel: "webchat", external_id: "u:asha" }),
      ]);
      expect(of("Chat conversations")).toEqual([expect.objectContaining({ conversation: id, response_by: "Joy" })]);
      const said = of("Chat messages").map(({ text }: { text: string }) => text);
      expect(said).toEqual(
        expect.arrayContaining([
          "I am Asha and angry about the fertiliser",
          "Dear Asha Wanjiku, it is on the lorry",
          "Asha sounds angry",
        ]),
      );
      expect(of("Answers to chat forms")).toContainEqual({
        conversation: id,
        question: "order",
        answer: "fertiliser 44",
      });
      expect(of("Consent given in the chat")).toContainEqual({
        ...{ conversation: id, question: "consent", agreed_at: about.fields.consent },
      });
      expect(of("Ratings of chats")).toEqual([
        expect.objectContaining({ conversation: id, rating: 4, note: "Angry no more, says Asha" }),
      ]);
      const link = (file: string) => expect.stringContaining(`/files/${file}?signed`);
      expect(of("Files sent to them in chats")).toEqual([expect.objectContaining({ link: link(paper) })]);
      expect(of("Files they sent in chats")).toEqual([
        expect.objectContaining({ name: "asha.png", link: link(picture) }),
      ]);
      expect(JSON.stringify(answer.body)).not.toContain("Juma");
    }
    expect(await asked("personData", nobody)).toMatchObject({ status: 200, body: { sections: [] } });
  });

  test("a number is found as WhatsApp has it, and a chat id that only looks like one is not", async () => {
    const whatsapp = await fixture.wrote("254733000003", "Hello", { channel: "whatsapp" });
    await fixture.wrote("733000003", "Hello", { channel: "telegram" });
    const { body } = await asked("personData", { msisdn: "+254733000003", email: null });
    const chats = body.sections.find(({ kind }: { kind: string }) => kind === "Chat conversations");
    expect(chats.rows.map(({ conversation }: { conversation: number }) => conversation)).toEqual([whatsapp.contact_id]);
  });

  test("a number is found however it is written, of the customer or of the conversation alone, and no other number", async () => {
    const theirs = [
      "+254 744-000 111",
      "0744 000 111",
      "00254744000111",
      "(0744) 000.111",
      "744000111",
      "+254744000111",
    ];
    const others = ["0744000112", "07440001110", "1744000111", "074400011", "0744000113 0744000111", "+447440001110"];
    const abroad = ["+44 7440 001110", "00447440001110"];
    const chats = new Map<string, Contact>();
    for (const [n, msisdn] of [...theirs, ...others, ...abroad].entries())
      chats.set(msisdn, await fixture.wrote(`writing-${n}`, "Hello", { sender: { msisdn } }));
    const found = async (msisdn: string, email: string | null = null) => {
      const { body } = await asked("personData", { msisdn, email });
      const chat = body.sections.find(({ kind }: { kind: string }) => kind === "Chat conversations");
      return chat.rows.map(({ phone }: { phone: string }) => phone).sort();
    };
    expect(await found("+254744000111")).toEqual(theirs.toSorted());
    expect(await found("+447440001110")).toEqual(["+447440001110", ...abroad].sort());
    const people = [...chats.values()].map(({ person_id }) => person_id);
    await fixture.inside((trx) =>
      sql`update chat.people set msisdn = null where customer_account = ${savanna} and id = any(${people})`.execute(
        trx,
      ),
    );
    expect(await found("+254744000111")).toEqual(theirs.toSorted());
    const written = await fixture.wrote("writing-mail", "Hello", {
      sender: { email: " Writing@Mail.test ", msisdn: "0" },
    });
    expect(written.msisdn).toBe("0");
    expect(await found("+254744000111", "writing@mail.test")).toEqual(["0", ...theirs].sort());
  });

  test("a customer with the product's own name is erased too, and what the product did keeps its name", async () => {
    const whom = { msisdn: "+254755000005", email: null };
    const { contact_id: id } = await fixture.wrote("u:namesake", "Hello", {
      sender: { name: brand.name, msisdn: whom.msisdn },
    });
    await finish(id, "u:namesake");
    const authors = () =>
      fixture.inside(async (trx) => {
        const { rows } = await sql<{ by: string; by_kind: string }>`
          select distinct by, by_kind from chat.activities where customer_account = ${savanna} and contact_id = ${id}
          order by by_kind`.execute(trx);
        return rows;
      });
    const before = await authors();
    const named = { by: brand.name, by_kind: "customer" };
    expect(before).toContainEqual(named);
    expect((await asked("erasePerson", whom)).status).toBe(200);
    const system = before.filter(({ by_kind }) => by_kind !== "customer");
    expect(await authors()).toEqual([{ by: "The customer", by_kind: "customer" }, ...system]);
  });

  test("while a conversation of theirs runs nothing is erased, and the answer says which", async () => {
    const id = await ashasChat();
    forgotten.length = 0;
    const answer = await asked("erasePerson", asha);
    expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining(`#${id}`) } });
    expect((await fixture.contact(id)).name).toBe("Asha Wanjiku");
    expect(forgotten).toEqual([]);
    await finish(id);
  });

  test("an erasure leaves no word of them, keeps number, times, stars and who answered, and touches no one else", async () => {
    const juma = await fixture.wrote("v-juma", "Juma's maize", { sender: { name: "Juma" } });
    const id = await ashasChat();
    await finish(id);
    // The same customer by another browser, joined by hand.
    const other = await fixture.wrote("v-other", "It is me, angry", { sender: { name: "A. W." } });
    await fixture.act("mergePerson", (await fixture.contact(id)).person_id, "joy", { other: other.person_id });
    await fixture.ask("visitorEnd", { body: { inbox_id: await fixture.inbox(), external_id: "v-other" } }, "service");
    await fixture.inside((trx) =>
      recordActivity(trx, savanna, "system", {
        action: "Customers parted",
        description: "Joy parted Juma and Asha Wanjiku",
        subject: "chat customer",
        subject_id: "999999",
      }),
    );
    await ashasChat("u:asha", lakeside);
    const before = await fixture.contact(id);
    const found = (await asked("personCounts", asha)).body.data;
    expect(found).toContainEqual(expect.objectContaining({ kind: "Chat messages", outcome: "anonymised" }));
    const others = await everything(lakeside);
    expect(others).toMatch(words);
    dropped.length = 0;

    const erased = await asked("erasePerson", asha);
    expect(erased).toMatchObject({ status: 200, body: { data: found } });
    expect(dropped).toContain(`${savanna} conversation ${id}`);
    const inbox = await fixture.inbox();
    expect(forgotten).toEqual(expect.arrayContaining([`${savanna} ${inbox} u:asha`, `${savanna} ${inbox} v-other`]));
    expect(forgotten.join()).not.toContain("v-juma");

    const left = await everything();
    expect(left).not.toMatch(words);
    expect(left).not.toContain(paper);
    expect(left).not.toContain(picture);
    expect(dropped).toContain(`${savanna} ${picture}`);
    expect(left).not.toContain("v-other");
    expect(left).toContain("Juma's maize");
    expect((await fixture.contact(juma.contact_id)).name).toBe("Juma");
    expect(await everything(lakeside)).toBe(others);
    expect(await fixture.contact(id)).toMatchObject({
      ...{ contact_id: id, channel: "webchat", response_by: "Joy", participant_id: before.participant_id, rating: 4 },
      ...{ started: before.started, ended_at: before.ended_at, created_at: before.created_at },
      ...{ name: "Erased", msisdn: null, email: "", latest_message: "Erased" },
    });
    const shown = await fixture.messages(id);
    expect(shown.map(({ by }) => by)).toContain("Joy");
    // What they sent is out of sight.
    expect(shown.filter(({ file_id, url }) => file_id !== null || url !== "")).toEqual([]);

    const again = await asked("erasePerson", asha);
    expect(again).toMatchObject({ status: 200, body: { data: [] } });
    expect(await everything()).toBe(left);
  });

  test("who writes again afterwards is someone new", async () => {
    const fresh = await fixture.wrote("u:asha", "Hello", { sender: { name: "Somebody" } });
    expect(fresh.name).toBe("Somebody");
    const { data } = (await asked("personCounts", asha)).body;
    expect(data).toEqual([]);
  });

  test("no person may ask", async () => {
    for (const token of ["owner", "guest"] as const)
      for (const call of ["personCounts", "personData", "erasePerson"] as const)
        expect([401, 403, 404]).toContain((await fixture.ask(call, { body: asha }, token)).status);
  });
});
