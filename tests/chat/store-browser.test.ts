import { createServer, type Server } from "node:http";
import { type Browser, chromium, type Page } from "@playwright/test";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoreSession } from "../../rules/chat-store";
import { findBrowser } from "../../scripts/browser.mjs";
import { lakeside, savanna, storeFixture } from "./store.fixture";

let all: Awaited<ReturnType<typeof storeFixture>>;
let following: { stop(): Promise<void> };
let site: Server;
let browser: Browser;
beforeAll(async () => {
  all = await storeFixture();
  following = await all.follow();
  await all.fixture.status("joy", "online");
  site = await serve(await bundled(), all.store.hosts);
  const found = await findBrowser();
  browser = await chromium.launch({ executablePath: found.executablePath, args: found.args, env: found.env });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  site?.close();
  await following?.stop();
  await all?.sandbox.close();
  await all?.fixture.end();
});

/** The application's own module with the real library, as the build has it. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["tests/chat/store.page.ts"],
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
  });
  return outputFiles[0]?.text ?? "";
}

/** A page under the policy that the application's pages have, with the store's hosts in it. */
function serve(script: string, hosts: readonly string[]): Promise<Server> {
  const policy = `default-src 'none'; script-src 'self'; connect-src 'self' ${hosts.join(" ")}`;
  const server = createServer((request, response) => {
    const asked = request.url === "/page.js";
    response.setHeader("content-security-policy", policy);
    response.setHeader("content-type", asked ? "text/javascript" : "text/html");
    response.end(asked ? script : '<!doctype html><title>Inbox</title><script src="/page.js"></script>');
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

async function session(account: string, cursor: number): Promise<StoreSession> {
  const person = { id: "7", roles: [], permissions: ["View chat inbox"], products: ["Chats"] };
  const made = await all.store.session({ ...person, customer_account: account }, cursor);
  if (!made) throw new Error("there is no session");
  return made;
}

/** A page of an agent of the account, listening from now on. */
async function listening(of: string, to = of): Promise<{ page: Page; renewed(): number }> {
  await all.settled(of);
  const cursor = Number((await all.documents.written(of))?.seq);
  const { port } = site.address() as { port: number };
  const page = await (await browser.newContext()).newPage();
  let renewed = 0;
  await page.exposeFunction("renew", async () => {
    renewed += 1;
    return { ...(await session(of, cursor)), account: to };
  });
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate((given) => window.begin(given), { ...(await session(of, cursor)), account: to });
  return { page, renewed: () => renewed };
}

/** What the page was told in words, in order. */
const said = (page: Page) =>
  page.evaluate(() =>
    window.told.flatMap(([, kind, body]) => {
      const { message, change } = body as { message: { message: string }; change: string };
      return kind === "chat.message" ? [`${change}: ${message.message}`] : [];
    }),
  );

const waiting = { timeout: 15_000, interval: 50 };

test("an agent's page hears each message live, with the conversation it belongs to", async () => {
  const { fixture } = all;
  const { contact_id } = await fixture.wrote("amina", "Before the page was opened");
  const { page } = await listening(savanna);
  await fixture.write("amina", "Habari");
  await expect.poll(() => said(page), waiting).toEqual(["made: Habari"]);
  await fixture.say(contact_id, "Karibu");
  await expect.poll(() => said(page), waiting).toEqual(["made: Habari", "made: Karibu"]);
  const told = await page.evaluate(() => window.told);
  expect(told.find(([, kind]) => kind === "chat.message")).toMatchObject([
    expect.any(Number),
    "chat.message",
    { contact_id, public: true, contact: { contact_id, channel: "webchat", unread: expect.any(Number) } },
    expect.any(Number),
  ]);
  await fixture.act("endContact", contact_id);
  const ended = (event: unknown[]) =>
    event[1] === "chat.contact" && (event[2] as { change: string }).change === "ended";
  await expect.poll(async () => (await page.evaluate(() => window.told)).some(ended), waiting).toBe(true);
  await page.context().close();
}, 40_000);

test("a page that was cut off has everything when it is back, each once and in order", async () => {
  const { fixture, sandbox } = all;
  const { contact_id } = await fixture.wrote("baraka", "One");
  const { page } = await listening(savanna);
  await fixture.write("baraka", "Two");
  await expect.poll(() => said(page), waiting).toEqual(["made: Two"]);
  await page.context().setOffline(true);
  sandbox.cut();
  await fixture.write("baraka", "Three");
  await fixture.say(contact_id, "Four");
  await fixture.write("baraka", "Five");
  await all.settled();
  expect(await said(page)).toEqual(["made: Two"]);
  await page.context().setOffline(false);
  await expect
    .poll(() => said(page), { timeout: 25_000, interval: 100 })
    .toEqual(["made: Two", "made: Three", "made: Four", "made: Five"]);
  await page.context().close();
}, 40_000);

test("a browser reads its account's messages, by long polling too, and writes nothing", async () => {
  await all.fixture.wrote("chebet", "To be read");
  const { page } = await listening(savanna);
  const kept = [...all.sandbox.collection("messages").values()].filter((one) => one.customer_account === savanna);
  const given = await session(savanna, 0);
  const done = await page.evaluate((whose) => window.readAndWrite(whose), given);
  expect(done).toEqual({ read: kept.length, written: "permission-denied" });
  await page.context().close();
}, 40_000);

test("another account's documents are refused to it, whatever it asks for", async () => {
  const { fixture } = all;
  await fixture.wrote("other", "Lakeside's own", { account: lakeside });
  await all.settled(lakeside);
  const { page, renewed } = await listening(savanna, lakeside);
  // Refused, it asks for a fresh session and tries again.
  await expect.poll(renewed, waiting).toBeGreaterThan(0);
  await fixture.write("other", "And this", { account: lakeside });
  await all.settled(lakeside);
  await expect.poll(renewed, waiting).toBeGreaterThan(1);
  expect(await page.evaluate(() => window.told)).toEqual([]);
  await page.context().close();
}, 40_000);
