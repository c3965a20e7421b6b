import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { contract } from "../../services/kit/contract";
import { inAccount } from "../../services/kit/database";
import { serve } from "../../services/kit/serve";
import { linkCalls } from "../../services/messaging/contract.links";
import { erasePerson, forgetSome } from "../../services/messaging/person/erase";
import { linkHandlers } from "../../services/messaging/short-links/service";
import { caller, person, surroundings } from "../setup/people";
import { blastStage, lakeside, phone, type Stage, savanna } from "./blasts.fixtures";
import { fakeCarrier } from "./fake-carrier";

const standard = "https://jibu.example";
const target = "https://savanna.co.ke/offers?from=sms";
const people = {
  owner: person(),
  sender: person({ roles: [], permissions: ["Send bulk message"] }),
  other: person({ customer_account: lakeside }),
};
const ours = new Set(["go.savanna.co.ke", "go.lakeside.co.ke"]);
const fake = fakeCarrier();
/** The clock of who follows links, in seconds. */
let clock = Date.parse("2026-11-25T09:00:00Z") / 1000;
let fixture: Stage;
let served: ReturnType<typeof serveLinks>;
const serveLinks = () => {
  const deps = {
    ...fixture.deps,
    isOurDomain: async (domain: string) => ours.has(domain),
    now: () => new Date(clock * 1000),
  };
  const around = { ...surroundings(people), log: { error: (fields: object) => void fixture.faults.push(fields) } };
  return serve(contract("messaging", linkCalls), linkHandlers(fixture.database, deps), around);
};
type Answered = { status: number; body: { data: Record<string, unknown>[] } & Record<string, unknown> };
const ask = async (name: keyof typeof linkCalls, input: object, token?: string) =>
  (await served.call(name, input as never, caller(token ?? ""))) as unknown as Answered;
const set = (short_links: boolean, link_domain = "", token = "owner", promotional_links = false) =>
  ask("setLinkSettings", { body: { short_links, promotional_links, link_domain } }, token);
const follow = (code: string, program = false) => ask("followLink", { params: { code }, body: { program } });

beforeAll(async () => {
  fixture = await blastStage({ standardLinks: () => standard });
  served = serveLinks();
  await fixture.work(fake.carrier, { window: 10 });
});
afterEach(() => expect(fixture.faults).toEqual([]));
afterAll(() => fixture.close());

/** The codes that recipients got, by number. */
function codesOf(text: string): Map<string, string> {
  const sent = fake.sent.filter((sms) => sms.text.startsWith(text));
  return new Map(sent.map((sms) => [sms.to, /\/l\/(\w+)/.exec(sms.text)?.[1] ?? ""]));
}

test("links stay as they are until the account wants short ones", async () => {
  expect(await ask("linkSettings", {}, "owner")).toMatchObject({
    status: 200,
    body: { short_links: false, promotional_links: false, link_domain: "", standard },
  });
  const made = await fixture.draft({ kind: "express", numbers: phone(1), body: `Off ${target}` });
  expect(made).toMatchObject({ body: `Off ${target}`, links: [] });
});

test("who may not manage settings can't switch them on, and a domain that leads elsewhere is refused", async () => {
  expect((await set(true, "", "sender")).status).toBe(403);
  expect(await set(true, "elsewhere.co.ke")).toMatchObject({
    status: 422,
    body: { errors: { link_domain: [expect.stringContaining("don't arrive here")] } },
  });
  expect((await set(true, "go.savanna.co.ke")).status).toBe(200);
  expect(await set(true, "go.savanna.co.ke", "other")).toMatchObject({
    status: 422,
    body: { errors: { link_domain: ["go.savanna.co.ke is used by another account."] } },
  });
});

test("each recipient gets a link of their own, as long as the price said, and its visits are counted", async () => {
  await set(true, "go.savanna.co.ke");
  const form = { kind: "express", numbers: [1, 2, 3].map(phone).join("\n"), body: `Offer ${target}!` } as const;
  const priced = await fixture.price(form);
  const sample = priced.samples[0]?.text ?? "";
  expect(sample).toMatch(/^Offer https:\/\/go\.savanna\.co\.ke\/l\/\w{13}!$/);
  const sent = await fixture.send(form);
  expect(sent.links).toMatchObject([{ position: 0, target, people: 0, clicks: 0, programs: 0 }]);
  await fixture.settled(sent.id);
  const codes = codesOf("Offer ");
  expect(new Set(codes.values()).size).toBe(3);
  for (const sms of fake.sent.filter(({ text }) => text.startsWith("Offer "))) {
    expect(sms.text).toHaveLength(sample.length);
    expect(sms.text).not.toContain(target);
  }

  const [first = "", second = ""] = [...codes.values()];
  expect(await follow(first)).toMatchObject({ status: 200, body: { target } });
  // A second tap at once is the same click; a later one is another.
  await follow(first);
  clock += 4;
  await follow(first);
  clock += 5;
  await follow(first);
  await follow(first, true);
  await follow(second, true);
  // The link of the text itself leads to the page and belongs to no recipient.
  expect(await follow(sent.links[0]?.link.slice(-13) ?? "")).toMatchObject({ status: 200, body: { target } });
  expect((await fixture.detail(sent.id)).links).toMatchObject([{ people: 1, clicks: 2, programs: 2 }]);

  const clicks = (query: object, token = "owner") => ask("linkClicks", { params: { id: sent.id }, query }, token);
  expect((await clicks({})).body.data).toMatchObject([
    { msisdn: [...codes.keys()][1], target, clicks: 0, programs: 1, first_at: null },
    { msisdn: [...codes.keys()][0], target, clicks: 2, programs: 1, first_at: expect.any(String) },
  ]);
  expect((await clicks({ by: "people" })).body.data).toHaveLength(1);
  expect((await clicks({}, "other")).status).toBe(404);
});

