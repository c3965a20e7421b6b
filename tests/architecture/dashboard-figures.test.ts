import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "../../demo/accounts";
import { type Application, startApplication } from "../setup/application";
import { waitForRest } from "./fingerprint";

let application: Application;
beforeAll(async () => {
  application = await startApplication();
  // What the demo sends at its start is paid: a balance that is read twice is the same.
  await waitForRest(application.databaseUrl, "100001");
}, 120_000);
afterAll(() => application.stop());

const entities: Record<string, string> = { "&amp;": "&", "&#x27;": "'", "&quot;": '"', "&lt;": "<", "&gt;": ">" };
const plain = (html: string) =>
  html
    .replace(/<!-- -->/g, "")
    .replace(/<svg.*?<\/svg>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/&(?:amp|#x27|quot|lt|gt);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
const mainOf = (html: string) => /<main id="main".*?<\/main>/s.exec(html)?.[0] ?? "";

/** What each page that a figure leads to says its number is, in the words of the page. */
const said: readonly [path: RegExp, number: RegExp][] = [
  [/^\/ticketing\/(?:tickets|main)\?/, /(?:^|\s)([\d,]+) tickets?\b/],
  [/^\/contacts\/contact-group$/, /(?:^|\s)([\d,]+) contact groups?\b/],
  [/^\/sms\/inbox$/, /(?:^|\s)([\d,]+\+?) messages?\b/],
  [/^\/dashboard\/sms\?/, /\bSent ([\d,]+)/],
  [/^\/chat\/inbox\?view=waiting$/, /\bWaiting ([\d,]+)/],
  [/^\/chat\/inbox\?view=mine$/, /\bMine ([\d,]+)/],
  [/^\/chat\/reports\/dashboard\?/, /\bChats ([\d,]+) /],
  [/^\/settings\/selfcare$/, /KES ([\d,]+\.\d\d)/],
];

/** Links of a dashboard that show a figure: where they lead, and the number. */
function figuresOf(main: string): { to: string; figure: string; words: string }[] {
  return [...main.matchAll(/<a\b[^>]*?href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].flatMap(([, to = "", inside = ""]) => {
    const words = plain(inside);
    const figure = /(?:^|\s)(\d[\d,]*(?:\.\d\d)?\+?)(?=\s|$)/.exec(words)?.[1];
    return figure ? [{ to: plain(to), figure, words }] : [];
  });
}

const everybody = demoAccounts.flatMap(({ users, products }) => (products.length > 0 ? users : []));

/** Figures that a role has at the least; somebody without a role has none. */
const least: Record<string, number> = { Owner: 4, "Super Admin": 6, Supervisor: 6, Agent: 4, Sales: 1 };

test.each(everybody)("$email: each figure of the dashboard is the one of the list it leads to", async (who) => {
  const headers = { cookie: await application.cookie(who.email) };
  const page = async (path: string) => mainOf(await (await fetch(application.url + path, { headers })).text());
  const figures = figuresOf(await page("/dashboard?days=30"));
  expect(figures.length).toBeGreaterThanOrEqual(least[who.role ?? ""] ?? 0);
  for (const { to, figure, words } of figures) {
    const number = said.find(([path]) => path.test(to))?.[1];
    if (!number) throw new Error(`this test does not know where ${to} (${words}) says its number`);
    const there = number.exec(plain(await page(to)))?.[1];
    expect(there, `${words} leads to ${to}`).toBe(figure);
  }
});

test("a new web chat ends on its script line, and its page turns with the first visitor", async () => {
  const headers = { cookie: await application.cookie("owner@lakeside.test"), origin: application.url };
  const body = new URLSearchParams({ name: "Clinic site", colour: "#0b6b4b", position: "right", active: "on" });
  const made = await fetch(`${application.url}/chat/channels/webchat/new`, {
    ...{ method: "POST", headers, body, redirect: "manual" as const },
  });
  const to = made.headers.get("location") ?? "";
  expect(to).toMatch(/^\/chat\/channels\/webchat\/\d+\/code$/);
  const page = async (path: string) => mainOf(await (await fetch(application.url + path, { headers })).text());
  const waiting = await page(to);
  const key = /loader\.js\?a=([\w-]+)/.exec(plain(waiting))?.[1] ?? "";
  expect(key).not.toBe("");
  expect(waiting).toContain("Waiting for the first visitor");
  expect(waiting).toContain("Refresh");
  expect(await page("/chat/channels/webchat")).toContain(`href="${to}"`);
  const began = await fetch(`${application.url}/webchat/v1/session`, {
    method: "POST",
    headers: { origin: application.url, "content-type": "application/json" },
    body: JSON.stringify({ application: key, language: "en" }),
  });
  expect(began.status).toBe(201);
  expect(await page(to)).toContain("It works: your site shows the chat");
});

test("somebody without a role is told whom to ask", async () => {
  const headers = { cookie: await application.cookie("nobody@savanna.test") };
  const html = await (await fetch(`${application.url}/dashboard`, { headers })).text();
  expect(html).toContain("You don&#x27;t have access to anything yet");
});
