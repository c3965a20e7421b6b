import { expect, type Page, test } from "@playwright/test";
import { settled } from "./audit";
import { channelOf, customerWrites } from "./chat.customers";
import { signIn, unfold } from "./people";

/** A ticket of the demo, opened at its page. */
async function openTicket(page: Page): Promise<string> {
  await signIn(page, "supervisor@savanna.test", "/ticketing/tickets");
  await page.locator("tbody a.name").first().click();
  await page.waitForURL(/\/ticketing\/show\/\d+/);
  await settled(page);
  return new URL(page.url()).pathname;
}

const lost = (page: Page) => page.getByRole("region", { name: "Connection" });

test("without a connection the page, its form and the address stay, and Try again does what was asked", async ({
  page,
  context,
}) => {
  const path = await openTicket(page);
  const words = `Kept offline ${Date.now()}`;
  await page.getByRole("textbox", { name: "Comment" }).fill(words);

  await context.setOffline(true);
  await page.getByRole("button", { name: "Add the comment" }).click();
  await expect(lost(page)).toContainText("No connection");
  await expect(lost(page)).toContainText("Nothing was sent");
  await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue(words);
  // The form can be pressed again, and what stands in it by then is what goes.
  await page.getByRole("textbox", { name: "Comment" }).fill(`${words}, changed`);

  // A page that was never open, whose program is not in the browser either.
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Dashboard", exact: true })
    .first()
    .click();
  await expect(lost(page)).toContainText("The page was not opened.");
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue(`${words}, changed`);

  // Back leads to a page that was open: it is not left for an error page, and Back still leads there afterwards.
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole("textbox", { name: "Comment" })).toHaveValue(`${words}, changed`);

  await page.getByRole("button", { name: "Add the comment" }).click();
  await expect(lost(page)).toContainText("Nothing was sent");
  await context.setOffline(false);
  await lost(page).getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article").filter({ hasText: `${words}, changed` })).toBeVisible();
  await expect(lost(page)).toBeEmpty();
  await page.goBack();
  await expect(page).toHaveURL(/\/ticketing\/tickets/);
});

test("a server that is away is no different, and what was accepted is not sent twice", async ({ page }) => {
  const path = await openTicket(page);
  const words = `Sent once ${Date.now()}`;
  await page.getByRole("textbox", { name: "Comment" }).fill(words);
  let posts = 0;
  let away = true;
  await page.route(/\.data/, async (route) => {
    if (route.request().method() === "POST") posts += 1;
    else if (away) return route.abort("connectionrefused");
    await route.continue();
  });
  await page.getByRole("button", { name: "Add the comment" }).click();
  await expect(lost(page)).toContainText("It was sent");
  expect(new URL(page.url()).pathname).toBe(path);
  away = false;
  await lost(page).getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article").filter({ hasText: words })).toHaveCount(1);
  expect(posts).toBe(1);
});

