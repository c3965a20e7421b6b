import { expect, type Page, test } from "@playwright/test";
import { auditFindings, settled } from "./audit";
import { signIn } from "./people";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const field = (page: Page) => palette(page).getByRole("combobox", { name: "Search" });
const chosen = (page: Page) => palette(page).getByRole("option", { selected: true });

test("by keyboard: opened, searched, gone to, and closed with the focus where it was", async ({ page }) => {
  const keys = page.keyboard;
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await signIn(page, "owner@savanna.test", "/dashboard");
  await settled(page);
  await page.getByRole("link", { name: "Notifications" }).focus();
  // Its program is only asked for now: what is typed meanwhile is not lost.
  await keys.press("Control+k");
  await keys.type("go");
  await expect(field(page)).toBeFocused();
  await keys.type("od");
  await expect(field(page)).toHaveValue("good");
  await field(page).fill("");
  await expect(palette(page).getByRole("option", { name: /Inbox/ }).first()).toBeVisible();
  await keys.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Notifications" })).toBeFocused();

  // Pages at once, also by another word for them; then records.
  await keys.press("/");
  await keys.type("campaign");
  await expect(chosen(page)).toHaveText(/New bulk SMS/);
  await field(page).fill("otieno");
  await expect(palette(page).getByRole("group", { name: "Contacts" }).getByRole("option")).toHaveCount(5);
  await expect(palette(page).getByRole("status")).toHaveText(/^\d+ results$/);
  expect(await auditFindings(page, "and habits"), "light").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await settled(page);
  expect(await auditFindings(page, "colours"), "dark").toEqual([]);

  // The arrows go round, and what is marked is what the field says it is.
  const first = await chosen(page).textContent();
  await keys.press("ArrowUp");
  await expect(chosen(page)).toHaveText(/All results for “otieno”/);
  await keys.press("ArrowDown");
  await expect(chosen(page)).toHaveText(first ?? "");
  await keys.press("ArrowDown");
  const id = await chosen(page).getAttribute("id");
  await expect(field(page)).toHaveAttribute("aria-activedescendant", id ?? "");
  const to = await chosen(page).getAttribute("href");
  await keys.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL((url) => url.pathname + url.search === to);
});

test("what was opened comes first: pages before anything is typed, and records among those that are found", async ({
  page,
}) => {
  await signIn(page, "owner@savanna.test", "/sms/history");
  await settled(page);
  await page.goto("/dashboard");
  await settled(page);
  await page.keyboard.press("Control+k");
  const recent = palette(page).getByRole("group", { name: "Recent" }).getByRole("option");
  await expect(recent.first()).toHaveAttribute("href", "/sms/history");
  const contacts = palette(page).getByRole("group", { name: "Contacts" }).getByRole("option");
  await field(page).fill("otieno");
  await expect(contacts).toHaveCount(5);
  await expect(palette(page).getByRole("status")).toHaveText(/^\d+ results$/);
  const last = (await contacts.nth(3).getAttribute("href")) ?? "";
  await contacts.nth(3).click();
  await expect(page).toHaveURL((url) => url.pathname + url.search === last);
  // The address is there before the page is.
  await expect(page.getByRole("heading", { name: "Edit contact" })).toBeVisible();
  await page.goto("/dashboard");
  await settled(page);
  await page.keyboard.press("Control+k");
  await field(page).fill("otieno");
  await expect(contacts.first()).toHaveAttribute("href", last);
});

test("a click on the field opens it; without a connection it says so, keeps the text and goes on by itself", async ({
  page,
  context,
}) => {
  await signIn(page, "owner@savanna.test", "/sms/history");
  await settled(page);
  await page.getByRole("searchbox", { name: "Search", exact: true }).first().click();
  await expect(field(page)).toBeFocused();
  await expect(palette(page).getByRole("option").first()).toBeVisible();
  await context.setOffline(true);
  await field(page).fill("otieno");
  await expect(palette(page).getByRole("status")).toContainText("No connection");
  await expect(field(page)).toHaveValue("otieno");
  await context.setOffline(false);
  await expect(palette(page).getByRole("group", { name: "Contacts" })).toBeVisible();
});

