import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Oidc, startOidc } from "../../sandbox/oidc";
import { beginFactor, confirmFactor } from "../../services/identity/profile/two-factor";
import { isAway, signInProviders } from "../../services/identity/social/providers";
import { inAccount } from "../../services/kit/database";
import { surroundings } from "../setup/people";
import { codeIn, company, grant, openedAccount, type SignUpFixture, signUpFixture, strong } from "./sign-up-fixture";

const redirect_uri = "http://127.0.0.1:9/auth/social/sandbox/callback";
let oidc: Oidc;
let fixture: SignUpFixture;
beforeAll(async () => {
  oidc = await startOidc();
  const { issuer, clientId: client_id, clientSecret: client_secret } = oidc;
  fixture = await signUpFixture({
    providers: [{ id: "sandbox", name: "Sandbox ID", issuer, client_id, client_secret }],
  });
});
afterAll(async () => {
  await fixture.stop();
  await oidc.close();
});

type Person = { email?: string; name?: string; give?: boolean; cancel?: boolean };

/** A browser at the provider: through its sign-in page and back to our callback, with what we kept meanwhile. */
async function atProvider({ email = "", name = "Njeri Kamau", give = true, cancel }: Person) {
  const started = await fixture.ask().startProvider({ params: { provider: "sandbox" }, body: { redirect_uri } });
  if (started.status !== 200) throw new Error(started.body.message);
  const { url: first, ...checks } = started.body;
  const jar = new Map<string, string>();
  let url = first;
  let form: URLSearchParams | undefined;
  for (let hop = 0; hop < 8; hop++) {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join("; ");
    const init = form ? { method: "POST", body: form } : {};
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: "manual" });
    for (const set of response.headers.getSetCookie()) {
      const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(key, value);
    }
    const to = response.headers.get("location");
    if (to?.startsWith(redirect_uri)) return { provider: "sandbox", url: to, ...checks };
    form = to
      ? undefined
      : new URLSearchParams({ email, name, do: cancel ? "cancel" : "sign in", ...(give ? { give: "yes" } : {}) });
    if (to) url = new URL(to, url).href;
  }
  throw new Error("the provider did not send the browser back");
}

const social = (details: object) =>
  fixture.ask().token({
    body: { grant_type: "password", client_id: "jibu-web", scope: "*", auth_details: JSON.stringify(details) },
  });

async function begun(person: Person): Promise<string> {
  const answer = await social(await atProvider(person));
  if (answer.status !== 202) throw new Error(JSON.stringify(answer));
  return answer.body.handle;
}

