import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeToken } from "../../services/identity/tokens";
import { inAccount } from "../../services/kit/database";
import { grant, openedAccount, rowsOf, type SignUpFixture, secretIn, signUpFixture, strong } from "./sign-up-fixture";

const provider = (id: string) => ({
  id,
  name: `${id} ID`,
  issuer: "http://127.0.0.1:9",
  client_id: "x",
  client_secret: "y",
});
let fixture: SignUpFixture;
beforeAll(async () => {
  fixture = await signUpFixture({ providers: [provider("green"), provider("blue")] });
});
afterAll(() => fixture.stop());

type Mine = { account: string; user: number; token: string; email: string };
let next = 0;

/** An account of its own, signed in, with these providers linked; without `chosen` it has no password. */
async function person(providers: readonly string[], chosen = true): Promise<Mine> {
  const email = `p${next++}@shamba.test`;
  const { account } = await openedAccount(fixture, email);
  const session = await fixture.ask().token(grant(email, strong));
  const token = session.status === 200 ? session.body.access_token : "";
  const user = await inAccount(fixture.database.db, account, async (trx) => {
    const { id } = await trx
      .selectFrom("identity.users")
      .select("id")
      .where("customer_account", "=", account)
      .executeTakeFirstOrThrow();
    for (const name of providers)
      await trx
        .insertInto("identity.social_identities")
        .values({ provider: name, subject: `${name} ${email}`, customer_account: account, user_id: id })
        .execute();
    await trx.updateTable("identity.logins").set({ chosen }).where("email", "=", email).execute();
    return id;
  });
  await fixture.mails();
  return { account, user, token, email };
}

const asked = ({ token }: Mine) => fixture.ask(undefined, token);
const linked = async (mine: Mine) => {
  const profile = await asked(mine).profile();
  return profile.status === 200 ? profile.body.sign_ins.map((one) => one.provider) : [];
};

describe("taking a provider away", () => {
  test("the password proves it; the activities and an email tell of it", async () => {
    const mine = await person(["green"]);
    const params = { provider: "green" };
    const wrong = await asked(mine).unlinkSignIn({ params, body: { password: "not-my-password" } });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } });
    expect(await asked(mine).unlinkSignIn({ params, body: {} })).toMatchObject({ status: 422 });
    expect(await linked(mine)).toEqual(["green"]);
    const done = await asked(mine).unlinkSignIn({ params, body: { password: strong } });
    expect(done).toMatchObject({ status: 200, body: { message: expect.stringContaining("green ID was unlinked") } });
    expect(await linked(mine)).toEqual([]);
    const [mail] = await fixture.mails();
    expect(mail).toMatchObject({ to: mine.email, subject: "green ID was unlinked from your Jibu account" });
    const told = await rowsOf(fixture, mine.account, "select action from events.activities");
    expect(told).toContainEqual({ action: "Sign-in unlinked" });
    expect((await asked(mine).profile()).status).toBe(200);
    expect((await asked(mine).unlinkSignIn({ params, body: { password: strong } })).status).toBe(404);
  });

  test("a mailed link proves it too: once, for that person alone, and not after a newer one", async () => {
    const [mine, other] = [await person(["green"]), await person(["green"])];
    const params = { provider: "green" };
    const link = async () => {
      expect((await asked(mine).mailUnlink({ params })).status).toBe(200);
      return secretIn((await fixture.mails()).at(-1), "/user/profile/sign-ins/green?token=");
    };
    const [older, proof] = [await link(), await link()];
    expect(proof).not.toBe("");
    for (const [who, given] of [
      [mine, older],
      [mine, "made-up-by-somebody"],
      [other, proof],
    ] as const)
      expect((await asked(who).unlinkSignIn({ params, body: { proof: given } })).status).toBe(422);
    expect((await asked(mine).unlinkSignIn({ params, body: { proof } })).status).toBe(200);
    expect((await asked(mine).unlinkSignIn({ params, body: { proof } })).status).toBe(404);
    expect(await linked(other)).toEqual(["green"]);
  });

  test("it is refused while it is the only way in: no password chosen, no other provider that is set up", async () => {
    const mine = await person(["green", "gone"], false);
    const profile = await asked(mine).profile();
    expect(profile).toMatchObject({ status: 200, body: { has_password: false } });
    const params = { provider: "green" };
    const refused = { status: 409, body: { message: expect.stringMatching(/only way to sign in/) } };
    expect(await asked(mine).mailUnlink({ params })).toMatchObject(refused);
    expect(await asked(mine).unlinkSignIn({ params, body: { password: strong } })).toMatchObject(refused);
    // A provider that is set up no more lets nobody in: it may go.
    expect((await asked(mine).mailUnlink({ params: { provider: "gone" } })).status).toBe(200);
    await fixture.mails();

    expect((await fixture.ask().forgotPassword({ body: { email: mine.email } })).status).toBe(200);
    const token = secretIn((await fixture.mails()).at(-1), "/auth/password/");
    expect((await fixture.ask().setPassword({ body: { token, password: "violin-tractor-mango-7" } })).status).toBe(200);
    const session = await fixture.ask().token(grant(mine.email, "violin-tractor-mango-7"));
    const back = { ...mine, token: session.status === 200 ? session.body.access_token : "" };
    const done = await asked(back).unlinkSignIn({ params, body: { password: "violin-tractor-mango-7" } });
    expect(done.status).toBe(200);
  });

  test("of two unlinked at once one stays, and one's links are limited", async () => {
    const mine = await person(["green", "blue"], false);
    const { account, user } = mine;
    const proofs = await inAccount(fixture.database.db, account, async (trx) => [
      await makeToken(trx, { account, user, kind: "unlink" }),
      await makeToken(trx, { account, user, kind: "unlink" }),
    ]);
    const answers = await Promise.all(
      ["green", "blue"].map((name, i) =>
        asked(mine).unlinkSignIn({ params: { provider: name }, body: { proof: proofs[i] ?? "" } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [left = ""] = await linked(mine);
    expect(left).not.toBe("");

    const third = await person(["green"]);
    const tries = [];
    for (let i = 0; i < 6; i++) tries.push((await asked(third).mailUnlink({ params: { provider: "green" } })).status);
    expect(tries).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("another person's provider is nothing of mine", async () => {
    const [mine] = [await person([]), await person(["green"])];
    const params = { provider: "green" };
    expect((await asked(mine).unlinkSignIn({ params, body: { password: strong } })).status).toBe(404);
    expect((await fixture.ask().unlinkSignIn({ params, body: { password: strong } })).status).toBe(401);
  });
});
