import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusedShape } from "../../rules/password";
import { strength } from "../../rules/password-strength";
import { checkPassword } from "../../services/identity/passwords";
import { makeToken } from "../../services/identity/tokens";
import { inAccount } from "../../services/kit/database";
import { asOwner } from "../setup/database";
import { grant, openedAccount, rowsOf, secretOf, strong, type WayIn, wayIn } from "./way-in";

const next = "violin-tractor-mango-7";
let way: WayIn;
beforeAll(async () => {
  way = await wayIn();
});
afterAll(() => way.stop());

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
  expect((await way.ask().forgotPassword({ body: { email } })).status).toBe(200);
  return secretOf((await way.mails()).at(-1), "/auth/password/");
}

describe("a forgotten password", () => {
  test("a link that works once, ends every session and says so by mail", async () => {
    const email = "forgot@shamba.test";
    const { token: session, account } = await openedAccount(way, email);
    const token = await resetLink(email.toUpperCase());
    const link = await way.ask().passwordLink({ body: { token } });
    expect(link).toMatchObject({ status: 200, body: { kind: "reset", email, company_name: "Shamba Fresh Ltd" } });
    expect((await way.ask().setPassword({ body: { token, password: "forgot@shamba.test" } })).status).toBe(422);
    const set = await way.ask().setPassword({ body: { token, password: next } });
    expect(set).toEqual({ status: 200, body: { kind: "reset", session: null } });
    expect((await way.ask("10.0.0.1", session).details()).status).toBe(401);
    expect((await way.mails()).map(({ subject }) => subject)).toEqual(["Your Jibu password was changed"]);
    expect((await way.ask().setPassword({ body: { token, password: strong } })).status).toBe(404);
    expect((await way.ask().token(grant(email, strong))).status).toBe(401);
    expect((await way.ask().token(grant(email, next))).status).toBe(200);
    const rows = await rowsOf(
      way,
      account,
      `select action from events.activities where customer_account = '${account}' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ action: "Password changed" }]);
  });

  test("says the same for an address without an account, and mails it nothing", async () => {
    const known = "same@shamba.test";
    await openedAccount(way, known);
    const [one, other] = await Promise.all(
      [known, "nobody@shamba.test"].map((email) => way.ask().forgotPassword({ body: { email } })),
    );
    expect(one).toEqual(other);
    expect((await way.mails()).map(({ to }) => to)).toEqual([known]);
  });

  test("a newer link ends the older ones; of two uses at once one wins", async () => {
    const email = "links@shamba.test";
    await openedAccount(way, email);
    const [first, second] = [await resetLink(email), await resetLink(email)];
    expect((await way.ask().setPassword({ body: { token: first, password: next } })).status).toBe(404);
    const both = await Promise.all(
      [second, second].map((token) => way.ask().setPassword({ body: { token, password: next } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test("ends after an hour, and for someone who was sent away", async () => {
    const email = "late@shamba.test";
    const { account } = await openedAccount(way, email);
    const token = await resetLink(email);
    const { rows } = await asOwner(
      way.database.url,
      `select extract(epoch from expires_at - created_at)::int as seconds from identity.tokens where customer_account = '${account}'`,
    );
    expect(rows).toEqual([{ seconds: 3600 }]);
    await rowsOf(way, account, `update identity.users set active = false where customer_account = '${account}'`);
    expect((await way.ask().setPassword({ body: { token, password: next } })).status).toBe(404);
    await rowsOf(way, account, `update identity.users set active = true where customer_account = '${account}'`);
    await asOwner(
      way.database.url,
      `update identity.tokens set expires_at = now() where customer_account = '${account}'`,
    );
    expect((await way.ask().setPassword({ body: { token, password: next } })).status).toBe(404);
  });

  test("no one's mailbox is flooded", async () => {
    const email = "flood@shamba.test";
    await openedAccount(way, email);
    for (let n = 0; n < 12; n++) await way.ask().forgotPassword({ body: { email } });
    expect(await way.mails()).toHaveLength(8);
    const answers = [];
    for (let n = 0; n < 41; n++) answers.push((await way.ask("10.8.8.8").forgotPassword({ body: { email } })).status);
    expect(answers.at(-1)).toBe(429);
  });
});

describe("an invitation", () => {
  test("sets the first password and signs in; the link is good for three days and once", async () => {
    const { account } = await openedAccount(way, "inviter@shamba.test");
    const email = "invited@shamba.test";
    const token = await inAccount(way.database.db, account, async (trx) => {
      const { id: user } = await trx
        .insertInto("identity.users")
        .values({ customer_account: account, name: "Kevin Kiptoo", email })
        .returning("id")
        .executeTakeFirstOrThrow();
      return makeToken(trx, { account, user, kind: "invitation" });
    });
    expect((await way.ask().passwordLink({ body: { token } })).body).toMatchObject({ kind: "invitation", email });
    const set = await way.ask().setPassword({ body: { token, password: strong } });
    expect(set).toMatchObject({ status: 200, body: { kind: "invitation" } });
    const session = set.status === 200 ? (set.body.session?.access_token ?? "") : "";
    expect((await way.ask("10.0.0.1", session).details()).body).toMatchObject({ user: { email } });
    expect((await way.ask().setPassword({ body: { token, password: next } })).status).toBe(404);
  });

  test("an address that signs in elsewhere keeps its password there", async () => {
    const email = "elsewhere@shamba.test";
    await openedAccount(way, email);
    const { account } = await openedAccount(way, "other@shamba.test");
    const token = await inAccount(way.database.db, account, async (trx) => {
      const { id: user } = await trx
        .insertInto("identity.users")
        .values({ customer_account: account, name: "Twice", email })
        .returning("id")
        .executeTakeFirstOrThrow();
      return makeToken(trx, { account, user, kind: "invitation" });
    });
    expect((await way.ask().setPassword({ body: { token, password: next } })).status).toBe(409);
    expect((await way.ask().token(grant(email, strong))).status).toBe(200);
  });
});
