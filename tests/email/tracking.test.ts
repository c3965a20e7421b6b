import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emailLinks, linkTarget, trackedContent } from "../../services/email/tracking/links";
import { inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import { emailFixture, type Fixture, lakeside, savanna } from "./fixtures";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
let given: Fixture;

beforeAll(async () => {
  given = await emailFixture();
  given.work();
});
afterAll(() => given?.stop());

const count = (enabled: boolean, token: "owner" | "other" = "owner") =>
  given.ask("setTracking", { body: { enabled } }, token);

const body =
  "Dear {{first_name|customer}}, see [the shop](https://shop.test/?a=1&town={{town|Kisumu}}) or https://shop.test/plain.";

/** Sends one mail and lets an hour pass. */
async function sendTo(address: string, more: object = {}) {
  const group = await given.group([{ email: address, name: "Asha Otieno", fields: { town: "Homa Bay & more" } }]);
  const id = await given.send({ group_ids: [group], body, ...more });
  await given.ended(id);
  await passHour(id);
  const [mail] = given.host.mails({ to: address });
  return { id, html: mail?.html ?? "", text: mail?.text ?? "" };
}

function passHour(id: number): Promise<unknown> {
  return inAccount(given.database.db, savanna, (trx) =>
    sql`update email.recipients set sent_at = now() - interval '1 hour', first_try = now() - interval '1 hour'
      where customer_account = ${savanna} and mailing_id = ${id}`.execute(trx),
  );
}

const openToken = (html: string) => /\/mail\/open\/([\w.-]+)"/.exec(html)?.[1] ?? "";
const clicks = (text: string) =>
  [...text.matchAll(/\/mail\/click\/([\w.-]+)\/(\d+)/g)].map(([, token = "", link]) => ({ token, link: Number(link) }));

async function asGuest(name: "recordOpen" | "recordClick", params: object, agent = firefox, ahead = false) {
  return given.ask(name, { params, body: { ahead } }, "guest", agent);
}

const figures = async (id: number) => {
  const { opened, clicked, prefetched, tracked } = (await given.ask("mailing", { params: { id } })).body;
  return { opened, clicked, prefetched, tracked };
};

describe("links of a content", () => {
  const content = {
    html: '<body><a class="x" href="https://a.test/?x=1&amp;y={{ f.town | default: d.town | url_encode }}">A</a><a href="{{ unsubscribe }}">U</a><a href="mailto:a@a.test">M</a></body>',
    text: "A (https://a.test/one_(two)), https://a.test/{{ '{' }}b{{ f.town | default: d.town }}! https://{{ f.town }}.test/ {{ unsubscribe }}",
  };
  const links = emailLinks(content);

  test("each is found once, without what stands behind it", () => {
    expect(links).toEqual([
      { template: "https://a.test/?x=1&amp;y={{ f.town | default: d.town | url_encode }}", escaped: true },
      { template: "https://a.test/one_(two)", escaped: false },
      { template: "https://a.test/{{ '{' }}b{{ f.town | default: d.town }}", escaped: false },
    ]);
  });

  test("they lead through us, in both parts; others stay, and the picture is the last thing", () => {
    const { html, text } = trackedContent(content, links);
    expect(html).toContain('href="{{ clicks }}/0"');
    expect(html).toContain('href="{{ unsubscribe }}"');
    expect(html).toContain('href="mailto:a@a.test"');
    expect(html).toMatch(/<img src="\{\{ opens \}\}"[^>]*><\/body>$/);
    expect(text).toBe("A ({{ clicks }}/1), {{ clicks }}/2! https://{{ f.town }}.test/ {{ unsubscribe }}");
  });

  test("a link leads where the reader's values say, and only to the web", () => {
    const values = { defaults: [], missing: { town: "Kisumu" }, fields: { town: "A & B" } };
    expect(links.map((link) => linkTarget(link, values))).toEqual([
      "https://a.test/?x=1&y=A+%26+B",
      "https://a.test/one_(two)",
      "https://a.test/%7BbA%20&%20B",
    ]);
    expect(linkTarget({ template: "javascript:alert(1)", escaped: false }, values)).toBeUndefined();
  });
});

describe("the setting", () => {
  test("is off at first: links lead where they lead, and nothing is counted", async () => {
    expect((await given.ask("tracking")).body).toEqual({ enabled: false, changed_by: "", changed_at: null });
    const { id, html, text } = await sendTo("off@mail.test");
    expect(html).toContain("https://shop.test/?a=1&amp;town=Homa+Bay+%26+more");
    expect(`${html}${text}`).not.toContain("/mail/");
    expect(await figures(id)).toEqual({ opened: 0, clicked: 0, prefetched: 0, tracked: false });
  });

  test("is of one account, changed by whoever may send, and is in its activities", async () => {
    expect((await given.ask("setTracking", { body: { enabled: true } }, "viewer")).status).toBe(403);
    expect((await count(true)).body).toMatchObject({ enabled: true, changed_at: expect.any(String) });
    await count(true);
    expect((await given.ask("tracking", {}, "other")).body.enabled).toBe(false);
    const { rows } = await inAccount(given.database.db, savanna, (trx) =>
      sql<{ description: string }>`select description from events.activities
        where customer_account = ${savanna} and action = 'Email opens and clicks changed'`.execute(trx),
    );
    expect(rows).toEqual([{ description: "Opens and clicks of emails are counted" }]);
  });
});

describe("opens and clicks", () => {
  test("each recipient counts once, and programs are apart", async () => {
    await count(true);
    const { id, html, text } = await sendTo("reader@mail.test");
    const token = openToken(html);
    expect((await asGuest("recordOpen", { token }, "Mozilla/5.0")).status).toBe(200);
    await asGuest("recordOpen", { token }, firefox, true);
    expect(await figures(id)).toEqual({ opened: 0, clicked: 0, prefetched: 1, tracked: true });
    for (const _ of [1, 2]) await asGuest("recordOpen", { token });
    expect(await figures(id)).toMatchObject({ opened: 1, clicked: 0, prefetched: 1 });
    const [first] = clicks(html);
    expect((await asGuest("recordClick", first ?? {})).body).toEqual({
      target: "https://shop.test/?a=1&town=Homa+Bay+%26+more",
    });
    const plain = clicks(text).at(-1);
    expect((await asGuest("recordClick", plain ?? {})).body).toEqual({ target: "https://shop.test/plain" });
    expect(await figures(id)).toMatchObject({ opened: 1, clicked: 1, prefetched: 1 });
    const { body: found } = await given.ask("recipients", { params: { id }, query: { status: "clicked" } });
    expect(found.data).toMatchObject([{ address: "reader@mail.test", opens: 2, clicks: 2, prefetches: 2 }]);
    expect(found.data[0].opened_at).toEqual(expect.any(String));
    expect((await given.ask("recipients", { params: { id }, query: { status: "opened" } })).body.total).toBe(1);
  });

  test("each link has its people and programs, wherever in the mail it stands, and says who followed it", async () => {
    await count(true);
    const { id, html, text } = await sendTo("links@mail.test");
    const links = async () => (await given.ask("mailingLinks", { params: { id } })).body;
    const [shop] = clicks(html);
    // The same address in the text part is the same link.
    const same = clicks(text)[0];
    expect(same?.link).not.toBe(shop?.link);
    for (const link of [shop, same]) await asGuest("recordClick", link ?? {});
    await asGuest("recordClick", clicks(text).at(-1) ?? {}, "Mozilla/5.0");
    expect(await links()).toMatchObject({
      total: 2,
      data: [
        { url: "https://shop.test/?a=1&town={{town}}", people: 1, clicks: 2, programs: 0 },
        { url: "https://shop.test/plain", people: 0, clicks: 0, programs: 1 },
      ],
    });
    const [{ link: first }, { link: second }] = (await links()).data;
    const who = async (link: number) => (await given.ask("recipients", { params: { id }, query: { link } })).body.data;
    expect(await who(first)).toMatchObject([{ address: "links@mail.test" }]);
    expect(await who(second)).toEqual([]);
    expect((await given.ask("mailingLinks", { params: { id } }, "other")).status).toBe(404);
  });

  test("the unsubscribe link stays as it is, in both parts and in the header", async () => {
    const { html, text } = await sendTo("leave@mail.test");
    expect(html).toMatch(/href="https:\/\/jibu\.test\/unsubscribe\/[\w.-]+"/);
    expect(text).toMatch(/Unsubscribe: https:\/\/jibu\.test\/unsubscribe\//);
  });

  test("who clicks without pictures has opened it; what comes right after sending is a program", async () => {
    const { id, html } = await sendTo("click@mail.test");
    await inAccount(given.database.db, savanna, (trx) =>
      sql`update email.recipients set sent_at = now() where customer_account = ${savanna} and mailing_id = ${id}`.execute(
        trx,
      ),
    );
    const [first] = clicks(html);
    expect((await asGuest("recordClick", first ?? {})).status).toBe(200);
    expect(await figures(id)).toMatchObject({ opened: 0, clicked: 0, prefetched: 1 });
    await passHour(id);
    await asGuest("recordClick", first ?? {});
    expect(await figures(id)).toMatchObject({ opened: 1, clicked: 1, prefetched: 1 });
  });

  test("a code that is not ours, of the other kind, or a link that is not in the mail leads nowhere", async () => {
    const { id, html } = await sendTo("safe@mail.test");
    const [{ token, link } = { token: "", link: 0 }] = clicks(html);
    const wrong = [
      { token: `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`, link },
      { token: token.replace(savanna, lakeside), link },
      { token: openToken(html), link },
      { token, link: 99 },
    ];
    for (const params of wrong) expect((await asGuest("recordClick", params)).status).toBe(404);
    expect((await asGuest("recordOpen", { token })).status).toBe(404);
    for (let n = 0; n < 40; n++) await asGuest("recordOpen", { token: "guess" });
    expect((await asGuest("recordOpen", { token: "guess" })).status).toBe(429);
    expect(await figures(id)).toMatchObject({ opened: 0, clicked: 0, prefetched: 0 });
  });

  test("a flood of requests is answered and no longer counted", async () => {
    const { id, html } = await sendTo("flood@mail.test");
    for (let n = 0; n < 50; n++) expect((await asGuest("recordOpen", { token: openToken(html) })).status).toBe(200);
    const { body: found } = await given.ask("recipients", { params: { id } });
    expect(found.data[0].opens).toBeLessThan(40);
  });

  test("switched off later, links still lead on and nothing is counted", async () => {
    const { id, html } = await sendTo("later@mail.test");
    await count(false);
    const [first] = clicks(html);
    expect((await asGuest("recordClick", first ?? {})).status).toBe(200);
    await asGuest("recordOpen", { token: openToken(html) });
    expect(await figures(id)).toEqual({ opened: 0, clicked: 0, prefetched: 0, tracked: true });
    await count(true);
  });
});

test("a preview has the links as they are", async () => {
  const { id } = await sendTo("preview@mail.test");
  const { html, text } = (await given.ask("renderMailing", { params: { id } })).body;
  expect(html).toContain("https://shop.test/?a=1");
  expect(`${html}${text}`).not.toContain("/mail/");
});

test("opens and clicks are in a person's archive, go with an erasure, and are not counted afterwards", async () => {
  const { id, html } = await sendTo("subject@mail.test");
  await asGuest("recordOpen", { token: openToken(html) });
  await asGuest("recordClick", clicks(html)[0] ?? {});
  const whom = { msisdn: null, email: "subject@mail.test" };
  const service = async (name: string) => {
    const { emailService } = await import("../../services/email/service");
    const { surroundings } = await import("../setup/people");
    const served = emailService(given.database, given.deps, surroundings({}));
    const client = inProcess(served, { requestId: "t", address: "", token: serviceToken(given.deps.secret, savanna) });
    const call = (client as never as Record<string, (input: object) => Promise<{ status: number; body: never }>>)[name];
    return call?.({ body: whom });
  };
  const archive = (await service("personData"))?.body as
    | { sections: { kind: string; rows: Record<string, unknown>[] }[] }
    | undefined;
  const section = archive?.sections.find(({ kind }) => kind === "Opens and clicks of emails");
  expect(section?.rows).toMatchObject([
    { opens: 1, clicks: 1, links: [expect.stringContaining("https://shop.test/")] },
  ]);
  expect((await service("erasePerson"))?.status).toBe(200);
  await asGuest("recordOpen", { token: openToken(html) });
  const { rows } = await inAccount(given.database.db, savanna, (trx) =>
    sql`select from email.engagement where customer_account = ${savanna} and mailing_id = ${id}
      union all select from email.link_clicks where customer_account = ${savanna} and mailing_id = ${id}`.execute(trx),
  );
  expect(rows).toHaveLength(0);
  // The figures of the mailing stay.
  expect(await figures(id)).toMatchObject({ opened: 1 });
});