test("parts of the inbox that fail to load are asked for again, and the topbar says so meanwhile", async ({ page }) => {
  let away = true;
  const parts = /\/assets\/(live\.client|inbox-island)-/;
  await page.route(parts, (route) => (away ? route.abort("internetdisconnected") : route.continue()));
  await signIn(page, "supervisor@savanna.test", "/chat/inbox");
  await expect(page.getByRole("banner").getByText("Reconnecting…")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Oh no! Something went wrong" })).toHaveCount(0);
  away = false;
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(page.locator('[data-live="on"]')).toBeAttached();
  await expect(page.getByRole("banner").getByText("Reconnecting…")).toBeHidden();
  await expect(page.locator("[data-keys-help]")).toBeAttached();
});

test("a record that is not there is named inside the frame", async ({ page }) => {
  await signIn(page, "supervisor@savanna.test", "/dashboard");
  const answer = await page.goto("/ticketing/show/99999999");
  expect(answer?.status()).toBe(404);
  await settled(page);
  await expect(page).toHaveTitle(/This page could not be found/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page could not be found");
  await expect(page.getByText("Ticket 99999999 does not exist or was deleted.")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Tickets" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
});

test("a drawer asks before what was typed is lost, and gives the focus back to what opened it", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/contacts/contact-group");
  await settled(page);
  const opener = page.getByRole("link", { name: "New group" });
  await opener.click();
  const drawer = page.getByRole("dialog");
  const name = drawer.getByRole("textbox", { name: "Name" }).first();
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await name.fill("Almost lost");
  await page.keyboard.press("Escape");
  const asked = drawer.getByRole("alertdialog", { name: "Discard what you typed?" });
  await asked.getByRole("button", { name: "Stay here" }).click();
  await expect(name).toHaveValue("Almost lost");
  await drawer.getByRole("link", { name: "Cancel" }).click();
  await asked.getByRole("button", { name: "Leave without saving" }).click();
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
});

test("a long text survives leaving its page, until it is sent or discarded", async ({ page }) => {
  const path = await openTicket(page);
  const words = `Left and found ${Date.now()}`;
  const comment = page.getByRole("textbox", { name: "Comment" });
  const leave = () =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tickets", exact: true }).click();
  await comment.fill(words);
  await leave();
  await expect(page.getByRole("heading", { level: 1, name: "Tickets" })).toBeVisible();
  await page.goto(path);
  await expect(comment).toHaveValue(words);
  await expect(page.getByText("Draft restored.")).toBeVisible();

  await page.getByRole("button", { name: "Add the comment" }).click();
  await expect(page.getByRole("article").filter({ hasText: words })).toBeVisible();
  await page.goto(path);
  await settled(page);
  await expect(comment).toHaveValue("");

  await comment.fill("Not wanted");
  await page.reload();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(comment).toHaveValue("");
  await page.reload();
  await settled(page);
  await expect(comment).toHaveValue("");
});

test("what is typed before the program has loaded is known to it", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/notifications");
  let load: (() => void) | undefined;
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await loading;
    await route.continue();
  });
  await page.goto("/sms/bulk", { waitUntil: "commit" });
  const filter = page.getByRole("textbox", { name: /^Add a contact group/ });
  await filter.fill("no group of the dem");
  load?.();
  await expect(page.getByText("No group has this name.")).toBeAttached();
  await filter.pressSequentially("o");
  await expect(filter).toHaveValue("no group of the demo");
});

test("after a navigation the page is announced, the focus is somewhere, and Back finds its place", async ({ page }) => {
  await signIn(page, "supervisor@savanna.test", "/ticketing/tickets");
  await settled(page);
  const list = page.locator("#main .list-box").first();
  const last = list.locator("tbody a.name").last();
  await last.scrollIntoViewIfNeeded();
  const top = await list.evaluate(({ scrollTop }) => scrollTop);
  expect(top).toBeGreaterThan(0);
  await last.click();
  await page.waitForURL(/\/ticketing\/show\/\d+/);
  await expect(page.getByRole("status", { name: "Page" })).toHaveText(/^#\d+ /);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(last).toBeFocused();
  expect(await list.evaluate(({ scrollTop }) => scrollTop)).toBe(top);
});

test("in the list of groups Enter ticks", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/sms/bulk");
  await settled(page);
  await page.getByRole("textbox", { name: /Add a contact group/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.locator("#group-list input").first()).toBeChecked();
  await expect(page).toHaveURL(/\/sms\/bulk$/);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("an answer to a conversation that waits takes it, and is no private note", async ({ page }) => {
  await signIn(page, "agent@savanna.test", "/chat/inbox?view=waiting");
  const who = { id: `resilience-${Date.now()}`, name: `Resilience ${Date.now()}` };
  const chat = await customerWrites(await channelOf("webchat"), who, "Is anybody there?");
  await page.goto(`/chat/inbox?chat=${chat}`);
  await settled(page);
  await expect(page.getByRole("radio", { name: "Reply on Web chat" })).toBeChecked();
  await page.getByLabel("Your reply").fill("Karibu.");
  await page.getByRole("button", { name: "Take and send" }).click();
  await expect(page.getByRole("log").getByText("Karibu.")).toBeVisible();
  await expect(page.getByText("Assigned to you")).toBeVisible();
  await expect(page.getByText("only your team sees this")).toBeHidden();
});

for (const height of [620, 768, 900])
  test(`the filter of the tickets fits a window of ${height} px, and its button is in it`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height });
    await signIn(page, "supervisor@savanna.test", "/ticketing/tickets");
    await settled(page);
    await page.getByText("Filter", { exact: true }).click();
    await expect(page.getByRole("combobox", { name: "SLA" })).toBeHidden();
    await page.getByText("More filters").click();
    await page.getByRole("combobox", { name: "SLA" }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("button", { name: "Show" })).toBeInViewport({ ratio: 1 });
    await page.getByRole("combobox", { name: "Status" }).selectOption({ label: "Not resolved" });
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(/status=unresolved/);
  });

