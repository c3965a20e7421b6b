import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPassword } from "../../demo/accounts";
import { root } from "../../scripts/cli.mjs";
import { secretHash } from "../../services/identity/tokens";
import { type Application, startApplication } from "../setup/application";
import { asOwner } from "../setup/database";

let application: Application;

beforeAll(async () => {
  application = await startApplication();
}, 120_000);
afterAll(() => application?.stop());

function signIn(path: string, password: string, cookie = ""): Promise<Response> {
  const body = new URLSearchParams({ email: "owner@savanna.test", password });
  const headers = { origin: application.url, ...(cookie ? { cookie } : {}) };
  return fetch(application.url + path, { method: "POST", body, headers, redirect: "manual" });
}

test("a browser that signed in before gets in while its address is kept out; another does not", async () => {
  const first = await signIn("/login", demoPassword);
  const browser = first.headers.getSetCookie().find((cookie) => cookie.startsWith("auth.browser="));
  expect(browser).toMatch(/HttpOnly; SameSite=Lax$/);
  const cookie = browser?.split(";")[0] ?? "";
  for (let tries = 0; tries < 10; tries++) expect((await signIn("/login", "wrong-password-1")).status).toBe(401);
  expect((await signIn("/login", demoPassword)).status).toBe(429);
  expect((await signIn("/login", demoPassword, `${cookie}x`)).status).toBe(429);
  expect((await signIn("/login", demoPassword, cookie)).status).toBe(302);
});

test("while others guess at a name the page says to look into the mail, and the mailed link signs in once", async () => {
  const email = "owner@savanna.test";
  await asOwner(
    application.databaseUrl,
    `delete from identity.attempts; insert into identity.attempts (key, times) values ('name ${email}', 200)`,
  );
  const held = await signIn("/login", demoPassword);
  expect([held.status, held.headers.get("location")]).toEqual([302, "/login"]);
  const cookie = held.headers.getSetCookie().map((line) => line.split(";")[0]);
  const told = await fetch(`${application.url}/login`, { headers: { cookie: cookie.join("; ") } });
  expect(await told.text()).toContain("Check your email");
  const secret = "a-secret-that-only-the-mail-has-a-secret-43";
  await asOwner(
    application.databaseUrl,
    `insert into identity.tokens (token_hash, kind, customer_account, user_id, expires_at)
     select '\\x${secretHash(secret).toString("hex")}', 'sign-in', customer_account, user_id, now() + interval '1 hour'
     from identity.logins where email = '${email}'`,
  );
  const open = () =>
    fetch(`${application.url}/login/link/${secret}`, {
      method: "POST",
      headers: { origin: application.url, "content-type": "application/x-www-form-urlencoded" },
      redirect: "manual",
    });
  expect((await fetch(`${application.url}/login/link/${secret}`)).status).toBe(200);
  const entered = await open();
  expect([entered.status, entered.headers.get("location")]).toEqual([302, "/"]);
  const names = entered.headers.getSetCookie().map((line) => line.split("=")[0]);
  expect(names).toEqual(expect.arrayContaining(["auth._token.local", "auth.browser"]));
  expect((await open()).status).toBe(404);
});

test.each(["/login/", "/LOGIN", "/Login.data"])("a flood of %s is limited as one of /login is", async (path) => {
  await asOwner(application.databaseUrl, "delete from identity.attempts");
  const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(path, "wrong-password-1")));
  const judged = answers.filter(({ status }) => status === 401).length;
  expect(judged).toBeLessThanOrEqual(10);
  await Promise.all(answers.map((answer) => answer.text()));
});

test("the demo's password is on its sign-in page and in nothing that every browser loads", async () => {
  expect(await (await fetch(`${application.url}/login`)).text()).toContain(demoPassword);
  const assets = join(root, "build", "client", "assets");
  const scripts = readdirSync(assets).filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  expect(scripts.filter((file) => readFileSync(join(assets, file), "utf8").includes(demoPassword))).toEqual([]);
});

function statusFor(host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request(application.url + path, { headers: { host, accept: "text/html" } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asking.once("error", reject).end();
  });
}

test("the demo answers under its own names only: a page that rebinds its name to this machine reads nothing", async () => {
  const { port } = new URL(application.url);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
    expect(await statusFor(host, "/login"), host).toBe(200);
  for (const host of [`evil.example:${port}`, "evil.example", `localhost.evil.example:${port}`, `10.0.0.7:${port}`])
    for (const path of ["/login", "/sandbox", "/api/openapi.json"])
      expect(await statusFor(host, path), `${host}${path}`).toBe(421);
});