test("an answer that was overtaken is never shown", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/sms/history");
  await settled(page);
  const held = new Map<string, () => void>();
  const part = (name: string) => ({
    name,
    icon: "ticket",
    hits: [{ to: "/issues", label: `Hit of ${name}`, detail: "" }],
  });
  await page.route("**/search/results?q=*", async (route) => {
    const q = new URL(route.request().url()).searchParams.get("q") ?? "";
    if (q.startsWith("zslow")) await new Promise<void>((resolve) => held.set(q, resolve));
    await route.fulfill({ json: { places: [], parts: [part(q)] } }).catch(() => undefined);
  });
  await page.keyboard.press("Control+k");
  await field(page).fill("zslow");
  await expect.poll(() => held.has("zslow")).toBe(true);
  await field(page).fill("zquick");
  await expect(palette(page).getByText("Hit of zquick")).toBeVisible();
  held.get("zslow")?.();
  await settled(page);
  await expect(palette(page).getByText("Hit of zslow", { exact: true })).toHaveCount(0);

  // While an answer is awaited, Enter does not take what was found for the text before.
  await expect(chosen(page)).toHaveText("Hit of zquick");
  await field(page).fill("zslower");
  await expect(chosen(page)).toHaveText("All results for “zslower”");
  await expect.poll(() => held.has("zslower")).toBe(true);
  held.get("zslower")?.();
  await expect(chosen(page)).toHaveText("Hit of zslower");
});

test("g and a letter goes to a page, from the inbox too; not while one types, and not when keys are off", async ({
  page,
}) => {
  const keys = page.keyboard;
  await signIn(page, "agent@savanna.test", "/chat/inbox");
  await settled(page);
  await keys.press("/");
  await expect(page.locator("#inbox-search")).toBeFocused();
  await keys.type("gn");
  await expect(page.locator("#inbox-search")).toHaveValue("gn");
  // Escape leaves the field as soon as the inbox's own keys are there.
  await expect(async () => {
    await keys.press("Escape");
    await expect(page.locator("#inbox-search")).not.toBeFocused({ timeout: 1_000 });
  }).toPass();
  // The letter counts for 1.5 seconds after g: where the machine stopped between the two, they are pressed again.
  await expect(async () => {
    await keys.press("g");
    await keys.press("n");
    await expect(page).toHaveURL(/\/notifications$/, { timeout: 5_000 });
  }).toPass();
  const list = page.getByRole("dialog", { name: "Shortcuts" });
  await expect(async () => {
    await keys.press("?");
    await expect(list).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(list).toContainText("Chat inbox");
  await expect(list).toContainText("Ctrl");
  // Their own, not everybody's.
  await expect(list).toContainText("Tickets");
  await expect(list).not.toContainText("New bulk SMS");
  await list.getByRole("checkbox", { name: "Use these keys" }).uncheck();
  await keys.press("Escape");
  for (const key of ["/", "Control+k", "g", "d"]) await keys.press(key);
  await settled(page);
  await expect(palette(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/notifications$/);
});

test("on a phone the icon leads to the page, and without script the page does the search", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await signIn(page, "owner@savanna.test", "/dashboard");
  await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search$/);
  const form = page.getByRole("search", { name: "Everything" });
  await form.getByRole("searchbox").fill("otieno");
  await form.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search\?q=otieno$/);
  const contacts = page.getByRole("region", { name: "Contacts", exact: true });
  await expect(contacts.getByRole("link")).toHaveCount(5);
  await page
    .getByRole("region", { name: "People" })
    .getByRole("link", { name: /Otieno Ouma/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Otieno Ouma");
  await context.close();
});
