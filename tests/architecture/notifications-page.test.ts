import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Application, startApplication } from "../setup/application";

/** /notifications as a browser without script reads and posts it. */
let application: Application;
const cookies: Record<string, string> = {};
beforeAll(async () => {
  application = await startApplication();
  for (const name of ["owner", "agent", "nobody"]) cookies[name] = await application.cookie(`${name}@savanna.test`);
}, 120_000);
afterAll(() => application.stop());

const text = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

async function read(name: string, path = "/notifications"): Promise<string> {
  const response = await fetch(application.url + path, { headers: { cookie: cookies[name] ?? "" } });
  expect(response.status).toBe(200);
  return response.text();
}

async function post(name: string, fields: [string, string][], path = "/notifications"): Promise<string | null> {
  const headers = { cookie: cookies[name] ?? "", origin: application.url };
  const body = new URLSearchParams(fields);
  const response = await fetch(application.url + path, { method: "POST", headers, body, redirect: "manual" });
  expect(response.status).toBe(302);
  return response.headers.get("location");
}

/** The notifications that a page lists: what each says, and the number that its form posts while it is unread. */
function listed(html: string): { words: string; unread: string | undefined }[] {
  const list = /aria-label="Your notifications"[^>]*>([\s\S]*?)<\/section>/.exec(html)?.[1] ?? "";
  return list
    .split("<li")
    .slice(1)
    .map((line) => ({
      words: text(/<(?:button|a)[^>]*>([\s\S]*?)<\/(?:button|a)>/.exec(line)?.[1] ?? "").trim(),
      unread: /name="notice" value="(\d+)"/.exec(line)?.[1],
    }));
}
const unreadOf = (html: string) => Number(/aria-label="Notifications, (\d+) unread"/.exec(html)?.[1] ?? 0);
/** Whether a box of the preferences is ticked. */
const ticked = (html: string, label: string) =>
  /\schecked/.test([...html.matchAll(/<input[^>]*>/g)].find(([box]) => box.includes(`"${label}"`))?.[0] ?? "");

describe("the list", () => {
  test("has what concerns the person, of several modules, and says what is unread", async () => {
    const html = await read("agent");
    const rows = listed(html);
    expect(rows.length).toBeGreaterThan(5);
    expect(unreadOf(html)).toBe(rows.filter(({ unread }) => unread !== undefined).length);
    expect(rows.map(({ words }) => words).join("\n")).toMatch(/You were given a conversation: /);
    expect(rows.map(({ words }) => words).join("\n")).not.toMatch(/ received: /);
    expect(
      listed(await read("owner"))
        .map(({ words }) => words)
        .join("\n"),
    ).toMatch(/KES [\d,.]+ received: /);
  });

  test("can be cut down to a module and to what is unread", async () => {
    const chats = listed(await read("agent", "/notifications?module=chat"));
    expect(chats.length).toBeGreaterThan(0);
    for (const { words } of chats) expect(words).toMatch(/conversation/);
    for (const { unread } of listed(await read("agent", "/notifications?unread=1"))) expect(unread).toBeDefined();
    expect(listed(await read("agent", "/notifications?module=odd&page=x")).length).toBeGreaterThan(5);
  });

  test("following an unread one leads to its page and marks it read; so do the buttons", async () => {
    const [first, second] = listed(await read("agent", "/notifications?unread=1&module=chat"));
    const before = unreadOf(await read("agent"));
    expect(
      await post("agent", [
        ["notice", first?.unread ?? ""],
        ["intent", "open"],
      ]),
    ).toMatch(/^\/chat\/inbox\?chat=\d+$/);
    expect(unreadOf(await read("agent"))).toBe(before - 1);
    await post("agent", [
      ["notice", second?.unread ?? ""],
      ["intent", "read"],
    ]);
    expect(unreadOf(await read("agent"))).toBe(before - 2);
    const back = "/notifications?module=chat";
    expect(await post("agent", [["intent", "read all"]], back)).toBe(back);
    expect(listed(await read("agent", `${back}&unread=1`))).toEqual([]);
    expect(listed(await read("agent", "/notifications?unread=1&module=ticketing")).length).toBeGreaterThan(0);
    await post("agent", [["intent", "read all"]]);
    expect(unreadOf(await read("agent"))).toBe(0);
    expect(text(await read("agent", "/notifications?unread=1"))).toContain("You have read everything.");
  });

  test("somebody else's can't be followed", async () => {
    const [theirs] = listed(await read("owner", "/notifications?unread=1"));
    const headers = { cookie: cookies.agent ?? "", origin: application.url };
    const body = new URLSearchParams({ notice: theirs?.unread ?? "", intent: "open" });
    const response = await fetch(`${application.url}/notifications`, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
    });
    expect(response.status).toBe(422);
    expect(text(await response.text())).toContain("There is no such notification.");
  });
});

describe("the preferences", () => {
  const label = "A conversation is given to me";

  test("are kept as ticked, by module, and what was not shown stays", async () => {
    const html = await read("agent");
    expect([ticked(html, `${label}: in app`), ticked(html, `${label}: by email`)]).toEqual([true, false]);
    const kind = "conversation assigned";
    await post("agent", [
      ["kinds", kind],
      ["email", kind],
      ["intent", "preferences"],
    ]);
    const after = await read("agent");
    expect([ticked(after, `${label}: in app`), ticked(after, `${label}: by email`)]).toEqual([false, true]);
    expect(ticked(after, "A ticket is given to me: in app")).toBe(true);
    expect(ticked(await read("owner"), `${label}: in app`)).toBe(true);
  });

  test("are offered for what the person may see only", async () => {
    expect(text(await read("owner"))).toContain("The balance is low");
    expect(text(await read("agent"))).not.toContain("The balance is low");
    const nobody = text(await read("nobody"));
    expect(nobody).toContain("No notifications yet");
    // Anybody may report an issue, and is told of its answer.
    expect(nobody).toContain("Support answers an issue that I reported");
    expect(nobody).not.toContain("The balance is low");
  });
});
