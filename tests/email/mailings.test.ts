import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgeRecipient, mailReturns } from "../../sandbox/mail-returns";
import { mailbox } from "../../sandbox/mailbox";
import { takeReport } from "../../services/email/bounces/take";
import { inAccount } from "../../services/kit/database";
import { bounceDomain, emailFixture, type Fixture, lakeside, savanna, until } from "./fixtures";

let given: Fixture;
let stopWork: () => Promise<void>;

beforeAll(async () => {
  given = await emailFixture({ judge: judgeRecipient });
  const worker = given.work();
  stopWork = () => worker.stop();
});
afterAll(() => given?.stop());

const unsubscribePath = (text: string) => /unsubscribe\/([\w.-]+)/.exec(text)?.[1] ?? "";

describe("pricing", () => {
  test("says who gets it, who does not and why, and makes no row", async () => {
    await given.ask("addSuppressions", { body: { addresses: "out@mail.test" } });
    const left = await given.group([{ email: "left@mail.test" }]);
    const group = await given.group([
      { email: "a@mail.test", name: "Asha Otieno", fields: { town: "Kisumu" } },
      { email: "B@mail.test", fields: { town: "Nairobi" } },
      { email: "b@mail.test", fields: { town: "Nairobi" } },
      { email: "out@mail.test", fields: { town: "Kisumu" } },
      { email: "left@mail.test", fields: { town: "Kisumu" } },
      { email: "no address" },
      { email: null },
      { email: "c@mail.test" },
    ]);
    const body = given.form({ group_ids: [group], exclude_ids: [left], body: "Offers in {{town}}" });
    const { status, body: price } = await given.ask("priceMailing", { body });
    expect(status).toBe(200);
    expect(price).toMatchObject({
      ...{ in_groups: 8, duplicates: 1, opted_out: 1, excluded: 1, invalid: 2, missing_value: 1, recipients: 2 },
      ...{ cost_cents: 20, missing_fields: [{ field: "town", recipients: 1 }] },
    });
    const again = await given.ask("priceMailing", { body: { ...body, missing: { town: { default: "Kenya" } } } });
    expect(again.body).toMatchObject({ recipients: 3, missing_value: 0 });
    expect((await given.ask("mailings")).body.total).toBe(0);
  });

  test("a group or a template of another account is refused, and so is an address that is not proved", async () => {
    const foreign = await given.group([{ email: "x@mail.test" }], lakeside);
    expect(await given.ask("priceMailing", { body: given.form({ group_ids: [foreign] }) })).toMatchObject({
      status: 422,
      body: { errors: { group_ids: ["A chosen group was deleted. Remove it or choose another."] } },
    });
    const single = { kind: "single", addresses: "a@mail.test" };
    const wrong = await given.ask("priceMailing", { body: given.form({ ...single, sender: "ceo@bank.test" }) });
    expect(wrong.body.errors.sender).toBeDefined();
    expect(
      (await given.ask("priceMailing", { body: given.form({ ...single, template_id: 999 }) })).body.errors.template_id,
    ).toBeDefined();
  });
});

