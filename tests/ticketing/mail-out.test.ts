import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type MailFixture, mailFixture, ours } from "./mail.fixture";

let fixture: MailFixture;

beforeAll(async () => {
  fixture = await mailFixture();
}, 60_000);
afterAll(() => fixture.end());

const open = (fields: object = {}) =>
  fixture.tickets.open({
    ...{ subject: "Printer is on fire", customer_name: "Asha", customer_email: "asha@mail.test", from_customer: true },
    ...fields,
  });
const lastDelivery = async (ticket: number) => (await fixture.comments(ticket))[0]?.delivery;
const sentOn = (ticket: number) =>
  fixture.until(async () => expect(await lastDelivery(ticket)).toMatchObject({ state: "sent" }));

describe("an account without a mailbox", () => {
  test("answers by the product's mail host, in its own name, and says where replies go", async () => {
    const body = { signature: "Savanna, Nairobi", acknowledgement: "", reply_to: "care@savanna.test" };
    expect((await fixture.tickets.ask("saveMailSettings", { body }, "fatuma")).status).toBe(201);
    const { id } = await open();
    await fixture.tickets.say(id, "It is put out.", { kind: "public" });
    await sentOn(id);
    expect(fixture.systemMails).toMatchObject([
      {
        ...{ to: "asha@mail.test", subject: `Re: Printer is on fire [#${id}]`, replyTo: "care@savanna.test" },
        text: expect.stringContaining("Replies to this email go to care@savanna.test."),
      },
    ]);
    const none = { signature: "", acknowledgement: "", reply_to: "" };
    await fixture.tickets.ask("saveMailSettings", { body: none }, "fatuma");
  });
});

describe("an account with a mailbox", () => {
  beforeAll(async () => {
    await fixture.connect();
  });

  test("a public comment leaves as a mail with signature, copies and files, and the next one in its thread", async () => {
    await fixture.tickets.ask(
      "saveMailSettings",
      { body: { signature: "Kind regards\nSavanna", acknowledgement: "", reply_to: "" } },
      "fatuma",
    );
    const { id } = await open({ subject: "Re: [#7] Fridge <cold>" });
    const copies = await fixture.tickets.ask("setCopies", {
      params: { id },
      body: { add: ["Boss@mail.test", "asha@mail.test"] },
    });
    expect(copies.body.cc).toEqual(["boss@mail.test"]);
    const file = "0f2f0c3e-0c0c-4c0c-8c0c-0c0c0c0c0c0c";
    await fixture.tickets.say(id, "Is it <b>cold</b>?\n\nWe look.", { kind: "public", file_ids: [file] });
    await sentOn(id);
    const [mail] = fixture.people.got("asha@mail.test");
    expect(mail).toMatchObject({
      ...{ subject: `Re: Fridge <cold> [#${id}]`, from: `Savanna support <${ours}>` },
      ...{ to: ["asha@mail.test", "boss@mail.test"], files: [{ name: "0f2f.pdf" }] },
    });
    expect(mail?.text).toMatch(/We look\.\s+-- \s*Kind regards/);
    expect(mail?.html).toContain("Is it &lt;b&gt;cold&lt;/b&gt;?");
    expect(mail?.headers).not.toHaveProperty("auto-submitted");
    expect((await fixture.comments(id))[0]?.delivery).toMatchObject({ to: "asha@mail.test", cc: ["boss@mail.test"] });
    await fixture.tickets.say(id, "Still there?", { kind: "public" });
    await sentOn(id);
    const [second] = fixture.people.got("asha@mail.test");
    expect(second?.headers["in-reply-to"]).toBe(mail?.messageId);
    expect(second?.headers.references).toContain(mail?.messageId);
  });

  test("internal comments, notes of rules, the customer's own words and a channel of none send nothing", async () => {
    const { id } = await open({ customer_email: "silent@mail.test" });
    await fixture.tickets.say(id, "Between us", { kind: "internal" });
    await fixture.tickets.say(id, "They called", { kind: "public", author_kind: "customer" });
    await fixture.tickets.say(id, "On the phone", { kind: "public", reply_by: "none" });
    const nobody = await open({ customer_email: "" });
    await fixture.tickets.say(nobody.id, "Who reads this?", { kind: "public" });
    for (const ticket of [id, nobody.id])
      expect((await fixture.comments(ticket)).every(({ delivery }) => delivery === null)).toBe(true);
    expect(fixture.people.got("silent@mail.test")).toEqual([]);
  });

  test("the same comment and the same job twice are one mail", async () => {
    const { id } = await open({ customer_email: "once@mail.test" });
    const given = { kind: "public", message_id: "form:once" };
    await fixture.tickets.say(id, "Once", given);
    await fixture.tickets.say(id, "Once", given);
    await sentOn(id);
    const [comment] = await fixture.comments(id);
    const job = fixture.jobs["ticketing.deliver"];
    await Promise.all([1, 2].map(() => job?.({ account: "100001", comment: comment?.id })));
    expect(fixture.people.got("once@mail.test")).toHaveLength(1);
    expect(fixture.host.counts().repeated).toBe(0);
  });

  test("what broke off is not sent again by itself", async () => {
    const { id } = await open({ customer_email: "torn@mail.test" });
    await fixture.tickets.say(id, "Torn", { kind: "public" });
    await sentOn(id);
    const [comment] = await fixture.comments(id);
    await fixture.social.inside((trx) =>
      sql`update ticketing.deliveries set state = 'sending' where comment_id = ${comment?.id}`.execute(trx),
    );
    await fixture.jobs["ticketing.deliver"]?.({ account: "100001", comment: comment?.id });
    expect(await lastDelivery(id)).toMatchObject({ state: "unknown", reason: expect.stringMatching("may not have") });
    expect(fixture.people.got("torn@mail.test")).toHaveLength(1);
  });

  test("a refusal is shown with its reason, and sent again to the corrected address", async () => {
    const { id } = await open({ customer_email: "wrong@mail.test" });
    fixture.host.answer([550, "no such user"]);
    await fixture.tickets.say(id, "Hello", { kind: "public" });
    await fixture.until(async () =>
      expect(await lastDelivery(id)).toMatchObject({ state: "failed", reason: expect.stringMatching("no such user") }),
    );
    fixture.host.answer(undefined);
    const [comment] = await fixture.comments(id);
    const again = () => fixture.tickets.ask("resendComment", { params: { id: Number(comment?.id) } });
    await fixture.tickets.update({ id, customer_email: "right@mail.test" });
    expect((await again()).status).toBe(201);
    await sentOn(id);
    expect(fixture.people.got("right@mail.test")).toHaveLength(1);
    expect((await again()).status).toBe(409);
    const foreign = await fixture.tickets.ask("resendComment", { params: { id: Number(comment?.id) } }, "lakeside");
    expect(foreign.status).toBe(404);
  });

  test("a mail host that can't take it now is tried again", async () => {
    const { id } = await open({ customer_email: "later@mail.test" });
    fixture.host.answer([450, "later"]);
    await fixture.tickets.say(id, "Patience", { kind: "public" });
    const [comment] = await fixture.comments(id);
    await fixture.until(() => expect(fixture.host.counts().refused).toBeGreaterThan(1));
    await fixture.until(async () => expect(await lastDelivery(id)).toMatchObject({ state: "queued" }));
    fixture.host.answer(undefined);
    await fixture.jobs["ticketing.deliver"]?.({ account: "100001", comment: comment?.id });
    expect(await lastDelivery(id)).toMatchObject({ state: "sent" });
  });
});