describe("signing in at an OpenID Connect provider", () => {
  test("a new person proves the address, opens an account, and is known from then on", async () => {
    const email = "new@shamba.test";
    const signup = await begun({ email });
    const mail = (await fixture.mails()).at(-1);
    expect(mail?.to).toBe(email);
    expect((await fixture.ask().signUpState({ body: { signup } })).body).toMatchObject({
      step: "verify",
      provider: "Sandbox ID",
    });
    expect((await fixture.ask().verifyCode({ body: { signup, code: codeIn(mail) } })).status).toBe(200);
    expect((await fixture.ask().companyDetails({ body: { signup, ...company } })).status).toBe(201);
    expect((await social(await atProvider({ email }))).status).toBe(200);
  });

  test("an account of that address is never linked without the code from its mail", async () => {
    const email = "linked@shamba.test";
    await openedAccount(fixture, email);
    const signup = await begun({ email });
    const mail = (await fixture.mails()).at(-1);
    expect(mail).toMatchObject({ to: email, subject: expect.stringMatching(/links Sandbox ID/) });
    expect(mail?.text).not.toContain("/auth/verify-account");
    expect((await social(await atProvider({ email }))).status).toBe(202);
    await fixture.mails();
    const verified = await fixture.ask().verifyCode({ body: { signup, code: codeIn(mail) } });
    expect(verified).toMatchObject({ status: 200, body: { step: "signed-in" } });
    expect((await social(await atProvider({ email }))).status).toBe(200);
    expect((await fixture.ask().token(grant(email, strong))).status).toBe(200);
  });

  test("whether the address has an account is not told to whoever comes from a provider", async () => {
    const known = "told@shamba.test";
    await openedAccount(fixture, known);
    const states = [];
    for (const email of [known, "untold@shamba.test"]) {
      const signup = await begun({ email });
      await fixture.mails();
      const { status, body } = await fixture.ask().signUpState({ body: { signup } });
      states.push({ status, body: { ...body, email: "", resend_in: 0 } });
    }
    expect(states[0]).toEqual(states[1]);
  });

  test("without an address from the provider the person names one, and proves it", async () => {
    const signup = await begun({ name: "No Address", give: false });
    expect((await fixture.ask().signUpState({ body: { signup } })).body).toMatchObject({ step: "email", email: "" });
    expect(await fixture.mails()).toEqual([]);
    expect((await fixture.ask().signUpEmail({ body: { signup, email: "given@shamba.test" } })).status).toBe(200);
    const mail = (await fixture.mails()).at(-1);
    expect(mail?.to).toBe("given@shamba.test");
    expect((await fixture.ask().signUpEmail({ body: { signup, email: "another@shamba.test" } })).status).toBe(409);
    expect((await fixture.ask().verifyCode({ body: { signup, code: codeIn(mail) } })).status).toBe(200);
  });

  test("the mailed link of a provider's sign-up works in the browser that began only", async () => {
    const signup = await begun({ email: "browser@shamba.test" });
    const link = /link=([\w-]+)/.exec((await fixture.mails()).at(-1)?.text ?? "")?.[1] ?? "";
    expect((await fixture.ask().linkState({ body: { link } })).body).toMatchObject({ needs: "the other browser" });
    expect((await fixture.ask().verifyLink({ body: { link } })).status).toBe(409);
    expect((await fixture.ask().verifyLink({ body: { link, signup } })).status).toBe(200);
  });

  test("whoever turns back, and whoever forges the answer, comes in nowhere", async () => {
    const cancelled = await social(await atProvider({ cancel: true }));
    expect(cancelled).toMatchObject({ status: 401, body: { message: expect.stringContaining("without signing in") } });
    const right = await atProvider({ email: "forged@shamba.test" });
    const other = await atProvider({ email: "forged@shamba.test" });
    for (const forged of [
      { ...right, state: other.state },
      { ...right, verifier: other.verifier },
      { ...(await atProvider({ email: "forged@shamba.test" })), nonce: other.nonce },
      { ...other, url: `${redirect_uri}?code=x&state=${other.state}&iss=${encodeURIComponent(oidc.issuer)}` },
    ])
      expect((await social(forged)).status).toBe(401);
    expect((await social({ ...right, provider: "nobody" })).status).toBe(404);
    expect((await social({ provider: "sandbox" })).status).toBe(422);
    const once = await atProvider({ email: "once@shamba.test" });
    expect((await social(once)).status).toBe(202);
    expect((await social(once)).status).toBe(401);
  });

  test("a provider that can't be reached is told in words", async () => {
    const away = signInProviders({
      providers: [{ id: "away", name: "Away", issuer: "http://127.0.0.1:9", client_id: "x", client_secret: "y" }],
    });
    await expect(away[0]?.authorise(redirect_uri)).rejects.toThrow();
    expect((await fixture.ask().startProvider({ params: { provider: "away" }, body: { redirect_uri } })).status).toBe(
      404,
    );
  });

  test("one that goes away between the two steps, or says it can't, is told as such and not as a wrong answer", async () => {
    const own = await startOidc();
    const { issuer, clientId: client_id, clientSecret: client_secret } = own;
    const [provider] = signInProviders({ providers: [{ id: "own", name: "Own", issuer, client_id, client_secret }] });
    const { url, ...checks } = (await provider?.authorise(redirect_uri)) ?? {
      url: "",
      state: "",
      nonce: "",
      verifier: "",
    };
    expect(url).toContain(issuer);
    await own.close();
    const back = (query: string) => ({ provider: "own", ...checks, url: `${redirect_uri}?${query}` });
    const failure = (query: string) => provider?.finish(back(query)).catch((error: unknown) => error);
    const code = `code=x&state=${checks.state}&iss=${encodeURIComponent(issuer)}`;
    expect(isAway(await failure(code))).toBe(true);
    expect(isAway(await failure("error=temporarily_unavailable"))).toBe(true);
    expect(isAway(await failure("error=access_denied"))).toBe(false);
    const wrong = await social({
      ...(await atProvider({ email: "x@shamba.test" })),
      url: `${redirect_uri}?error=server_error`,
    });
    expect(wrong).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining("can't be reached right now") },
    });
  });

  test("an address that the provider never checked opens nothing either: our mail proves it", async () => {
    const email = "unchecked@shamba.test";
    const { account } = await openedAccount(fixture, email);
    const signup = await begun({ email, name: "Not Them" });
    expect((await fixture.ask().signUpState({ body: { signup } })).body).toMatchObject({ step: "verify", email });
    expect((await fixture.ask().companyDetails({ body: { signup, ...company } })).status).toBe(409);
    const rows = await inAccount(fixture.database.db, account, (trx) =>
      trx.selectFrom("identity.social_identities").select("provider").where("customer_account", "=", account).execute(),
    );
    expect(rows).toEqual([]);
  });
});