describe("sending", () => {
  test("each reader gets a signed mail of their own; what the host refuses for good stops nobody else", async () => {
    const before = await given.money();
    const group = await given.group([
      { email: "asha@mail.test", name: "Asha Otieno" },
      { email: "unknown@mail.test" },
      { email: "later@mail.test" },
      { email: "otieno@mail.test" },
    ]);
    const id = await given.send({ group_ids: [group], subject: "Hello {{first_name|there}}" });
    const detail = await until("three have an outcome", async () => {
      const { body } = await given.ask("mailing", { params: { id } });
      return body.sent === 2 && body.bounced === 1 && body;
    });
    expect(detail).toMatchObject({ status: "sending", queued: 1 });
    const [mail] = given.host.mails({ to: "asha@mail.test" });
    expect(mail).toMatchObject({ subject: "Hello Asha", from: "Savanna Traders <news@savanna.test>" });
    expect(mail?.headers["dkim-signature"]).toMatch(/h=[^;]*list-unsubscribe:list-unsubscribe-post/);
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(mail?.text).toContain("Dear Asha");
    const { body: put } = await given.ask("recipients", { params: { id }, query: { status: "queued" } });
    expect(put.data[0]).toMatchObject({ address: "later@mail.test", tries: 1, next_try: expect.any(String) });
    expect(Date.parse(put.data[0].next_try) - Date.now()).toBeGreaterThan(30_000);
    // An address that its host does not know is not written to again.
    expect((await given.ask("suppressions", { query: { q: "unknown@" } })).body.data[0]).toMatchObject({
      source: "bounce",
    });
    await given.ask("cancelMailing", { params: { id } });
    await until("the money is settled", async () => (await given.money()).held_cents === before.held_cents);
    expect((await given.money()).available_cents).toBe(before.available_cents - 20);
  });

  test("pressed twice is sent once, and a form that was changed under its key is refused", async () => {
    const body = given.form({ kind: "single", addresses: "twice@mail.test" });
    const made = await Promise.all([given.ask("createMailing", { body }), given.ask("createMailing", { body })]);
    const [id] = made.map((one) => one.body.id);
    expect(made.map((one) => one.body.id)).toEqual([id, id]);
    await Promise.all([1, 2, 3].map(() => given.ask("confirmMailing", { params: { id } })));
    await given.ended(id);
    expect(given.host.mails({ to: "twice@mail.test" })).toHaveLength(1);
    expect((await given.ask("createMailing", { body: { ...body, subject: "Other" } })).status).toBe(409);
  });

  test("who unsubscribed while it waited is left out; a test and the first few go alone", async () => {
    const group = await given.group(Array.from({ length: 12 }, (_, n) => ({ email: `wait${n}@mail.test` })));
    const { body: draft } = await given.ask("createMailing", { body: given.form({ group_ids: [group] }) });
    const params = { id: draft.id };
    const tested = await given.ask("testMailing", { params, body: { to: "me@mail.test", key: "12345678" } });
    await given.ended(tested.body.id);
    expect(given.host.mails({ to: "me@mail.test" })).toHaveLength(1);
    await given.ask("sampleMailing", { params, body: { recipients: 3 } });
    await until("it waits", async () => (await given.ask("mailing", { params })).body.status === "paused");
    const [first] = given.host.mails({ to: "wait0@mail.test" });
    expect((await given.ask("mailing", { params })).body).toMatchObject({ sent: 3, queued: 9 });
    await given.ask("addSuppressions", { body: { addresses: "wait5@mail.test" } });
    await given.ask("resumeMailing", { params });
    expect(await given.ended(draft.id)).toMatchObject({ sent: 11, suppressed: 1 });
    expect(given.host.mails({ to: "wait5@mail.test" })).toHaveLength(0);
    expect(first?.text).toContain("Unsubscribe: https://jibu.test/unsubscribe/");
  });

  test("a mail that was in the host's hands when the line broke is unknown, and is not sent again", async () => {
    await stopWork();
    const breaking = await startBreaking();
    const worker = given.work({}, (breaking.address() as AddressInfo).port);
    const id = await given.send({ kind: "single", addresses: "lost@mail.test" });
    expect(await given.ended(id)).toMatchObject({ unknown: 1, status: "failed", charged_cents: 0 });
    await worker.stop();
    breaking.close();
    // A process that was killed in the middle left this behind.
    const cut = await given.send({ kind: "single", addresses: "cut@mail.test" });
    await inAccount(given.database.db, savanna, (trx) =>
      sql`update email.recipients set status = 'sending', lease_until = now() - interval '1 second' where mailing_id = ${cut}`.execute(
        trx,
      ),
    );
    const next = given.work();
    stopWork = () => next.stop();
    expect(await given.ended(cut)).toMatchObject({ unknown: 1 });
    expect(given.host.mails({ to: "cut@mail.test" })).toHaveLength(0);
  });

  test("a mail host that is away loses nothing", async () => {
    await stopWork();
    const away = given.work({}, 9);
    const id = await given.send({ kind: "single", addresses: "patient@mail.test" });
    await until("it was tried", async () => {
      const { body } = await given.ask("recipients", { params: { id } });
      return body.data[0].reason !== "" && body.data[0].status === "queued";
    });
    await away.stop();
    await inAccount(given.database.db, savanna, async (trx) => {
      await sql`update email.recipients set not_before = null where mailing_id = ${id}`.execute(trx);
      await sql`update email.queue set due = now() where mailing_id = ${id}`.execute(trx);
    });
    const back = given.work();
    stopWork = () => back.stop();
    expect(await given.ended(id)).toMatchObject({ sent: 1 });
  });

  test("pictures are in the mail, and files beside it; too much of both is refused", async () => {
    const png = { name: "tv.png", type: "image/png", bytes: new Uint8Array(5_000) };
    const [picture, large] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
    given.files.set(picture, png).set(large, { ...png, name: "big.png", bytes: new Uint8Array(3_000_000) });
    const template = (file: string) => ({
      ...{
        name: `With ${file}`,
        subject: "TVs",
        blocks: [{ kind: "picture", file, alt: "A TV", link: "https://shop.test/" }],
      },
    });
    expect((await given.ask("createTemplate", { body: template(large) })).body.errors.blocks[0]).toContain("2 MB");
    const { body } = await given.ask("createTemplate", { body: template(picture) });
    const rendered = await given.ask("renderTemplate", { params: { id: body.id } });
    expect(rendered.body.html).toContain('src="data:image/png;base64,');
    const id = await given.send({
      ...{ kind: "single", addresses: "tv@mail.test", template_id: body.id, body: "See below", file_ids: [picture] },
    });
    await given.ended(id);
    expect(given.host.mails({ to: "tv@mail.test" })[0]?.files.map(({ bytes }) => bytes)).toEqual([5_000, 5_000]);
  });
});

