import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countParts } from "../../rules/segments";
import { type BlastMessage, blastCalls } from "../../services/messaging/contract.blasts";
import { blastStage, lakeside, phone, type Stage } from "./blasts.fixtures";

let fixture: Stage;
beforeAll(async () => {
  fixture = await blastStage();
});
afterAll(() => fixture.close());

async function messagesOf(id: number): Promise<BlastMessage[]> {
  const page = await fixture.ask("messages", { params: { id }, query: { per_page: 500 } });
  return (page.body as unknown as { data: BlastMessage[] }).data;
}

describe("the price", () => {
  test("counts who is left out and why, and adds up", async () => {
    await fixture.rows(`insert into messaging.blacklist (customer_account, msisdn) values ('100001', '${phone(3)}')`);
    const first = await fixture.group([
      { msisdn: phone(1), name: "Wanjiru Maina", fields: { balance: "1,200.00" } },
      { msisdn: phone(2), name: "Otieno", fields: { balance: "" } },
      { msisdn: phone(3), name: "Achieng", fields: { balance: "5" } },
      { msisdn: null, name: "No number" },
      { msisdn: "+255712345678", name: "Juma", fields: { balance: "7" } },
    ]);
    const second = await fixture.group([{ msisdn: phone(1), name: "Wanjiru again", fields: { balance: "9" } }]);
    const price = await fixture.price({
      group_ids: [first, second],
      body: "Dear {{name}}, you owe {{balance}} {{rewards}}",
      missing: { rewards: "blank" },
    });
    expect(price).toMatchObject({
      in_groups: 6,
      opted_out: 1,
      duplicates: 1,
      invalid: 1,
      missing_value: 1,
      foreign: 1,
      recipients: 2,
      parts: 2,
      part_price: 0.8,
      cost_cents: 530,
      balance_cents: 100_000_000,
      balance_after_cents: 99_999_470,
      unknown_fields: ["rewards"],
    });
    expect(price.missing_fields).toEqual([
      { field: "rewards", recipients: 3 },
      { field: "balance", recipients: 1 },
    ]);
    expect(price.samples.map((sample) => sample.text)).toEqual([
      "Dear Wanjiru Maina, you owe 1,200.00 ",
      "Dear Juma, you owe 7 ",
    ]);
  });

  test("a missing value is left out, left blank or replaced, as was decided", async () => {
    const group = await fixture.group([{ msisdn: phone(1), fields: { town: "Nakuru" } }, { msisdn: phone(2) }]);
    const body = "Our shop in {{town}} is open.";
    const texts = async (missing: object) =>
      (await fixture.price({ group_ids: [group], body, ...missing })).samples.map((one) => one.text);
    expect(await texts({})).toEqual(["Our shop in Nakuru is open."]);
    expect(await texts({ missing: { town: "blank" } })).toEqual([
      "Our shop in Nakuru is open.",
      "Our shop in  is open.",
    ]);
    expect(await texts({ missing: { town: { default: "town" } } })).toEqual([
      "Our shop in Nakuru is open.",
      "Our shop in town is open.",
    ]);
  });

  test("advertising carries the carrier's footer, counted, and once", async () => {
    const group = await fixture.group([{ msisdn: phone(1) }]);
    const exact = "x".repeat(146);
    expect(await fixture.price({ group_ids: [group], sender: "OFFERS", body: exact })).toMatchObject({ parts: 1 });
    expect(await fixture.price({ group_ids: [group], sender: "OFFERS", body: `${exact}x` })).toMatchObject({
      parts: 2,
    });
    const typed = await fixture.price({ group_ids: [group], sender: "OFFERS", body: "Sale! STOP*456*9*5#" });
    expect(typed.samples[0]?.text).toBe("Sale! STOP*456*9*5#");
    expect((await fixture.price({ group_ids: [group], body: exact })).samples[0]?.text).toBe(exact);
  });

  test("one value that is not in GSM-7 makes that recipient's message dearer, and says what plain quotes would save", async () => {
    const group = await fixture.group([
      { msisdn: phone(1), fields: { shop: "Savanna" } },
      { msisdn: phone(2), fields: { shop: "Mama’s Duka" } },
    ]);
    const price = await fixture.price({ group_ids: [group], body: `Karibu {{shop}}. ${"a".repeat(80)}` });
    expect(price).toMatchObject({ encoding: "mixed", parts: 3, smart_saving_cents: 80 });
    expect(price.by_parts).toEqual([
      { parts: 1, recipients: 1 },
      { parts: 2, recipients: 1 },
    ]);
  });

  test("a price in fractions of a cent is rounded half up once a blast", async () => {
    await fixture.rows(
      "insert into messaging.settings (customer_account, part_price) values ('200002', 3333)",
      lakeside,
    );
    const group = await fixture.group(
      [1, 2, 3].map((n) => ({ msisdn: phone(n) })),
      lakeside,
    );
    const answer = await fixture.ask("price", { body: fixture.form({ group_ids: [group] }) }, "other");
    expect(answer.body).toMatchObject({ recipients: 3, cost_cents: 100, part_price: 0.3333 });
  });

  test("writes nothing", async () => {
    const group = await fixture.group([{ msisdn: phone(1) }]);
    const count = () => fixture.rows("select count(*)::int as n from messaging.blasts");
    const before = await count();
    await fixture.price({ group_ids: [group] });
    expect(await count()).toEqual(before);
  });
});