describe("the second step", () => {
  test("is asked after the password and after a provider, and a code is good once", async () => {
    const email = "factor@shamba.test";
    const { account } = await openedAccount(fixture, email);
    const secret = surroundings({}).serviceSecret;
    const user = await inAccount(fixture.database.db, account, async (trx) => {
      const { id } = await trx
        .selectFrom("identity.users")
        .select("id")
        .where("customer_account", "=", account)
        .executeTakeFirstOrThrow();
      return id;
    });
    const whose = { account, user };
    const setup = await inAccount(fixture.database.db, account, (trx) => beginFactor(trx, secret, whose, email));
    const totp = new TOTP({ secret: Secret.fromBase32(setup?.secret ?? "") });
    const code = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 });
    const { codes } = await inAccount(fixture.database.db, account, (trx) =>
      confirmFactor(trx, secret, whose, code(-1)),
    );

    const asked = await fixture.ask().token(grant(email, strong));
    expect(asked).toMatchObject({ status: 202, body: { next: "code" } });
    const handle = asked.status === 202 ? asked.body.handle : "";
    expect((await fixture.ask().secondStep({ body: { handle, code: "000000" } })).status).toBe(422);
    const now = code(0);
    expect((await fixture.ask().secondStep({ body: { handle, code: now } })).status).toBe(200);
    expect((await fixture.ask().secondStep({ body: { handle, code: code(1) } })).status).toBe(401);

    const again = await fixture.ask().token(grant(email, strong));
    const next = again.status === 202 ? again.body.handle : "";
    expect((await fixture.ask().secondStep({ body: { handle: next, code: now } })).status).toBe(422);
    expect((await fixture.ask().secondStep({ body: { handle: next, code: codes[0] ?? "" } })).status).toBe(200);

    const signup = await begun({ email });
    const mail = (await fixture.mails()).at(-1);
    const linked = await fixture.ask().verifyCode({ body: { signup, code: codeIn(mail) } });
    expect(linked).toMatchObject({ status: 200, body: { step: "code" } });
    expect(await social(await atProvider({ email }))).toMatchObject({ status: 202, body: { next: "code" } });
  });

  test("ten wrong codes close it for a while, the right one as well", async () => {
    const email = "closed@shamba.test";
    const { account } = await openedAccount(fixture, email);
    const secret = surroundings({}).serviceSecret;
    const whose = await inAccount(fixture.database.db, account, async (trx) => {
      const { id: user } = await trx
        .selectFrom("identity.users")
        .select("id")
        .where("customer_account", "=", account)
        .executeTakeFirstOrThrow();
      return { account, user };
    });
    const setup = await inAccount(fixture.database.db, account, (trx) => beginFactor(trx, secret, whose, email));
    const totp = new TOTP({ secret: Secret.fromBase32(setup?.secret ?? "") });
    const early = totp.generate({ timestamp: Date.now() - 30_000 });
    await inAccount(fixture.database.db, account, (trx) => confirmFactor(trx, secret, whose, early));
    const asked = await fixture.ask().token(grant(email, strong));
    const handle = asked.status === 202 ? asked.body.handle : "";
    for (let tries = 0; tries < 10; tries++)
      expect((await fixture.ask().secondStep({ body: { handle, code: "WRONG-CODES" } })).status).toBe(422);
    expect((await fixture.ask().secondStep({ body: { handle, code: totp.generate() } })).status).toBe(429);
  });
});

describe("Facebook", () => {
  let graph: Server;
  let address: string;
  let asked: string[] = [];
  beforeAll(async () => {
    graph = createServer((request, response) => {
      asked.push(request.url ?? "");
      const answer = request.url?.includes("/oauth/access_token") ? { access_token: "t" } : { id: "77", name: "Njeri" };
      response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => graph.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${(graph.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => graph.close(resolve)));

  test("speaks Graph v23.0, proves itself with the app's secret, and bears with a missing address", async () => {
    const [facebook] = signInProviders({ facebook: { id: "123", secret: "a-secret-of-the-app", graph: address } });
    const callback = "https://jibu.example/auth/social/facebook/callback";
    const { url, ...checks } = (await facebook?.authorise(callback)) ?? { url: "", state: "", nonce: "", verifier: "" };
    expect(url).toMatch(/^https:\/\/www\.facebook\.com\/v23\.0\/dialog\/oauth\?client_id=123&/);
    const back = { provider: "facebook", ...checks, url: `${callback}?code=c&state=${checks.state}` };
    expect(await facebook?.finish(back)).toEqual({ subject: "77", name: "Njeri", email: "" });
    expect(asked[0]).toMatch(/^\/v23\.0\/oauth\/access_token\?.*redirect_uri=https%3A%2F%2Fjibu\.example.*code=c$/);
    expect(asked[1]).toMatch(/^\/v23\.0\/me\?fields=id%2Cname%2Cemail&access_token=t&appsecret_proof=[0-9a-f]{64}$/);
    asked = [];
    await expect(facebook?.finish({ ...back, state: "another" })).rejects.toThrow();
    expect(asked).toEqual([]);
  });
});