describe("what comes back", () => {
  const box = mailbox({ address: `returns@${bounceDomain}`, password: "x" });

  async function sendTo(address: string) {
    const group = await given.group([{ email: address }]);
    const id = await given.send({ group_ids: [group] });
    await given.ended(id);
    const [mail] = given.host.mails({ to: address });
    return { id, mail, path: await returnPathOf(id) };
  }
  const returnPathOf = async (id: number) => {
    const { returnPath } = await import("../../services/email/codes");
    return returnPath(given.deps.secret, bounceDomain, { account: savanna, mailing: id, seq: 1 });
  };
  const reported = async (address: string, path: string) => {
    mailReturns(box, bounceDomain).delivered(Buffer.from("Message-ID: <x@savanna.test>\r\n\r\n"), [address], path);
    return takeReport(given.database, given.deps, box.mails().at(-1)?.raw ?? Buffer.alloc(0));
  };
  const listed = async (address: string) => (await given.ask("suppressions", { query: { q: address } })).body.data[0];

  test("a bounce that is quicker than our own note of what was sent is not lost", async () => {
    const { id, path } = await sendTo("gone.quickly@mail.test");
    const become = (status: string) =>
      inAccount(given.database.db, savanna, (trx) =>
        sql`update email.recipients set status = ${status} where customer_account = ${savanna} and mailing_id = ${id}`.execute(
          trx,
        ),
      );
    await become("sending");
    const taken = reported("gone.quickly@mail.test", path);
    await become("sent");
    expect(await taken).toBe("bounced");
    expect((await given.ask("mailing", { params: { id } })).body).toMatchObject({ bounced: 1, sent: 0 });
  });

  test("a bounce marks the mail and suppresses the address, once however often it comes", async () => {
    const { id, path } = await sendTo("gone@mail.test");
    expect(await reported("gone@mail.test", path)).toBe("bounced");
    await reported("gone@mail.test", path.toUpperCase());
    expect((await given.ask("mailing", { params: { id } })).body).toMatchObject({
      bounced: 1,
      sent: 0,
      charged_cents: 10,
    });
    expect(await listed("gone@mail.test")).toMatchObject({ source: "bounce", expires_at: null });
  });

  test("the summary counts an email that came back as the email's own page does: bounced, and no more as sent", async () => {
    const figures = async () => {
      const { sent, bounced } = (await given.ask("emailSummary")).body;
      return { sent, bounced };
    };
    const before = await figures();
    const { path } = await sendTo("gone.later@mail.test");
    expect(await figures()).toEqual({ ...before, sent: before.sent + 1 });
    await reported("gone.later@mail.test", path);
    expect(await figures()).toEqual({ ...before, bounced: before.bounced + 1 });
  });

  test("a full mailbox suppresses only after five of them, and for a while", async () => {
    for (let n = 0; n < 5; n++) {
      expect(await listed("full@mail.test")).toBeUndefined();
      const { path } = await sendTo("full@mail.test");
      await reported("full@mail.test", path);
    }
    expect(await listed("full@mail.test")).toMatchObject({ source: "bounce", expires_at: expect.any(String) });
  });

  test("a complaint suppresses; a report to an address that we did not make does nothing", async () => {
    const { id, path } = await sendTo("spam@mail.test");
    expect(
      await reported(
        "spam@mail.test",
        path.replace(/.@/, (sign) => (sign === "0@" ? "1@" : "0@")),
      ),
    ).toBe("not ours");
    expect(await listed("spam@mail.test")).toBeUndefined();
    expect(await reported("spam@mail.test", path)).toBe("complaint");
    expect((await given.ask("mailing", { params: { id } })).body).toMatchObject({ complaints: 1, sent: 1 });
    expect(await listed("spam@mail.test")).toMatchObject({ source: "complaint" });
  });

  test("the link shows and changes nothing; a post acts without signing in, and so does a mail to its address", async () => {
    const { id, mail } = await sendTo("leaver@mail.test");
    const params = { token: unsubscribePath(mail?.text ?? "") };
    expect((await given.ask("unsubscribeInfo", { params }, "guest")).body).toEqual({
      ...{ address: "leaver@mail.test", sender: "Savanna Traders", unsubscribed: false },
      ...{ list: "", stopped: false, may_return: false, lists: [] },
    });
    expect(await listed("leaver@mail.test")).toBeUndefined();
    for (const _ of [1, 2]) expect((await given.ask("unsubscribe", { params }, "guest")).status).toBe(200);
    expect(await listed("leaver@mail.test")).toMatchObject({ source: "unsubscribe" });
    expect((await given.ask("mailing", { params: { id } })).body.unsubscribes).toBe(1);
    expect((await given.ask("unsubscribe", { params: { token: `${params.token}0` } }, "guest")).status).toBe(404);
    // Written to alone they still get an answer.
    await given.ended(await given.send({ kind: "single", addresses: "leaver@mail.test", subject: "Your question" }));
    expect(given.host.mails({ to: "leaver@mail.test", text: "Your question" })).toHaveLength(1);

    const writer = await sendTo("writer@mail.test");
    const raw = Buffer.from(
      `From: writer@mail.test\r\nTo: <${/mailto:([^?>]+)/.exec(writer.mail?.headers["list-unsubscribe"] ?? "")?.[1]}>\r\nSubject: unsubscribe\r\n\r\n`,
    );
    expect(await takeReport(given.database, given.deps, raw)).toBe("unsubscribed");
    expect(await listed("writer@mail.test")).toMatchObject({ source: "unsubscribe" });
  });

  test("staff add, import, expire and take off; figures add up", async () => {
    const added = await given.ask("addSuppressions", {
      body: { addresses: "One <one@x.test>\ntwo@x.test, nonsense\none@x.test", source: "import", until: "2199-01-01" },
    });
    expect(added.body).toMatchObject({ added: 2, already: 0, refused: [{ line: 2, written: "nonsense" }] });
    const { id } = await listed("one@x.test");
    expect((await given.ask("removeSuppression", { params: { id } })).status).toBe(201);
    expect(await listed("one@x.test")).toBeUndefined();
    const { body } = await given.ask("emailSummary");
    expect(body.days.reduce((sum: number, day: { sent: number }) => sum + day.sent, 0)).toBe(body.sent);
    expect(body).toMatchObject({ complaints: 1, unsubscribes: 2, proved_domains: 1 });
  });
});

