import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusedShape } from "../../rules/password";
import { strength } from "../../rules/password-strength";
import { checkPassword } from "../../services/identity/passwords";
import { makeToken } from "../../services/identity/tokens";
import { inAccount } from "../../services/kit/database";
import { asOwner } from "../setup/database";
import { grant, openedAccount, rowsOf, type SignUpFixture, secretIn, signUpFixture, strong } from "./sign-up-fixture";

const next = "violin-tractor-mango-7";
let fixture: SignUpFixture;
beforeAll(async () => {
  fixture = await signUpFixture();
});
afterAll(() => fixture.stop());

describe("the rule for a new password", () => {
  const about = { email: "njeri.kamau@shamba.test", name: "Njeri Kamau", company: "Shamba Fresh" };

  test.each([
    "short",
    "ninechars",
    "aaaaaaaaaaaa",
    "abcabcabcabc",
    "1234567890",
    "0987654321",
    "qwertyuiop",
    "abcdefghijkl",
    "q1w2e3r4t5",
    "Password123",
    "dragondragon",
    "njeri.kamau@shamba.test",
    "NjeriKamau12",
    "Shamba Fresh!",
    "jibujibujibu",
    "x".repeat(201),
  ])("%s is refused, and the words say why", async (password) => {
    expect(await checkPassword(password, about)).toMatch(/\w+.*\.$/);
  });

  test.each([
    "karibu-demo-2026",
    strong,
    "ninaenda sokoni kesho",
    "T4#kq9!zzP0v",
    "пароль-для-всех-9",
    "🦒🦒🦓 giraffe",
  ])("%s is taken", async (password) => {
    expect(await checkPassword(password, about)).toBeUndefined();
  });

  test("a short company name forbids nothing by accident", () => {
    expect(refusedShape("wakati mzuri", { company: "Wak" })).toBeUndefined();
  });

  test("the hint grows with the words and never throws", () => {
    expect(strength("mango").word).toBe("Too short");
    expect(strength("mangomango").word).toBe("Weak");
    expect(strength("Nairobi2026").word).toBe("Weak");
    expect(strength(strong).word).toBe("Strong");
    for (const odd of ["", "\u0000".repeat(12), "\ud800".repeat(12), "a".repeat(1000)]) strength(odd);
  });
});

async function resetLink(email: string): Promise<string> {
  expect((await fixture.ask().forgotPassword({ body: { email } })).status).toBe(200);
  return secretIn((await fixture.mails()).at(-1), "/auth/password/");
}

