import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hashPassword } from "../../services/identity/passwords";
import { needsSecondFactor, proveSecondFactor } from "../../services/identity/profile/two-factor";
import { identityService, introspectIn } from "../../services/identity/service";
import { inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { oncePerRequest } from "../../services/kit/principal";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";
import { caller, surroundings } from "../setup/people";

const password = "karibu-demo-2026";
const phone =
  "Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

let database: TestDatabase;
const people: Record<string, { account: string; user: number }> = {};

beforeAll(async () => {
  database = await freshDatabase();
  const password_hash = await hashPassword(password);
  for (const [account, name] of [
    ["100001", "wanjiru"],
    ["100001", "kevin"],
    ["200002", "achieng"],
  ] as const)
    await inAccount(database.db, account, async (trx) => {
      await trx
        .insertInto("identity.accounts")
        .values({
          customer_account: account,
          name: `Firm ${account}`,
          products: ["SMS"],
          billing_customer_id: `b-${account}`,
        })
        .onConflict((on) => on.doNothing())
        .execute();
      const role = await trx
        .insertInto("identity.roles")
        .values({ customer_account: account, name: name === "kevin" ? "Agent" : "Owner" })
        .returning("id")
        .executeTakeFirstOrThrow();
      const email = `${name}@firm.test`;
      const user = await trx
        .insertInto("identity.users")
        .values({ customer_account: account, name, email, role_id: role.id })
        .returning("id")
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("identity.logins")
        .values({ email, customer_account: account, user_id: user.id, password_hash })
        .execute();
      people[name] = { account, user: user.id };
    });
});
afterAll(() => database.drop());

function ask(token = "", agent = phone, address = "10.0.0.1") {
  const around = { ...surroundings({}), introspect: oncePerRequest(introspectIn(database)) };
  const requestId = `r${Math.random()}`;
  return inProcess(identityService(database, "jibu-web", around), { ...caller(token), requestId, address, agent });
}

async function signIn(name: string, secret = password): Promise<string> {
  const body = {
    username: `${name}@firm.test`,
    password: secret,
    grant_type: "password",
    client_id: "jibu-web",
    scope: "*",
  } as const;
  const answer = await ask().token({ body });
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.access_token;
}

function whose(name: string) {
  const found = people[name];
  if (!found) throw new Error(name);
  return found;
}

async function rows(account: string, statement: string) {
  const answers = (await asOwner(
    database.url,
    `select set_config('app.account', '${account}', false); ${statement}`,
  )) as unknown as { rows: Record<string, unknown>[] }[];
  return answers[1]?.rows ?? [];
}

const mails = async () =>
  (
    await asOwner(
      database.url,
      "select payload from graphile_worker._private_jobs where payload::text like '%subject%' order by id",
    )
  ).rows.map(({ payload }) => payload as { to: string; subject: string; text: string });

describe("oneself", () => {
  test("a profile and its photo changed by many at once: each is answered, none is a fault", async () => {
    const token = await signIn("achieng");
    const files = { removeFile: async () => ({ status: 200, body: { status: 200, message: "" } }) };
    const around = { ...surroundings({}), introspect: introspectIn(database) };
    const service = identityService(database, "jibu-web", around, { uploadsFor: () => files as never });
    const self = inProcess(service, caller(token));
    const asked = Array.from({ length: 40 }, (_, i) =>
      i % 2 ? self.removePhoto() : self.updateProfile({ body: { name: `Achieng ${i}`, time_zone: "" } }),
    );
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("a name and a time zone are changed, told at once by user/details, and written into the activities", async () => {
    const token = await signIn("kevin");
    const before = await ask(token).details();
    expect(before.status === 200 && before.body.user.time_zone).toBe("Africa/Nairobi");
    expect((await ask(token).updateProfile({ body: { name: "Kevin Kiptoo", time_zone: "Asia/Kolkata" } })).status).toBe(
      200,
    );
    const after = await ask(token).details();
    expect(after.status === 200 && after.body.user).toMatchObject({ name: "Kevin Kiptoo", time_zone: "Asia/Kolkata" });
    expect(await rows("100001", "select by, action, description, address from events.activities")).toEqual([
      {
        by: "kevin",
        action: "Profile changed",
        description: "kevin changed the name from kevin to Kevin Kiptoo and the time zone to Asia/Kolkata.",
        address: "10.0.0.1",
      },
    ]);
    await ask(token).updateProfile({ body: { name: "Kevin Kiptoo", time_zone: "" } });
    const own = await ask(token).profile();
    expect(own).toMatchObject({ body: { time_zone: "", account_time_zone: "Africa/Nairobi", role: "Agent" } });
  });

  test.each([
    [{ name: "  ", time_zone: "" }, "name"],
    [{ name: "x".repeat(101), time_zone: "" }, "name"],
    [{ name: "\u0000\u0007", time_zone: "" }, "name"],
    [{ name: "Kevin", time_zone: "Mars/Olympus" }, "time_zone"],
    [{ name: "Kevin", time_zone: "<+05>-5" }, "time_zone"],
    [{ name: "Kevin", time_zone: "EST5EDT,M3.2.0,M11.1.0" }, "time_zone"],
  ])("%j is refused on %s and changes nothing", async (body, field) => {
    const token = await signIn("kevin");
    const answer = await ask(token).updateProfile({ body });
    expect(answer.status).toBe(422);
    expect((answer.body as { errors?: object }).errors).toHaveProperty(field);
  });
});

describe("the password", () => {
  beforeEach(() => asOwner(database.url, "delete from identity.attempts"));

  test("the old one is asked for, the new one is judged by the rule, and nothing is said of the stored one", async () => {
    const token = await signIn("kevin");
    const change = (old_password: string, fresh: string) =>
      ask(token).changePassword({ body: { old_password, password: fresh } });
    expect(await change("wrong", "mlango-wa-kijani-77")).toMatchObject({
      status: 422,
      body: { errors: { old_password: [expect.any(String)] } },
    });
    expect(await change(password, "short")).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.stringMatching(/10 characters/)] } },
    });
    expect(await change(password, "password123")).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.any(String)] } },
    });
    expect(await change(password, password)).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.any(String)] } },
    });
  });

  test("a change ends every other session, keeps this one, mails a notice and is written down", async () => {
    const [here, there, colleague] = [await signIn("kevin"), await signIn("kevin"), await signIn("wanjiru")];
    const answer = await ask(here).changePassword({
      body: { old_password: password, password: "mlango-wa-kijani-77" },
    });
    expect(answer).toMatchObject({ status: 200, body: { ended: expect.any(Number) } });
    expect((await ask(here).details()).status).toBe(200);
    expect((await ask(there).details()).status).toBe(401);
    expect((await ask(colleague).details()).status).toBe(200);
    await expect(signIn("kevin")).rejects.toThrow("401");
    expect(await mails()).toContainEqual(
      expect.objectContaining({ to: "kevin@firm.test", subject: "Your Jibu password was changed" }),
    );
    const back = await ask(await signIn("kevin", "mlango-wa-kijani-77")).changePassword({
      body: { old_password: "mlango-wa-kijani-77", password },
    });
    expect(back.status).toBe(200);
  });

  test("twenty wrong old passwords at once are twenty tries: ten are judged", async () => {
    const token = await signIn("wanjiru");
    const body = { old_password: "wrong", password: "mlango-wa-kijani-77" };
    for (let n = 0; n < 10; n++) await ask(token).changePassword({ body });
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(token).changePassword({ body })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(429));
    expect((await ask(token).changePassword({ body: { ...body, old_password: password } })).status).toBe(429);
  });
});

