import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startSmsc } from "../../sandbox/smsc";
import { inAccount } from "../../services/kit/database";
import { since } from "../../services/kit/events";
import { blacklisted } from "../../services/messaging/contacts/recipients";
import { saveKeywords } from "../../services/messaging/keywords/store";
import { blastStage, lakeside, phone, type Stage, savanna, type Token, until } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

let fixture: Stage;
let fake: ReturnType<typeof fakeCarrier>;
beforeEach(async () => {
  fixture = await blastStage();
  fake = fakeCarrier();
  await fixture.work(fake.carrier);
  await fixture.database.pool.query("insert into messaging.routes (address, customer_account) values ('22456', $1)", [
    savanna,
  ]);
});
afterEach(async () => {
  expect(fixture.faults).toEqual([]);
  await fixture.close();
});

type Row = {
  id: number;
  msisdn: string;
  name: string;
  to: string;
  text: string;
  keyword: string;
  read: boolean;
  in_reply_to: string | null;
};

async function inbox(query: object = {}, token: Token = "owner"): Promise<Row[]> {
  return ((await fixture.ask("inbox", { query }, token)).body as unknown as { data: Row[] }).data;
}

describe("an answer from a phone", () => {
  test("goes to the account of its short code, with the name, what it answers, and an event", async () => {
    const group = await fixture.group([{ msisdn: phone(1), name: "Wanjiru" }]);
    const made = await fixture.send({ group_ids: [group], body: "Shall we deliver today?" });
    await fixture.settled(made.id);
    await fake.message(phone(1), "22456", "Yes please, after 3");
    const [row] = await inbox();
    expect(row).toMatchObject({
      msisdn: phone(1),
      name: "Wanjiru",
      to: "22456",
      text: "Yes please, after 3",
      keyword: "",
      read: false,
      in_reply_to: "Shall we deliver today?",
    });
    expect(await inbox({}, "other")).toEqual([]);
    const events = await inAccount(fixture.database.db, savanna, (trx) => since(trx, savanna, 0));
    expect(events.filter((event) => event.kind === "inbox").map((event) => event.body)).toEqual([{ id: row?.id }]);
    expect((await fixture.ask("summary", {})).body).toMatchObject({ received: 1 });
  });

  test("with a word of the account's own is an opt-out, and with the fixed one as before", async () => {
    await inAccount(fixture.database.db, savanna, (trx) =>
      saveKeywords(trx, savanna, { stop: ["wacha"], start: ["rudisha"], help: [] }, "system"),
    );
    await fake.message(phone(1), "22456", "Wacha!");
    await fake.message(phone(2), "22456", "stop");
    expect((await inbox()).map(({ keyword }) => keyword)).toEqual(["STOP", "WACHA"]);
    const own = () => inAccount(fixture.database.db, savanna, (trx) => blacklisted(trx, savanna, [phone(1), phone(2)]));
    expect(await own()).toEqual(new Set([phone(1), phone(2)]));
    await fake.message(phone(1), "22456", "rudisha tafadhali");
    expect(await own()).toEqual(new Set([phone(2)]));
  });

  test("is found by number and by text, read once, and is no one else's", async () => {
    await fake.message(phone(1), "22456", "Nataka kilo mbili");
    await fake.message(phone(2), "22456", "100% cotton?");
    expect(await inbox({ q: "kilo" })).toHaveLength(1);
    expect(await inbox({ q: "%" })).toHaveLength(1);
    const local = `0${phone(2).slice(4)}`;
    const [row] = await inbox({ number: local });
    expect(row?.text).toBe("100% cotton?");
    const id = row?.id ?? 0;
    expect((await fixture.ask("readInbox", { params: { id } }, "other")).status).toBe(404);
    expect((await inbox({ number: local }))[0]?.read).toBe(false);
    expect((await fixture.ask("readInbox", { params: { id } })).body).toMatchObject({ id, read: true });
  });

  test("to an address that several share goes to the account that wrote last, and to no one after a week", async () => {
    const mine = await fixture.group([{ msisdn: phone(1) }, { msisdn: phone(2) }]);
    const theirs = await fixture.group([{ msisdn: phone(1) }], lakeside);
    await fixture.settled((await fixture.send({ group_ids: [mine], body: "From Savanna" })).id);
    const other = await fixture.draft({ group_ids: [theirs], body: "From Lakeside" }, "other");
    await fixture.ask("confirmBlast", { params: { id: other.id } }, "other");
    await until("Lakeside has sent", () => fake.sent.length === 3);
    await until(
      "it is written",
      async () =>
        ((await fixture.ask("blast", { params: { id: other.id } }, "other")).body as unknown as { submitted: number })
          .submitted === 1,
    );
    await fake.message(phone(1), "40404", "Hello");
    await fake.message(phone(2), "40404", "Hello");
    expect((await inbox({}, "other")).map((row) => [row.msisdn, row.in_reply_to])).toEqual([
      [phone(1), "From Lakeside"],
    ]);
    expect((await inbox()).map((row) => row.msisdn)).toEqual([phone(2)]);
    await fixture.database.pool.query("update messaging.recent set at = now() - interval '8 days'");
    await fake.message(phone(2), "40404", "Anybody?");
    expect(await inbox()).toHaveLength(1);
  });

  test("repeated by the carrier is stored once; the same words sent again are two messages", async () => {
    await Promise.all(Array.from({ length: 10 }, () => fake.message(phone(1), "22456", "Hello", "ref-7")));
    expect(await inbox()).toHaveLength(1);
    await fake.message(phone(1), "22456", "Hello", "ref-8");
    await fake.message(phone(1), "22456", "Another", "ref-7");
    expect(await inbox()).toHaveLength(3);
  });
});

