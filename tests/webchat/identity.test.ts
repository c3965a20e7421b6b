import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { IdentityRefused, readIdentity } from "../../services/webchat/identity";

const secret = "c2VjcmV0LW9mLWFuLWFwcGxpY2F0aW9uLWZvci10ZXN0cw";
const now = new Date("2026-11-21T12:00:00Z");
const seconds = Math.floor(now.getTime() / 1000);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function token(claims: object, header: object = { alg: "HS256", typ: "JWT" }, key = secret, hash = "sha256"): string {
  const body = `${part(header)}.${part(claims)}`;
  return `${body}.${createHmac(hash, key).update(body).digest("base64url")}`;
}
const good = { sub: "customer-7", exp: seconds + 3600, name: "Mwende Mutua", email: "mwende@example.com" };

test("a good identity is read", async () => {
  expect(await readIdentity(secret, token(good), now)).toEqual({
    subject: "customer-7",
    name: "Mwende Mutua",
    email: "mwende@example.com",
    phone: "",
  });
});

describe("refused (statement M40)", () => {
  const { exp: _, ...endless } = good;
  const { sub: __, ...nobody } = good;
  test.each([
    ["the wrong secret", token(good, undefined, `${secret}x`)],
    ["a changed claim", token(good).replace(/\.[^.]+\./, `.${part({ ...good, sub: "customer-8" })}.`)],
    ["alg none", `${part({ alg: "none" })}.${part(good)}.`],
    ["alg none with a signature", token(good, { alg: "none" })],
    ["alg nOnE", `${part({ alg: "nOnE" })}.${part(good)}.`],
    ["another algorithm", token(good, { alg: "HS512" }, secret, "sha512")],
    ["RS256 said over an HMAC", token(good, { alg: "RS256" })],
    ["no signature", token(good).replace(/[^.]+$/, "")],
    ["no exp", token(endless)],
    ["exp as text", token({ ...good, exp: "tomorrow" })],
    ["expired", token({ ...good, exp: seconds - 120 })],
    ["more than a day", token({ ...good, exp: seconds + 25 * 3600 })],
    ["from the future", token({ ...good, iat: seconds + 3600 })],
    ["not yet good", token({ ...good, nbf: seconds + 3600 })],
    ["no sub", token(nobody)],
    ["an empty sub", token({ ...good, sub: " " })],
    ["a sub as a number", token({ ...good, sub: 7 })],
    ["a sub with a line end", token({ ...good, sub: "a\nb" })],
    ["a sub of 200 characters", token({ ...good, sub: "x".repeat(200) })],
    ["nonsense", "abc"],
    ["nothing", ""],
    ["5,000 characters", "x".repeat(5_000)],
  ])("%s", async (_name, given) => {
    await expect(readIdentity(secret, given, now)).rejects.toBeInstanceOf(IdentityRefused);
  });
});

test("names are text, however they are written", async () => {
  const read = await readIdentity(secret, token({ ...good, name: "<b>\u202eEvil\u0000</b>", phone: { a: 1 } }), now);
  expect(read.name).toBe("<b>Evil</b>");
  expect(read.phone).toBe("");
});