describe("sessions", () => {
  const listed = async (token: string) => {
    const answer = await ask(token).sessions();
    return answer.status === 200 ? answer.body.data : [];
  };

  test("each is shown by its browser, this one first; one is ended, another's can't be", async () => {
    await asOwner(database.url, "delete from identity.sessions");
    const [here, there, other] = [await signIn("kevin"), await signIn("kevin"), await signIn("achieng")];
    for (const token of [here, there, other]) await ask(token).details();
    await vi.waitFor(async () =>
      expect((await listed(here)).map(({ device }) => device)).toEqual(["Chrome on Android", "Chrome on Android"]),
    );
    const [first, second] = await listed(here);
    expect([first?.current, second?.current]).toEqual([true, false]);
    const [theirs] = await listed(other);
    expect((await ask(here).endSession({ params: { id: theirs?.id ?? "" } })).status).toBe(404);
    expect((await ask(here).endSession({ params: { id: second?.id ?? "" } })).status).toBe(200);
    expect((await ask(here).endSession({ params: { id: second?.id ?? "" } })).status).toBe(404);
    expect((await ask(there).details()).status).toBe(401);
    expect((await ask(other).details()).status).toBe(200);
  });

  test("signing out everywhere else keeps this one; everywhere ends it too", async () => {
    const [here, there] = [await signIn("kevin"), await signIn("kevin")];
    await ask(here).endSessions({ body: { keep_this: true } });
    expect([(await ask(here).details()).status, (await ask(there).details()).status]).toEqual([200, 401]);
    await ask(here).endSessions({ body: { keep_this: false } });
    expect((await ask(here).details()).status).toBe(401);
  });

  test("a hundred requests write when a session was last seen at most once", async () => {
    const token = await signIn("wanjiru");
    const introspect = introspectIn(database);
    const version = async () =>
      (
        await asOwner(
          database.url,
          "select xmin::text as version from identity.sessions order by created_at desc limit 1",
        )
      ).rows[0]?.version;
    await introspect(token, "r", "curl/8.0");
    await vi.waitFor(async () =>
      expect(
        (await asOwner(database.url, "select 1 from identity.sessions where user_agent = 'curl/8.0'")).rowCount,
      ).toBe(1),
    );
    const before = await version();
    for (let n = 0; n < 100; n++) await introspect(token, `r${n}`, "curl/8.0");
    // Another process has not noted it yet, and finds that the database has.
    await introspectIn(database)(token, "r", "curl/8.0");
    await ask(token).endSessions({ body: { keep_this: true } });
    expect(await version()).toBe(before);
  });
});