test("a person's data comes out, and an erasure leaves counts and the suppressed address", async () => {
  const whom = { msisdn: null, email: "gone@mail.test" };
  const service = async (name: string) => {
    const { serviceToken } = await import("../../services/kit/principal");
    const { inProcess } = await import("../../services/kit/client");
    const { emailService } = await import("../../services/email/service");
    const { surroundings } = await import("../setup/people");
    const served = emailService(given.database, given.deps, surroundings({}));
    const client = inProcess(served, { requestId: "t", address: "", token: serviceToken(given.deps.secret, savanna) });
    return (client as never as Record<string, (input: object) => Promise<{ status: number; body: never }>>)[name]?.({
      body: whom,
    });
  };
  const archive = (await service("personData"))?.body as { sections: { kind: string }[] } | undefined;
  expect(archive?.sections.map(({ kind }) => kind)).toEqual([
    "Emails sent to them",
    "Emails that came back",
    "Suppressed address",
  ]);
  expect((await service("erasePerson"))?.status).toBe(200);
  const after = (await service("personCounts"))?.body as { data: { kind: string }[] } | undefined;
  expect(after?.data.map(({ kind }) => kind)).toEqual(["Suppressed address"]);
});

describe("domains and who may", () => {
  test("a domain is proved by its records, whatever stands beside them", async () => {
    const { body: domain } = await given.ask("addDomain", { body: { domain: "https://www.Shop.test/" } });
    expect(domain).toMatchObject({ domain: "shop.test", proved: false });
    const check = async () => (await given.ask("checkDomain", { params: { id: domain.id } })).body;
    expect((await check()).records.map(({ state }: { state: string }) => state)).toEqual([
      "missing",
      "missing",
      "missing",
    ]);
    const [dkim, , dmarc] = domain.records;
    given.dns.set(dkim.name, [dkim.value.replace("; p=", ";p=")]);
    given.dns.set("shop.test", ["google-site=1", "v=spf1 include:_spf.google.com ~all"]);
    given.dns.set(dmarc.name, ["v=DMARC1; p=reject; rua=mailto:a@shop.test"]);
    expect((await check()).records.map(({ state }: { state: string }) => state)).toEqual([
      "found",
      "different",
      "found",
    ]);
    given.dns.set("shop.test", [`v=spf1 include:_spf.google.com include:${bounceDomain} -all`]);
    expect((await check()).proved).toBe(true);
    given.dns.delete(dkim.name);
    expect((await check()).proved).toBe(false);
  });

  test("a signature keeps its words and loses what runs or loads", async () => {
    const html =
      '<p onclick="x()">Asha</p><script>alert(1)</script><img src="https://evil.test/p.gif"><style>p{}</style>';
    const { body } = await given.ask("setSignature", { params: { scope: "own" }, body: { html } });
    expect(body.html).toBe("<p>Asha</p>");
    await given.ended(await given.send({ kind: "single", addresses: "signed@mail.test" }));
    expect(given.host.mails({ to: "signed@mail.test" })[0]?.text).toContain("-- \nAsha");
  });

  test.each([
    ["viewer", "createMailing", 403],
    ["nobody", "mailings", 403],
    ["viewer", "mailings", 200],
    ["guest", "mailings", 401],
  ] as const)("%s: %s answers %i", async (who, call, status) => {
    const body = call === "createMailing" ? { body: given.form({ kind: "single", addresses: "a@b.test" }) } : {};
    expect((await given.ask(call, body, who)).status).toBe(status);
  });
});

/** A mail host that takes a mail and hangs up before it says so. */
function startBreaking(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write("220 mail\r\n");
    let data = false;
    socket.on("data", (chunk) => {
      if (data) return void (chunk.includes("\r\n.\r\n") && socket.destroy());
      for (const line of chunk.toString().split("\r\n").filter(Boolean)) {
        if (/^EHLO/i.test(line)) socket.write("250-mail\r\n250 SIZE 10000000\r\n");
        else if (/^DATA/i.test(line)) {
          data = true;
          socket.write("354 go on\r\n");
        } else socket.write("250 ok\r\n");
      }
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