describe("STOP", () => {
  test("takes the number off, confirms once in 24 hours, free, and START brings it back", async () => {
    const before = await fixture.ledger();
    await fake.message(phone(1), "22456", "Stop please");
    const reply = await until("it is confirmed", () => fake.sent[0]);
    expect(reply).toMatchObject({
      to: phone(1),
      from: "22456",
      text: "OFFERS: You will get no more messages. Text START to get them again. Hutapata ujumbe tena. Tuma ANZA kupata tena.",
    });
    await fake.message(phone(1), "22456", "STOP");
    await fake.message(phone(1), "22456", "SITISHA");
    expect((await inbox()).map((row) => row.keyword)).toEqual(["SITISHA", "STOP", "STOP"]);
    const group = await fixture.group([{ msisdn: phone(1) }, { msisdn: phone(2) }]);
    const form = { group_ids: [group] };
    expect(await fixture.price(form)).toMatchObject({ opted_out: 1, recipients: 1 });
    await fake.message(phone(1), "22456", "START");
    expect(await fixture.price(form)).toMatchObject({ opted_out: 0, recipients: 2 });
    await fixture.settled((await fixture.send({ group_ids: [group] })).id);
    expect(fake.sent).toHaveLength(3);
    expect((await fixture.ledger()).available).toBe(before.available - 160);
    await fixture.rows("update messaging.stop_replies set at = now() - interval '25 hours'");
    await fake.message(phone(1), "22456", "STOP");
    await until("it is confirmed again", () => fake.sent.length === 4);
  });

  test("with the name of the sender is an opt-out, and the reply is from who wrote last", async () => {
    await fixture.settled((await fixture.send({ kind: "express", sender: "SAVANNA", numbers: phone(1) })).id);
    await fake.message(phone(1), "22456", "STOP SAVANNA");
    expect((await inbox())[0]).toMatchObject({ keyword: "STOP" });
    expect(await fixture.price({ kind: "express", numbers: phone(1) })).toMatchObject({ opted_out: 1 });
    const reply = await until("it is confirmed", () => fake.sent[1]);
    expect(reply.text).toMatch(/^SAVANNA: You will get no more messages/);
  });

  test.each(["HELP", "Msaada tafadhali"])(
    "%s is answered once in 24 hours, free, and changes nothing",
    async (text) => {
      const before = await fixture.ledger();
      await fake.message(phone(1), "22456", text);
      await fake.message(phone(1), "22456", text);
      const reply = await until("it is answered", () => fake.sent[0]);
      expect(reply).toMatchObject({ to: phone(1), from: "22456" });
      expect(reply.text).toMatch(/^OFFERS: .*Text STOP to end them.*Tuma ACHA/);
      expect(await fixture.price({ kind: "express", numbers: phone(1) })).toMatchObject({ opted_out: 0 });
      await fake.message(phone(1), "22456", "STOP");
      await until("the opt-out is confirmed as well", () => fake.sent.length === 2);
      expect((await fixture.ledger()).available).toBe(before.available);
    },
  );

  test("never answers a sender that is no phone", async () => {
    await fake.message("BANK", "22456", "STOP");
    expect(await inbox()).toHaveLength(1);
    const { rowCount } = await fixture.database.pool.query("select from messaging.queue");
    expect(rowCount).toBe(0);
  });
});

test("over the wire: a long answer in parts, in any order, is one message", async () => {
  const smsc = await startSmsc();
  await fixture.workOn(smsc);
  await until("the link is bound", () => smsc.counts().binds === 1);
  const text = "Habari, nimepokea mzigo wangu leo asubuhi. ".repeat(8);
  await smsc.answer(phone(9), "22456", text, { order: [2, 0, 1] });
  expect(await inbox({ number: phone(9) })).toMatchObject([{ text, to: "22456" }]);
  await smsc.close();
});
