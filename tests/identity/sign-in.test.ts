import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../../services/identity/passwords";
import { identityService, introspectIn } from "../../services/identity/service";
import { tokenHash } from "../../services/identity/sessions";
import { inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";
import { caller, surroundings } from "../setup/people";

let database: TestDatabase;
let ask: (token?: string, address?: string) => ReturnType<typeof clientOf>;

function clientOf(token: string, address: string) {
  const around = { ...surroundings({}), introspect: introspectIn(database) };
  return inProcess(identityService(database, "jibu-web", around), { ...caller(token), address });
}

beforeAll(async () => {
  database = await freshDatabase();
  ask = (token = "", address = "10.0.0.1") => clientOf(token, address);
  await inAccount(database.db, "100001", async (trx) => {
    const customer_account = "100001";
    await trx
      .insertInto("identity.accounts")
      .values({ customer_account, name: "Savanna", products: ["SMS"], billing_customer_id: "b-1" })
      .execute();
    const role = await trx
      .insertInto("identity.roles")
      .values({ customer_account, name: "Agent", permissions: ["View bulk message"] })
      .returning("id")
      .executeTakeFirstOrThrow();
    const user = await trx
      .insertInto("identity.users")
      .values({
        customer_account,
        name: "Kevin",
        email: "kevin@savanna.test",
        role_id: role.id,
        permissions: ["Create contacts"],
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("identity.logins")
      .values({
        email: "kevin@savanna.test",
        customer_account,
        user_id: user.id,
        password_hash: await hashPassword("karibu-demo-2026"),
      })
      .execute();
  });
});
afterAll(() => database.drop());

const grant = (username: string, password: string) => ({
  body: { username, password, grant_type: "password" as const, client_id: "jibu-web", scope: "*" as const },
});

async function signedIn(): Promise<string> {
  const answer = await ask("", "10.9.9.9").token(grant("kevin@savanna.test", "karibu-demo-2026"));
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer.body.access_token;
}

describe("signing in", () => {
  test("the documented user comes back: account, roles, permissions of role and person, products", async () => {
    const answer = await ask(await signedIn()).details();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user: {
          name: "Kevin",
          email: "kevin@savanna.test",
          customer_account: "100001",
          roles: [{ name: "Agent" }],
          permissions: [{ name: "Create contacts" }, { name: "View bulk message" }],
          products: [{ name: "SMS" }],
        },
      },
    });
  });

  test("the address is read without regard to case; the password is not", async () => {
    expect((await ask("", "10.9.9.8").token(grant("KEVIN@Savanna.test", "karibu-demo-2026"))).status).toBe(200);
    expect((await ask("", "10.9.9.8").token(grant("kevin@savanna.test", "Karibu-demo-2026"))).status).toBe(401);
  });

  test("an unknown address and a wrong password are told alike", async () => {
    const unknown = await ask("", "10.1.0.1").token(grant("nobody@savanna.test", "karibu-demo-2026"));
    const wrong = await ask("", "10.1.0.2").token(grant("kevin@savanna.test", "wrong-password-1"));
    expect(wrong).toEqual(unknown);
    expect(wrong.status).toBe(401);
  });

  test.each([{ $ne: "" }, ["karibu-demo-2026"], true, null, 0])("a password of %j is no password", async (password) => {
    const odd = grant("kevin@savanna.test", password as unknown as string);
    expect((await ask("", "10.1.0.3").token(odd)).status).toBe(422);
  });

  test("ten wrong tries close the door for that name from that address only, and a restart doesn't open it", async () => {
    const attacker = () => ask("", "10.2.0.1").token(grant("kevin@savanna.test", "wrong-password-1"));
    for (let tries = 0; tries < 10; tries++) expect((await attacker()).status).toBe(401);
    expect((await attacker()).status).toBe(429);
    expect((await ask("", "10.2.0.1").token(grant("kevin@savanna.test", "karibu-demo-2026"))).status).toBe(429);
    expect((await ask("", "10.2.0.2").token(grant("kevin@savanna.test", "karibu-demo-2026"))).status).toBe(200);
  });
});

describe("the session", () => {
  test("only a token's hash is stored, and the password only as argon2id", async () => {
    const token = await signedIn();
    const { rows } = await asOwner(database.url, "select encode(token_hash, 'hex') as hash from identity.sessions");
    expect(rows.map((row) => row.hash)).toContain(tokenHash(token).toString("hex"));
    expect(JSON.stringify(rows)).not.toContain(token);
    const logins = await asOwner(database.url, "select password_hash from identity.logins");
    expect(logins.rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("signing out ends it at once", async () => {
    const token = await signedIn();
    expect((await ask(token).signout()).status).toBe(200);
    expect((await ask(token).details()).status).toBe(401);
  });

  test("an expired token is refused", async () => {
    const token = await signedIn();
    await database.db
      .updateTable("identity.sessions")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("token_hash", "=", tokenHash(token))
      .execute();
    expect((await ask(token).details()).status).toBe(401);
  });

  test("a permission taken away is gone with the next call, and so is a dismissed person", async () => {
    const token = await signedIn();
    await inAccount(database.db, "100001", (trx) =>
      trx.updateTable("identity.roles").set({ permissions: [] }).where("customer_account", "=", "100001").execute(),
    );
    const answer = await ask(token).details();
    expect(answer.status === 200 && answer.body.user.permissions).toEqual([{ name: "Create contacts" }]);
    await inAccount(database.db, "100001", (trx) =>
      trx.updateTable("identity.users").set({ active: false }).where("customer_account", "=", "100001").execute(),
    );
    expect((await ask(token).details()).status).toBe(401);
  });
});
