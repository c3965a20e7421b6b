import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { startMailHost } from "../../sandbox/mail";
import { mailCustomers } from "../../sandbox/mail-customer";
import { mailPages } from "../../sandbox/mail-pages";
import { mailbox } from "../../sandbox/mailbox";
import { startMpesa } from "../../sandbox/mpesa";
import { mpesaPages } from "../../sandbox/mpesa-pages";
import { dark, light, style } from "../../sandbox/style";
import { mpesa } from "../../services/connectors/mpesa/mpesa";

const closing: { close(): unknown }[] = [];
afterEach(() => Promise.all(closing.splice(0).map((one) => one.close())));

async function phones() {
  const sandbox = await startMpesa({ mute: true });
  closing.push(sandbox);
  const connector = mpesa({ url: sandbox.url, ...sandbox.credentials });
  const callbackUrl = "http://127.0.0.1:1/callbacks/mpesa/x";
  const prompt = { phone: "+254712345678", cents: 150_000, account: "100001", description: "Top up", callbackUrl };
  return { pages: mpesaPages(sandbox), prompted: () => connector.push(prompt) };
}

test("the sandbox has the product's colours, light and dark", () => {
  const sheet = readFileSync(join(import.meta.dirname, "../../app/theme.css"), "utf8");
  const at = sheet.indexOf("@utility dark-values");
  const [night = "", day = ""] = sheet.slice(at).split('[data-theme="light"]');
  for (const [name, value] of Object.entries(dark)) expect(night).toContain(`--${name}: ${value};`);
  for (const [name, value] of Object.entries(light)) expect(day).toContain(`--${name}: ${value};`);
  expect(style("/assets/inter.woff2")).toContain('url("/assets/inter.woff2")');
});

describe("a page of the sandbox", () => {
  test("is marked, in the theme that was chosen, with a way to every other part", async () => {
    const { pages } = await phones();
    const html = await (await pages.request("/", { headers: { cookie: "theme=dark" } })).text();
    expect(html).toContain('data-theme="dark"');
    expect(html).toContain('<b class="badge">Sandbox</b>');
    for (const part of ["/sandbox", "/sandbox/mail", "/sandbox/shop"]) expect(html).toContain(`href="${part}"`);
  });

  test("leads back to where one was, from its other pages too", async () => {
    const { pages } = await phones();
    const first = await pages.request("/?back=/subscribe/payment/7%3Fproduct%3DSMS");
    expect(await first.text()).toContain('href="/subscribe/payment/7?product=SMS">Back to Jibu');
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await (await pages.request("/", { headers: { cookie } })).text()).toContain(
      'href="/subscribe/payment/7?product=SMS">Back to Jibu',
    );
  });

  test.each(["https://evil.test/", "//evil.test", "/\\evil.test", "javascript:alert(1)", "/%2f%2fevil.test"])(
    "leads home for %s, by link and by post",
    async (back) => {
      const { pages, prompted } = await phones();
      const pushed = await prompted();
      const id = pushed.kind === "prompted" ? pushed.checkoutId : "";
      const html = await (await pages.request(`/?back=${encodeURIComponent(back)}`)).text();
      expect(html).toContain('href="/">Back to Jibu');
      expect(html).not.toContain("evil");
      const body = new URLSearchParams({ how: "refuse", back });
      const answered = await pages.request(`/answer/${id}`, { method: "POST", body });
      expect(answered.headers.get("location")).toBe("/sandbox/mpesa");
    },
  );
});

test("M-Pesa's page opened a moment early waits for the prompt, and its answer leads back", async () => {
  const { pages, prompted } = await phones();
  const early = await (await pages.request("/?back=/settings/selfcare/topup/5")).text();
  expect(early).toContain("The prompt is on its way to the phone.");
  expect(early).toContain('http-equiv="refresh"');
  const pushed = await prompted();
  const id = pushed.kind === "prompted" ? pushed.checkoutId : "";
  const then = await (await pages.request("/?back=/settings/selfcare/topup/5")).text();
  expect(then).not.toContain('http-equiv="refresh"');
  expect(then).toContain('name="back" value="/settings/selfcare/topup/5"');
  const body = new URLSearchParams({ how: "approve", back: "/settings/selfcare/topup/5" });
  const answered = await pages.request(`/answer/${id}`, { method: "POST", body });
  expect([answered.status, answered.headers.get("location")]).toEqual([303, "/settings/selfcare/topup/5"]);
});

test("a mailbox that waits for a mail updates by itself", async () => {
  const host = await startMailHost({ user: "jibu", password: "sandbox" });
  closing.push(host);
  const readers = mailCustomers(mailbox({ address: "support@savanna.test", password: "sandbox" }), host);
  const html = await (await mailPages(host, readers).request("/?to=njeri@shamba.test")).text();
  expect(html).toContain("No mail for this recipient yet. This page updates automatically.");
  expect(html).toContain('http-equiv="refresh"');
});