describe("the second factor", () => {
  const secretOf = { text: "" };
  const app = () => new TOTP({ secret: Secret.fromBase32(secretOf.text), period: 30, digits: 6 });
  const codeAt = (steps: number) => app().generate({ timestamp: Date.now() + steps * 30_000 });
  const secret = surroundings({}).serviceSecret;
  const prove = (code: string) => proveSecondFactor(database.db, secret, whose("achieng"), code);
  const wrong = "000000";
  beforeEach(() => asOwner(database.url, "delete from identity.attempts"));

  /** As if thirty seconds had passed since the last code. */
  const later = () => rows("200002", "update identity.second_factors set last_step = last_step - 3 returning 1");

  test("until a code was shown it asks no one; the secret is encrypted, and the same when the page is opened again", async () => {
    const token = await signIn("achieng");
    const begun = await ask(token).beginFactor();
    if (begun.status !== 201) throw new Error("not begun");
    secretOf.text = begun.body.secret;
    expect(begun.body.uri).toMatch(/^otpauth:\/\/totp\/Jibu:achieng%40firm\.test\?issuer=Jibu&secret=[A-Z2-7]{32}&/);
    expect(await ask(token).factorSetup()).toMatchObject({ body: { secret: secretOf.text } });
    expect(await ask(token).beginFactor()).toMatchObject({ body: { secret: secretOf.text } });
    expect(await needsSecondFactor(database.db, whose("achieng"))).toBe(false);
    const [stored] = await rows("200002", "select encode(secret, 'escape') as kept from identity.second_factors");
    expect(JSON.stringify(stored)).not.toContain(secretOf.text);
    expect((await ask(token).confirmFactor({ body: { code: codeAt(40) } })).status).toBe(422);
    expect(await needsSecondFactor(database.db, whose("achieng"))).toBe(false);
  });

  test("a code turns it on and gives out ten recovery codes, hashed at rest; then the password alone is not enough", async () => {
    const token = await signIn("achieng");
    const answer = await ask(token).confirmFactor({ body: { code: codeAt(0) } });
    const codes = answer.status === 200 ? answer.body.codes : [];
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
    const stored = JSON.stringify(
      await rows("200002", "select encode(code_hash, 'escape') as kept from identity.recovery_codes"),
    );
    for (const code of codes) expect(stored).not.toContain(code.replace("-", ""));
    expect(await needsSecondFactor(database.db, whose("achieng"))).toBe(true);
    await expect(signIn("achieng")).rejects.toThrow("202");
    expect((await ask(token).factorSetup()).status).toBe(404);
    expect((await ask(token).beginFactor()).status).toBe(409);
    expect(await mails()).toContainEqual(
      expect.objectContaining({ to: "achieng@firm.test", subject: expect.stringMatching(/turned on/) }),
    );

    // A recovery code works once, however it is typed.
    const [one = "", two = ""] = codes;
    expect(await prove(one.toLowerCase().replace("-", " "))).toBe("right");
    expect(await prove(one)).toBe("wrong");
    const racing = await Promise.all(Array.from({ length: 8 }, () => prove(two)));
    expect(racing.filter((proof) => proof === "right")).toHaveLength(1);
  });

  test("a code counts once, also when it comes eight times at once; the one before it closed after it", async () => {
    await later();
    const code = codeAt(0);
    const racing = await Promise.all(Array.from({ length: 8 }, () => prove(code)));
    expect(racing.filter((proof) => proof === "right")).toHaveLength(1);
    expect(await prove(code)).toBe("wrong");
    expect(await prove(codeAt(-1))).toBe("wrong");
    expect(await prove(codeAt(5))).toBe("wrong");
  });

  test("after ten wrong codes no code is judged for a quarter of an hour, the right one neither", async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => prove(wrong)));
    expect(answers.filter((proof) => proof === "wrong")).toHaveLength(10);
    await later();
    expect(await prove(codeAt(0))).toBe("tries");
    await asOwner(database.url, "update identity.attempts set at = at - interval '16 minutes'");
    expect(await prove(codeAt(0))).toBe("right");
  });

  test("another person's codes prove nothing, and a secret moved to another row does not open", async () => {
    expect(await proveSecondFactor(database.db, secret, whose("wanjiru"), codeAt(0))).toBe("wrong");
    const token = await signIn("wanjiru");
    await ask(token).beginFactor();
    await asOwner(
      database.url,
      `alter table identity.second_factors no force row level security;
       update identity.second_factors set confirmed_at = now(),
         secret = (select secret from identity.second_factors where customer_account = '200002') where customer_account = '100001';
       alter table identity.second_factors force row level security`,
    );
    await expect(proveSecondFactor(database.db, secret, whose("wanjiru"), codeAt(1))).rejects.toThrow();
  });

  test("it is turned off, and its codes renewed, only by who knows the password", async () => {
    await later();
    const first = await ask().token({
      body: { username: "achieng@firm.test", password, grant_type: "password", client_id: "jibu-web", scope: "*" },
    });
    const handle = first.status === 202 ? first.body.handle : "";
    const second = await ask().secondStep({ body: { handle, code: codeAt(0) } });
    const token = second.status === 200 ? second.body.access_token : "";
    const by = (given: string) => ({ body: { password: given } });
    expect((await ask(token).newCodes(by("wrong"))).status).toBe(422);
    const fresh = await ask(token).newCodes(by(password));
    expect(fresh.status === 200 && fresh.body.codes).toHaveLength(10);
    expect((await ask(token).dropFactor(by("wrong"))).status).toBe(422);
    expect((await ask(token).dropFactor(by(password))).status).toBe(200);
    expect(await needsSecondFactor(database.db, whose("achieng"))).toBe(false);
    expect(await rows("200002", "select 1 from identity.recovery_codes")).toEqual([]);
    expect((await ask(token).dropFactor(by(password))).status).toBe(409);
    await expect(signIn("achieng")).resolves.toBeTruthy();
  });
});
