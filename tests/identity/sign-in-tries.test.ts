import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { identityService } from "../../services/identity/service";
import { inProcess } from "../../services/kit/client";
import { asOwner } from "../setup/database";
import { caller, surroundings } from "../setup/people";
import { grant, openedAccount, type SignUpFixture, secretIn, signUpFixture, strong } from "./sign-up-fixture";

const njeri = "njeri@shamba.test";
let fixture: SignUpFixture;
let token: string;

beforeAll(async () => {
  fixture = await signUpFixture();
  ({ token } = await openedAccount(fixture, njeri));
});
beforeEach(() => asOwner(fixture.database.url, "delete from identity.attempts"));
afterAll(() => fixture.stop());

const wrong = (email = njeri) => grant(email, "wrong-password-1");
const right = grant(njeri, strong);

async function statuses(answers: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** 200 wrong passwords for one name, from 25 addresses: as many as are judged. */
async function guessFromEverywhere(): Promise<void> {
  for (let round = 0; round < 8; round++)
    expect(await statuses(times(25, (i) => fixture.ask(`41.90.0.${i}`).token(wrong())))).toEqual({ 401: 25 });
}

async function browserOf(session: string, before?: string): Promise<string> {
  const answer = await fixture.ask("10.0.0.1", session).rememberBrowser({ body: before ? { browser: before } : {} });
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer.body.browser;
}

const from = (browser: string, form: typeof right) => ({ body: { ...form.body, browser } });

describe("tries to sign in", () => {
  test("fifty at once from one address: ten are judged", async () => {
    expect(await statuses(times(50, () => fixture.ask("41.90.1.1").token(wrong())))).toEqual({ 401: 10, 429: 40 });
  });

  test("one IPv6 subscriber is one address, whichever of its addresses it uses", async () => {
    const asked = times(14, (i) => fixture.ask(`2c0f:fe38:1:2::${i + 1}`).token(wrong()));
    expect(await statuses(asked)).toEqual({ 401: 10, 429: 4 });
    expect((await fixture.ask("2c0f:fe38:1:3::1").token(right)).status).toBe(200);
  });

  test("a right password forgives the wrong ones before it", async () => {
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 9; tries++) expect((await fixture.ask("41.90.1.2").token(wrong())).status).toBe(401);
      expect((await fixture.ask("41.90.1.2").token(right)).status).toBe(200);
    }
  });

  test("more than sixty in a burst from one client are refused with the time to wait, and no one else is", async () => {
    const asked = times(70, (i) => fixture.ask(`2c0f:fe38:2:2::${i + 1}`).token(wrong(`n${i}@shamba.test`)));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThan(70);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ message: expect.stringMatching(/^Too many tries. Wait (a|\d+) second/) });
    expect((await fixture.ask("2c0f:fe38:2:3::1").token(right)).status).toBe(200);
  });

  test("a neighbour's typing errors keep no one behind the same address out", async () => {
    for (let tries = 0; tries < 12; tries++) await fixture.ask("41.90.1.3").token(wrong("neighbour@shamba.test"));
    for (let i = 0; i < 45; i++) await fixture.ask("41.90.1.3").token(wrong(`n${i % 5}@shamba.test`));
    expect((await fixture.ask("41.90.1.3").token(right)).status).toBe(200);
  });

  test("an address that tries three hundred names is refused, but for a browser that signed in before", async () => {
    const browser = await browserOf(token);
    await asOwner(fixture.database.url, "insert into identity.attempts (key, times) values ('address 41.90.1.4', 300)");
    expect((await fixture.ask("41.90.1.4").token(right)).status).toBe(429);
    expect((await fixture.ask("41.90.1.4").token(from(browser, right))).status).toBe(200);
  });
});

describe("while others guess at a name", () => {
  test("right and wrong are answered alike, and whoever was right is mailed a link that signs in once", async () => {
    await guessFromEverywhere();
    const failed = await fixture.ask("41.91.0.1").token(wrong());
    expect(await fixture.mails()).toEqual([]);
    const answer = await fixture.ask("41.91.0.2").token(right);
    expect(answer).toEqual(failed);
    expect(answer).toMatchObject({ status: 202, body: { next: "link" } });
    const [mail, ...more] = await fixture.mails();
    expect(more).toEqual([]);
    expect(mail?.to).toBe(njeri);
    const link = { body: { token: secretIn(mail, "/login/link/") } };
    const entered = await fixture.ask().signInLink(link);
    expect(entered.status).toBe(200);
    if (entered.status !== 200) return;
    expect((await fixture.ask("10.0.0.1", entered.body.access_token).details()).status).toBe(200);
    expect((await fixture.ask().signInLink(link)).status).toBe(404);
  }, 60_000);

  test("a browser that signed in here before has a counter of its own", async () => {
    const browser = await browserOf(token);
    await guessFromEverywhere();
    expect((await fixture.ask("41.90.0.1").token(from(browser, right))).status).toBe(200);
    const asked = times(12, () => fixture.ask("41.90.0.1").token(from(browser, wrong())));
    expect(await statuses(asked)).toEqual({ 401: 10, 429: 2 });
  }, 60_000);

  test("without an email host the right password still opens", async () => {
    const alone = identityService(fixture.database, "jibu-web", surroundings({}), { canMail: false });
    await asOwner(fixture.database.url, `insert into identity.attempts (key, times) values ('name ${njeri}', 200)`);
    const ask = inProcess(alone, { ...caller(""), address: "41.91.0.3" });
    expect((await ask.token(wrong())).status).toBe(401);
    expect((await ask.token(right)).status).toBe(200);
  });
});

describe("a known browser", () => {
  test("is known to whoever signed in with it, several people of a shared one, and to no one else", async () => {
    const other = await openedAccount(fixture, "otieno@shamba.test");
    const shared = await browserOf(other.token, await browserOf(token));
    await asOwner(fixture.database.url, "delete from identity.attempts");
    for (const email of [njeri, "otieno@shamba.test"]) {
      for (let tries = 0; tries < 10; tries++) await fixture.ask("41.92.0.1").token(wrong(email));
      expect((await fixture.ask("41.92.0.1").token(grant(email, strong))).status).toBe(429);
      expect((await fixture.ask("41.92.0.1").token(from(shared, grant(email, strong)))).status).toBe(200);
    }
    const otienos = await browserOf(other.token);
    expect((await fixture.ask("41.92.0.1").token(from(otienos, right))).status).toBe(429);
  });

  test.each([
    ["forged", "id.name.mac"],
    ["empty", ""],
    ["of another form", "..."],
  ])("%s is none", async (_, browser) => {
    for (let tries = 0; tries < 10; tries++) await fixture.ask("41.92.0.2").token(from(browser, wrong()));
    expect((await fixture.ask("41.92.0.2").token(from(browser, right))).status).toBe(429);
  });
});
