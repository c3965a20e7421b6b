import { expect, type Page, test } from "@playwright/test";
import { settled } from "./findings";
import { signIn } from "./people";

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
