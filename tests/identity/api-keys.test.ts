import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { keyRate } from "../../rules/api-keys";
import { keyCalls } from "../../services/identity/contract.keys";
import { keyHandlers } from "../../services/identity/keys/service";
import { introspectIn } from "../../services/identity/service";
import { contract } from "../../services/kit/contract";
import { type Database, inAccount } from "../../services/kit/database";
import { keyLimiter } from "../../services/kit/key-limits";
import type { Person } from "../../services/kit/principal";
import { serve } from "../../services/kit/serve";
import { freshDatabase } from "../setup/database";
import { caller, surroundings } from "../setup/people";
import { addAccount } from "./people.fixtures";

const [savanna, lakeside] = ["100001", "200002"];
let database: Database;
let tokens: Record<string, { token: string }>;
let others: Record<string, { token: string }>;
beforeAll(async () => {
  database = await freshDatabase();
  tokens = await addAccount(database, savanna, [
    { name: "Owner", role: "Owner" },
    { name: "Clerk", permissions: ["Manage settings"] },
  ]);
  others = await addAccount(database, lakeside, [{ name: "Owner", role: "Owner" }]);
});
afterAll(() => database.close());

const answers = { 200: z.object({ name: z.string(), account: z.string() }) };
/** Calls with each kind of scope. */
const sample = contract("sample", {
  send: { method: "POST", path: "/send", summary: "", scope: "messages:send", writes: true, needs: {}, answers },
  read: { method: "GET", path: "/read", summary: "", scope: "messages:read", needs: { products: ["SMS"] }, answers },
  chats: {
    method: "GET",
    path: "/chats",
    summary: "",
    scope: "messages:read",
    needs: { products: ["Voice"] },
    answers,
  },
  own: { method: "GET", path: "/own", summary: "", answers },
});

function around() {
  return { ...surroundings({}), introspect: introspectIn(database) };
}
type Answered = { status: number; body: Record<string, unknown> & { id: number; secret: string; message: string } };
function ask(name: keyof typeof keyCalls, input: object, token = tokens.Owner?.token ?? ""): Promise<Answered> {
  const served = serve(contract("identity", keyCalls), keyHandlers(database), around());
  return served.call(name, input as never, caller(token)) as never;
}
const tell = async (_: unknown, { who, account }: { who: unknown; account: string }) => ({
  status: 200 as const,
  body: { name: (who as Person).name, account },
});
const served = () => serve(sample, { send: tell, read: tell, chats: tell, own: tell }, around());
async function calling(name: keyof typeof sample.calls, token: string) {
  return (await served().call(name, undefined as never, caller(token))) as unknown as Answered;
}
const form = { name: "Till 4", scopes: ["messages:read"], expires_on: null };
const made = async (given: object = {}) => (await ask("createApiKey", { body: { ...form, ...given } })).body;

describe("an API key", () => {
  test("makes the calls of its scopes for its account, and no other", async () => {
    const { secret } = await made();
    expect(await calling("read", secret)).toEqual({
      status: 200,
      body: { name: "Till 4 (API key)", account: savanna },
    });
    expect((await calling("send", secret)).status).toBe(403);
    expect((await calling("own", secret)).status).toBe(403);
    expect((await calling("chats", secret)).body.message).toBe("Your account does not have Voice.");
  });

  test("is refused as soon as it is revoked, and stays in the list", async () => {
    const { secret, id } = await made();
    expect((await calling("read", secret)).status).toBe(200);
    expect((await ask("revokeApiKey", { params: { id } })).body).toMatchObject({
      state: "revoked",
      revoked_by: "Owner",
    });
    expect((await calling("read", secret)).status).toBe(401);
    expect((await ask("revokeApiKey", { params: { id } })).status).toBe(201);
    expect((await ask("apiKey", { params: { id } })).body.state).toBe("revoked");
  });

  test("ends after its last day", async () => {
    const { secret, id } = await made({ expires_on: "2199-12-31" });
    expect((await calling("read", secret)).status).toBe(200);
    await inAccount(database.db, savanna, (trx) =>
      sql`update identity.api_keys set expires_at = now() - interval '1 second' where id = ${id}`.execute(trx),
    );
    expect((await calling("read", secret)).status).toBe(401);
    expect((await ask("createApiKey", { body: { ...form, expires_on: "2020-01-01" } })).status).toBe(422);
  });

  test("is kept as a hash, and shown once", async () => {
    const { secret, id } = await made();
    const kept = await inAccount(database.db, savanna, async (trx) => [
      ...(await sql`select * from identity.api_keys where id = ${id}`.execute(trx)).rows,
      ...(await sql`select key_id, key_hash::text from identity.api_key_proofs where key_id = ${id}`.execute(trx)).rows,
    ]);
    expect(kept).toHaveLength(2);
    expect(JSON.stringify(kept)).toContain(secret.slice(0, 10));
    expect(JSON.stringify(kept)).not.toContain(secret.slice(0, 11));
    const page = await ask("apiKeys", { query: {} });
    expect(JSON.stringify(page.body)).not.toContain(secret);
    expect((await ask("apiKey", { params: { id } })).body).not.toHaveProperty("secret");
  });

  test("can't be given what its maker may not do", async () => {
    const clerk = tokens.Clerk?.token;
    const answer = await ask("createApiKey", { body: { ...form, scopes: ["messages:send"] } }, clerk);
    expect(answer.status).toBe(403);
    expect(answer.body.errors).toHaveProperty("scopes");
  });

  test("of another account can't be seen or revoked", async () => {
    const { id } = await made();
    const other = others.Owner?.token;
    expect((await ask("apiKey", { params: { id } }, other)).status).toBe(404);
    expect((await ask("revokeApiKey", { params: { id } }, other)).status).toBe(404);
    const page = await ask("apiKeys", { query: {} }, other);
    expect(page.body.data).toEqual([]);
  });

  test("can't make, end or list keys", async () => {
    const { secret, id } = await made();
    expect((await ask("apiKeys", { query: {} }, secret)).status).toBe(403);
    expect((await ask("revokeApiKey", { params: { id } }, secret)).status).toBe(403);
  });

  test("says over HTTP how many requests are left, and when there are more", async () => {
    const { secret } = await made();
    const request = () =>
      served().fetch(
        new Request("http://jibu.test/api/sample/read", { headers: { authorization: `Bearer ${secret}` } }),
        { requestId: "r", address: "10.0.0.1" },
      );
    const answer = await request();
    expect(answer.headers.get("ratelimit-limit")).toBe(String(keyRate.burst));
    expect(answer.headers.get("ratelimit-remaining")).toBe(String(keyRate.burst - 1));
  });

  test("is held to its rate: a burst, then so many a second", () => {
    let now = 0;
    const take = keyLimiter(() => now);
    const key = { customer_account: savanna, api_key: { id: 1, scopes: [] } } as unknown as Person;
    const headers: Record<string, string> = {};
    for (let request = 0; request < keyRate.burst; request++) expect(take(key, headers)).toBeUndefined();
    expect(take(key, headers)).toBe(1);
    expect(headers).toMatchObject({ "ratelimit-remaining": "0", "retry-after": "1" });
    expect(take({ ...key, api_key: { id: 2, scopes: [] } })).toBeUndefined();
    now += 1_000;
    for (let request = 0; request < keyRate.perSecond; request++) expect(take(key, headers)).toBeUndefined();
    expect(take(key, headers)).toBe(1);
  });
});