test("a link of a promotional message stays as it is unless the account says that its carrier allows short ones", async () => {
  const form = { kind: "express", sender: "OFFERS", numbers: phone(1), body: `Sale ${target}` } as const;
  const links = async (sender: string) =>
    (((await fixture.ask("senders")).body as { data?: unknown }).data as { sender: string; links: string }[]).find(
      (one) => one.sender === sender,
    )?.links;
  expect((await fixture.draft(form)).body).toContain(target);
  expect(await links("OFFERS")).toBeNull();
  expect(await links("SAVANNA")).toBe("https://go.savanna.co.ke");
  await set(true, "go.savanna.co.ke", "owner", true);
  expect((await fixture.draft(form)).body).toMatch(/^Sale https:\/\/go\.savanna\.co\.ke\/l\/\w{13} /);
  expect(await links("OFFERS")).toBe("https://go.savanna.co.ke");
  await set(true, "go.savanna.co.ke");
});

test("a link that is opened again and again leads on, and is not written down each time", async () => {
  const code = [...codesOf("Offer ").values()][2] ?? "";
  const counted = async () =>
    (await fixture.rows<{ sum: number }>("select sum(clicks + programs)::int as sum from messaging.link_clicks"))[0]
      ?.sum ?? 0;
  const before = await counted();
  for (let i = 0; i < 50; i++) {
    clock += 10;
    expect((await follow(code)).status).toBe(200);
  }
  expect((await counted()) - before).toBeLessThan(40);
});

test("nothing but a stored link leads anywhere, and a code that was guessed counts nobody", async () => {
  for (const code of ["", "check", "x".repeat(13), "https://evil.example", "../login", "a".repeat(80)])
    expect((await follow(code)).status, code).toBe(404);
  const [code = ""] = codesOf("Offer ").values();
  const before = await fixture.rows("select * from messaging.link_clicks order by id");
  await follow(`${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`);
  expect(await fixture.rows("select * from messaging.link_clicks order by id")).toEqual(before);
});

test("whoever guesses links is slowed down, and links that are there lead on", async () => {
  const [code = ""] = codesOf("Offer ").values();
  const guesses = Array.from({ length: 100 }, (_, i) => `Zz${String(i).padStart(11, "0")}`);
  const answers = await Promise.all(guesses.map((guess) => follow(guess)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
  expect((await follow(code)).status).toBe(200);
});

async function erase(msisdn: string): Promise<void> {
  // No receipt comes so late: nothing is on its way.
  await fixture.rows(
    "update messaging.messages set submitted_at = now() - interval '4 days' where submitted_at < now()",
  );
  await inAccount(fixture.database.db, savanna, (trx) => erasePerson(trx, savanna, { msisdn, email: null }));
}

test("an erased person's visits are gone, and no more are counted", async () => {
  const [[number = "", code = ""] = []] = codesOf("Offer ");
  await erase(number);
  const seq = `select k.seq from messaging.link_clicks k join messaging.messages m using (customer_account, blast_id, seq)
    where m.msisdn like 'erased-%'`;
  expect(await fixture.rows(seq)).toEqual([]);
  clock += 3_600;
  expect(await follow(code)).toMatchObject({ status: 200, body: { target } });
  expect(await fixture.rows(seq)).toEqual([]);
});

test("where the links of a message to an erased person alone lead is erased too", async () => {
  const sent = await fixture.send({ kind: "express", numbers: phone(77), body: `Yours alone ${target}` });
  await fixture.settled(sent.id);
  const [[number = "", code = ""] = []] = codesOf("Yours alone ");
  expect((await follow(code)).status).toBe(200);
  await erase(number);
  expect([404, 429]).toContain((await follow(code)).status);
  expect((await fixture.detail(sent.id)).links).toEqual([]);
});

test("links expire with the texts that an account keeps no longer", async () => {
  const [code = ""] = codesOf("Offer ").values();
  expect((await follow(code)).status).toBe(200);
  await fixture.rows("update messaging.blasts set finished_at = now() - interval '2 years' where status = 'sent'");
  const forget = () =>
    inAccount(fixture.database.db, savanna, (trx) => forgetSome(trx, savanna, new Date(Date.now() - 365 * 86_400_000)));
  while ((await forget()).more);
  expect([404, 429]).toContain((await follow(code)).status);
  expect(
    await fixture.rows(
      "select code from messaging.link_codes c where exists (select from messaging.blasts b where b.id = c.blast_id and b.status = 'sent')",
    ),
  ).toEqual([]);
});