describe("a draft", () => {
  test("holds the very texts and parts that were priced", async () => {
    const group = await fixture.group(
      Array.from({ length: 60 }, (_, i) => ({
        msisdn: phone(i),
        name: `N${i}`,
        fields: { note: "é€ ".repeat(i * 3) },
      })),
    );
    const given = { group_ids: [group], body: "Dear {{name}}: {{note}}", missing: { note: "blank" as const } };
    const price = await fixture.price(given);
    const made = await fixture.draft(given);
    const messages = await messagesOf(made.id);
    expect(messages).toHaveLength(price.recipients);
    expect(messages.reduce((sum, message) => sum + message.parts, 0)).toBe(price.parts);
    for (const message of messages) expect(message.parts).toBe(countParts(message.text));
    expect(made.price).toEqual(price);
  });

  test("20 parallel posts with one key make one blast, and all say which", async () => {
    const group = await fixture.group(Array.from({ length: 3_000 }, (_, i) => ({ msisdn: phone(100 + i) })));
    const body = fixture.form({ group_ids: [group] });
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.ask("createBlast", { body })));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    const ids = new Set(answers.map((answer) => answer.body.id));
    expect(ids.size).toBe(1);
    expect(await fixture.rows(`select id from messaging.blasts where key = '${body.key}'`)).toEqual([
      { id: [...ids][0] },
    ]);
    expect(await fixture.detail([...ids][0] ?? 0)).toMatchObject({ recipients: 3_000, queued: 3_000 });
  });

  test("a used key with another message is refused and changes nothing", async () => {
    const group = await fixture.group([{ msisdn: phone(1) }]);
    const key = randomUUID();
    const made = await fixture.draft({ group_ids: [group], key });
    const other = await fixture.ask("createBlast", {
      body: fixture.form({ group_ids: [group], key, body: "Another one." }),
    });
    expect(other.status).toBe(409);
    expect((await fixture.detail(made.id)).body).toBe("Karibu Savanna Traders.");
    // The key is the account's own: another account may use the same.
    const theirs = await fixture.group([{ msisdn: phone(1) }], lakeside);
    expect(
      (await fixture.ask("createBlast", { body: fixture.form({ group_ids: [theirs], key }) }, "other")).status,
    ).toBe(201);
  });

  test("typed numbers are cleaned, and every bad one is named", async () => {
    const made = await fixture.draft({ kind: "express", numbers: "0712 345 678\n+254712345679, 0712345678\n" });
    expect(made).toMatchObject({ kind: "express", recipients: 2, price: { duplicates: 1, in_groups: 3 } });
    const bad = await fixture.ask("createBlast", {
      body: fixture.form({ kind: "express", numbers: "0712345678\nO712345678\n0202345678" }),
    });
    expect(bad.status).toBe(422);
    expect(bad.body.errors?.numbers).toEqual([
      expect.stringMatching(/^O712345678: letters/),
      expect.stringMatching(/^0202345678: a landline/),
    ]);
  });

  test("refuses what it cannot send", async () => {
    const group = await fixture.group([{ msisdn: null }]);
    const theirs = await fixture.group([{ msisdn: phone(1) }], lakeside);
    const mine = await fixture.group([{ msisdn: phone(1) }]);
    const errors = async (given: object) =>
      (await fixture.ask("createBlast", { body: fixture.form({ group_ids: [mine], ...given }) })).body.errors;
    expect(await errors({ group_ids: [group] })).toHaveProperty("group_ids");
    expect(await errors({ group_ids: [theirs] })).toHaveProperty("group_ids");
    expect(await errors({ sender: "WAITING" })).toHaveProperty("sender");
    expect(await errors({ sender: "savanna" })).toHaveProperty("sender");
    expect(await errors({ send_at: "2199-01-01T00:00:00Z" })).toHaveProperty("send_at");
    expect(await errors({ group_ids: [] })).toHaveProperty("group_ids");
  });

  test.each([
    ["body", "Hi\u0000 there"],
    ["body", "Hi there \ud83d"],
    ["name", "A\u0000B"],
  ])("a %s with a character that no database or network can hold is refused", async (field, text) => {
    const group = await fixture.group([{ msisdn: phone(1) }]);
    const form = fixture.form({ group_ids: [group], [field]: text });
    const { status, body } = await fixture.ask("createBlast", { body: form });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe("another account", () => {
  test("finds none of these: 404 on every call with an id, and nothing has changed", async () => {
    const group = await fixture.group([{ msisdn: phone(1) }]);
    const made = await fixture.draft({ group_ids: [group] });
    const before = await fixture.detail(made.id);
    for (const [name, call] of Object.entries(blastCalls)) {
      if (!call.path.includes("{id}")) continue;
      const body = name === "setBlastSpeed" ? { speed: 5 } : { messages: 5 };
      const given = { params: { id: made.id }, ...("body" in call ? { body } : {}) };
      const answer = await fixture.ask(name as keyof typeof blastCalls, given, "other");
      expect([name, answer.status]).toEqual([name, 404]);
    }
    expect(await fixture.detail(made.id)).toEqual(before);
    const list = await fixture.ask("blasts", {}, "other");
    expect((list.body as unknown as { data: { id: number }[] }).data.map((blast) => blast.id)).not.toContain(made.id);
  });

  test("and someone without the permission may do nothing", async () => {
    for (const [name, call] of Object.entries(blastCalls)) {
      if (!("needs" in call)) continue;
      const params = { id: 1 };
      const answer = await fixture.ask(name as keyof typeof blastCalls, { params, body: {}, query: {} }, "nobody");
      expect([name, answer.status]).toEqual([name, 403]);
    }
    expect((await fixture.ask("createBlast", { body: fixture.form() }, "viewer")).status).toBe(403);
  });
});

describe("the list", () => {
  test("is filtered as R096 says, newest first, and odd values are no error", async () => {
    const group = await fixture.group([{ msisdn: phone(1) }], lakeside);
    const make = (given: object) => fixture.draft({ group_ids: [group], ...given }, "other");
    const plain = await make({ name: "Plain" });
    const later = await make({ name: "Later", send_at: new Date(Date.now() + 86_400_000).toISOString() });
    const offers = await make({ name: "Offers 50%", sender: "OFFERS" });
    const ids = async (query: object) => {
      const answer = await fixture.ask("blasts", { query }, "other");
      return (answer.body as unknown as { data: { id: number }[] }).data
        .map((blast) => blast.id)
        .filter((id) => id >= plain.id);
    };
    expect(await ids({})).toEqual([offers.id, later.id, plain.id]);
    expect(await ids({ sender: "OFFERS" })).toEqual([offers.id]);
    expect(await ids({ is_now: "0" })).toEqual([later.id]);
    expect(await ids({ status: "sent" })).toEqual([]);
    expect(await ids({ q: "50%" })).toEqual([offers.id]);
    expect(await ids({ q: "%" })).toEqual([offers.id]);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format(new Date());
    expect(await ids({ date: today })).toEqual([offers.id, later.id, plain.id]);
    expect(await ids({ end_date: "2020-01-01" })).toEqual([]);
    expect(await ids({ status: "nonsense", date: "2026-02-30x", is_now: "9" })).toHaveLength(3);
    expect(await ids({ per_page: 2 })).toEqual([offers.id, later.id]);
    expect(await ids({ per_page: 2, page: 2 })).toEqual(expect.arrayContaining([plain.id]));
  });
});
