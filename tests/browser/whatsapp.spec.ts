import { expect, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signInByForm } from "./people";
import { until } from "./until";

test.use({ javaScriptEnabled: false });

const business = "/sandbox/whatsapp/business";

test("a broadcast from pasted rows: values, a dry run, the price; it stops when the quality drops, and goes on once each", async ({
  page,
  browser,
}) => {
  const numbers = Array.from({ length: 400 }, (_, n) => `07640${String(n).padStart(5, "0")}`);
  const rows = ["Phone\tName", ...numbers.map((number, n) => `${number}\tAmina ${n}`)];
  await signInByForm(page, "owner@savanna.test", "/whatsapp/template");
  await page.getByRole("button", { name: "Sync from WhatsApp" }).click();
  await expect(page.getByText(/Templates synced/)).toBeVisible();
  await page.getByRole("link", { name: "price_drop" }).click();
  await expect(page.getByText(/WhatsApp rejected it/)).toBeVisible();

  await page.goto("/whatsapp/inboxes/broadcasts?from=paste");
  await page.getByLabel("Numbers", { exact: true }).fill(rows.join("\n"));
  await page.getByRole("button", { name: "Read the rows" }).click();
  await until(page, false, () => page.getByText("To 400 numbers").isVisible());
  await page.getByRole("button", { name: "Continue to values and cost" }).click();
  await expect(page.getByText("Choose a template.", { exact: true }).first()).toBeVisible();
  await page.getByLabel("Template").selectOption({ label: "weekend_offer (English)" });
  await page.locator("#name").fill("Journey");
  await page.getByRole("button", { name: "Continue to values and cost" }).click();

  await expect(page.getByText("Hello Amina, this weekend").first()).toBeVisible();
  await page.getByLabel("Value", { exact: true }).selectOption("name");
  await page.getByRole("button", { name: "Keep the values" }).click();
  await expect(page.getByText("Hello Amina 0, this weekend").first()).toBeVisible();
  await page.getByLabel("Your number").fill("12");
  await page.getByRole("button", { name: "Send a dry run" }).click();
  await expect(page.getByLabel("Your number")).toHaveValue("12");
  await page.getByLabel("Your number").fill("0764099999");
  await page.getByRole("button", { name: "Send a dry run" }).click();
  await expect(page.getByText("The dry run is on its way to your phone.")).toBeVisible();
  // What is typed as a value counts without a press on another button first.
  await page.getByLabel("Value", { exact: true }).selectOption("");
  await page.getByRole("button", { name: "Review 400 messages" }).click();
  await expect(page.getByText("Choose a field, or write a text for all.").first()).toBeVisible();
  await page.getByLabel(/^Text for rows without a value/).fill("friend");
  await page.getByRole("button", { name: "Review 400 messages" }).click();
  await expect(page.getByRole("heading", { name: "Send 400 messages for KES 1,800.00?" })).toBeVisible();
  await expect(page.getByText("Hello friend, this weekend")).toBeVisible();
  // With room for fewer than all of them it can't be over before the quality drops.
  const origin = new URL(page.url()).origin;
  const rate = (event: string, tier: string) =>
    page.request.post(`${business}/rate`, { form: { event, tier }, headers: { origin } });
  expect((await rate("UNFLAGGED", "TIER_250")).ok()).toBe(true);
  await until(page, false, () => page.getByText("The rest goes out as the limit of 250 allows.").isVisible());
  // Axe needs script: it looks from another window.
  const confirm = new URL(page.url());
  const scripted = await browser.newContext({ baseURL: confirm.origin, javaScriptEnabled: true });
  const looking = await scripted.newPage();
  await signInByForm(looking, "owner@savanna.test", "/notifications");
  await auditPage(looking, confirm.pathname + confirm.search);
  await scripted.close();
  await page.getByRole("button", { name: "Send 400 messages" }).click();

  const broadcast = page.url();
  expect((await rate("FLAGGED", "TIER_250")).ok()).toBe(true);
  await until(page, false, () => page.getByText("It stopped automatically").isVisible());
  await expect(page.getByText(/quality has fallen/)).toBeVisible();
  expect((await rate("UNFLAGGED", "TIER_1K")).ok()).toBe(true);
  await page.getByRole("button", { name: "Resume" }).click();
  await until(page, false, () => page.getByText("Cancel the rest").isHidden());

  const file = await page.request.get(`${new URL(broadcast).pathname}/recipients.csv`);
  const lines = (await file.text()).trim().split(/\r?\n/).slice(1);
  expect(lines).toHaveLength(400);
  expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(400);
  expect(lines.every((line) => /Read|Delivered|Sent/.test(line))).toBe(true);
  await page.goto("/whatsapp/inboxes/broadcast-history?view=single");
  await expect(page.getByRole("link", { name: "Dry run: Journey" })).toBeVisible();
});