test("cards, walls and panels keep to their boxes at each width", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/dashboard");
  for (const path of ["/ticketing/boards", "/chat/team/wall", "/ticketing/tickets"]) {
    await page.goto(path);
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      const out = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("#main .card, #main [data-card]")].flatMap((card) => {
          const edge = card.getBoundingClientRect().right;
          return [...card.querySelectorAll<HTMLElement>("a, button, span, p, summary")]
            .filter((inner) => inner.checkVisibility() && !inner.closest(".list-box, .sr-only, .menu"))
            .filter((inner) => inner.getBoundingClientRect().right > edge + 1)
            .map((inner) => inner.textContent);
        }),
      );
      expect(out, `${path} at ${width} px`).toEqual([]);
    }
  }
});

test("a narrow window has the menu as icons, and the page the room", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/ticketing/tickets");
  for (const [width, left] of [
    [768, 57],
    [1023, 57],
    [1280, 240],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const main = page.locator(".page");
    await expect.poll(async () => (await main.boundingBox())?.x).toBe(left);
    expect(await main.evaluate((box) => box.scrollWidth - box.clientWidth), `${width} px`).toBe(0);
  }
});

test("all tickets of the page are selected in the head, and only then is there something to edit", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/ticketing/tickets");
  await settled(page);
  const selection = page.getByRole("form", { name: "Selected rows" });
  await expect(selection).toBeHidden();
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await expect(selection.getByRole("status")).toHaveText("25 tickets selected");
  // All that match are more than the page has.
  await expect(selection.getByRole("checkbox", { name: /^All .* that match$/ })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all on this page" }).uncheck();
  await expect(selection).toBeHidden();
});

test("what one works with is in sight: a ticket's comment, the button of a long form", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "owner@savanna.test", "/settings/groups/new_role");
  await settled(page);
  await expect(page.getByRole("button", { name: "Create role" })).toBeInViewport({ ratio: 1 });
  await unfold(page, "Send bulk message");
  await page.getByRole("checkbox", { name: "Send bulk message" }).check();
  await expect(page.getByText("1 selected", { exact: true })).toBeVisible();
  await page.goto("/ticketing/tickets");
  await page.locator("a.name[data-row]").first().click();
  await expect(page.getByLabel("Write a comment")).toBeInViewport({ ratio: 1 });
});

test("a period applies as soon as it is chosen", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/sms/dashboard");
  await settled(page);
  await page.getByLabel("Period").focus();
  await page.getByLabel("Period").selectOption({ label: "Last 7 days" });
  await expect(page).toHaveURL(/days=7/);
  await expect(page.getByLabel("Period")).toBeFocused();
});

test("a chart says in words what it is pointed at", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/sms/dashboard");
  await settled(page);
  const chart = page.getByRole("figure", { name: "Messages per day" });
  const tip = chart.getByRole("listitem").filter({ hasText: /^Sent\d/ });
  const bars = chart.locator("svg[role=img] g rect");
  // Pointing at it asks for the chart's program, which draws the bars again: the tallest one may move.
  await expect(async () => {
    await page.mouse.move(0, 0);
    const heights = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().height));
    await bars.nth(heights.indexOf(Math.max(...heights))).hover({ timeout: 2_000 });
    await expect(tip).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(chart.getByText(/^\d{1,2} [A-Z][a-z]{2}$/).first()).toBeVisible();
});

test("no heading skips a level on the page of a new role, and the list of keys says only what works", async ({
  page,
}) => {
  await signIn(page, "owner@savanna.test", "/settings/groups/new_role");
  await settled(page);
  const levels = await page.getByRole("heading").evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
  expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Shortcuts" });
  await expect(keys.getByText("Show this list")).toBeVisible();
  await expect(keys.getByText("Search").first()).toBeVisible();
});

test("a form that is on the way is not sent a second time by another Enter", async ({ page }) => {
  await signIn(page, "supervisor@savanna.test", "/contacts/contact-group/new");
  await settled(page);
  const name = `Pressed twice ${Date.now()}`;
  let posts = 0;
  let answer = () => {};
  const pressedTwice = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/contacts\/contact-group\/new\.data/, async (route) => {
    if (route.request().method() === "POST") {
      posts++;
      await pressedTwice;
    }
    await route.continue();
  });
  const field = page.getByLabel("Name", { exact: true });
  await field.fill(name);
  await field.press("Enter");
  await expect.poll(() => posts).toBe(1);
  await field.press("Enter");
  await field.press("Enter");
  answer();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  expect(posts).toBe(1);
});