describe("a forgotten password", () => {
  test("a link that works once, ends every session and says so by mail", async () => {
    const email = "forgot@shamba.test";
    const { token: session, account } = await openedAccount(fixture, email);
    const token = await resetLink(email.toUpperCase());
    const link = await fixture.ask().passwordLink({ body: { token } });
    expect(link).toMatchObject({ status: 200, body: { kind: "reset", email, company_name: "Shamba Fresh Ltd" } });
    expect((await fixture.ask().setPassword({ body: { token, password: "forgot@shamba.test" } })).status).toBe(422);
    const set = await fixture.ask().setPassword({ body: { token, password: next } });
    expect(set).toEqual({ status: 200, body: { kind: "reset", session: null } });
    expect((await fixture.ask("10.0.0.1", session).details()).status).toBe(401);
    expect((await fixture.mails()).map(({ subject }) => subject)).toEqual(["Your Jibu password was changed"]);
    expect((await fixture.ask().setPassword({ body: { token, password: strong } })).status).toBe(404);
    expect((await fixture.ask().token(grant(email, strong))).status).toBe(401);
    expect((await fixture.ask().token(grant(email, next))).status).toBe(200);
    const rows = await rowsOf(
      fixture,
      account,
      `select action from events.activities where customer_account = '${account}' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ action: "Password changed" }]);
  });

  test("says the same for an address without an account, and mails it nothing", async () => {
    const known = "same@shamba.test";
    await openedAccount(fixture, known);
    const [one, other] = await Promise.all(
      [known, "nobody@shamba.test"].map((email) => fixture.ask().forgotPassword({ body: { email } })),
    );
    expect(one).toEqual(other);
    expect((await fixture.mails()).map(({ to }) => to)).toEqual([known]);
  });

  test("a newer link ends the older ones; of two uses at once one wins", async () => {
    const email = "links@shamba.test";
    await openedAccount(fixture, email);
    const [first, second] = [await resetLink(email), await resetLink(email)];
    expect((await fixture.ask().setPassword({ body: { token: first, password: next } })).status).toBe(404);
    const both = await Promise.all(
      [second, second].map((token) => fixture.ask().setPassword({ body: { token, password: next } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("ends after an hour, and for someone who was sent away", async () => {
    const email = "late@shamba.test";
    const { account } = await openedAccount(fixture, email);
    const token = await resetLink(email);
    const { rows } = await asOwner(
      fixture.database.url,
      `select extract(epoch from expires_at - created_at)::int as seconds from identity.tokens where customer_account = '${account}'`,
    );
    expect(rows).toEqual([{ seconds: 3600 }]);
    await rowsOf(fixture, account, `update identity.users set active = false where customer_account = '${account}'`);
    expect((await fixture.ask().setPassword({ body: { token, password: next } })).status).toBe(404);
    await rowsOf(fixture, account, `update identity.users set active = true where customer_account = '${account}'`);
    await asOwner(
      fixture.database.url,
      `update identity.tokens set expires_at = now() where customer_account = '${account}'`,
    );
    expect((await fixture.ask().setPassword({ body: { token, password: next } })).status).toBe(404);
  });

  test("no one's mailbox is flooded", async () => {
    const email = "flood@shamba.test";
    await openedAccount(fixture, email);
    for (let n = 0; n < 12; n++) await fixture.ask().forgotPassword({ body: { email } });
    expect(await fixture.mails()).toHaveLength(8);
    const answers = [];
    for (let n = 0; n < 41; n++)
      answers.push((await fixture.ask("10.8.8.8").forgotPassword({ body: { email } })).status);
    expect(answers.at(-1)).toBe(429);
  });
});

describe("an invitation", () => {
  test("sets the first password and signs in; the link is good for three days and once", async () => {
    const { account } = await openedAccount(fixture, "inviter@shamba.test");
    const email = "invited@shamba.test";
    const token = await inAccount(fixture.database.db, account, async (trx) => {
      const { id: user } = await trx
        .insertInto("identity.users")
        .values({ customer_account: account, name: "Kevin Kiptoo", email })
        .returning("id")
        .executeTakeFirstOrThrow();
      return makeToken(trx, { account, user, kind: "invitation" });
    });
    expect((await fixture.ask().passwordLink({ body: { token } })).body).toMatchObject({ kind: "invitation", email });
    const set = await fixture.ask().setPassword({ body: { token, password: strong } });
    expect(set).toMatchObject({ status: 200, body: { kind: "invitation" } });
    const session = set.status === 200 ? (set.body.session?.access_token ?? "") : "";
    expect((await fixture.ask("10.0.0.1", session).details()).body).toMatchObject({ user: { email } });
    expect((await fixture.ask().setPassword({ body: { token, password: next } })).status).toBe(404);
  });

  test("an address that signs in elsewhere keeps its password there", async () => {
    const email = "elsewhere@shamba.test";
    await openedAccount(fixture, email);
    const { account } = await openedAccount(fixture, "other@shamba.test");
    const token = await inAccount(fixture.database.db, account, async (trx) => {
      const { id: user } = await trx
        .insertInto("identity.users")
        .values({ customer_account: account, name: "Twice", email })
        .returning("id")
        .executeTakeFirstOrThrow();
      return makeToken(trx, { account, user, kind: "invitation" });
    });
    expect((await fixture.ask().setPassword({ body: { token, password: next } })).status).toBe(409);
    expect((await fixture.ask().token(grant(email, strong))).status).toBe(200);
  });
});
