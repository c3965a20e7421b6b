import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { searchWhere } from "../../services/chat/contacts/list";
import { type ChatFixture, chatFixture, savanna } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
});
afterAll(() => fixture.end());

const find = async (q: string, token: "joy" | "lakeside" = "joy"): Promise<number[]> => {
  const { data } = (await fixture.ask("contacts", { query: { view: "all", q } }, token)).body;
  return data.map(({ contact_id }: { contact_id: number }) => contact_id).sort((a: number, b: number) => a - b);
};

test("a conversation is found by words of it, a name, a number in any writing, an address, its own number; no one else's", async () => {
  const sender = { name: "Zawadi N\u00e9gash", msisdn: "+254712000193", email: "zawadi@duka.co.ke" };
  const one = (await fixture.wrote("z-1", "My parcel SKL4T7Q2XM has not come", { sender })).contact_id;
  const two = (await fixture.wrote("z-2", "Parcels? I paid 1,250", { sender: { name: "Zablon" } })).contact_id;
  expect(await find("parcel")).toEqual([one, two]);
  expect(await find("PARCEL not come")).toEqual([one]);
  expect(await find("skl4")).toEqual([one]);
  expect(await find("negash")).toEqual([one]);
  expect(await find("N\u00c9GA")).toEqual([one]);
  for (const number of ["0712000193", "+254 712 000 193", "254712000193", "712000", "000193"])
    expect(await find(number), number).toEqual([one]);
  expect(await find("zawadi@duka.co.ke")).toEqual([one]);
  expect(await find(`#${two}`)).toEqual([two]);
  expect(await find("parcel zablon")).toEqual([two]);
  expect(await find("nothing of the kind")).toEqual([]);
  expect(await find("%")).toEqual([]);
  expect(await find("parcel", "lakeside")).toEqual([]);
});

test("what is written later is found, what is deleted, renamed or erased no more", async () => {
  await fixture.status("joy", "online");
  await fixture.routing({ automatic: false });
  const { contact_id, person_id } = await fixture.wrote("later", "Habari", { sender: { name: "Chausiku" } });
  await fixture.act("startContact", contact_id);
  const { body } = await fixture.say(contact_id, "The Kakuma lorry leaves at noon");
  await fixture.say(contact_id, "She is angry about Lodwar", "joy", { type: "note" });
  expect(await find("kakuma lorry")).toEqual([contact_id]);
  expect(await find("lodwar")).toEqual([contact_id]);
  await fixture.ask("deleteMessage", { params: { id: body.messages[0].id } });
  expect(await find("kakuma")).toEqual([]);
  expect(await find("habari")).toEqual([contact_id]);
  await fixture.ask("savePerson", { params: { id: person_id }, body: { name: "Bahati" } });
  expect(await find("chausiku")).toEqual([]);
  expect(await find("bahati")).toEqual([contact_id]);
});

test("the search reads the index of words, below row security too", async () => {
  const plan = await fixture.inside(async (trx) => {
    const where = await searchWhere(trx, savanna, "parcel");
    // A table of three rows is read whole unless that is forbidden: what is asked is whether the index may be used.
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select c.contact_id from chat.contacts c where c.customer_account = ${savanna} and ${where}`.execute(trx);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toMatch(/Index Cond: .*word >= 'parcel'.*word < 'parcel/);
});
