import { expect, test } from "@playwright/test";
import { signIn } from "./people";

const name = "Bartholomew Wanjala Nyongesa-Kipchumba the Third";
const company = "Kilimanjaro Agricultural Cooperative Society Limited";
const email = "bartholomew.nyongesa-kipchumba@kilimanjaro-cooperative.co.ke";
const long = "Kaskazinimashariki".repeat(6);

test("long names, companies and addresses of a lead lie neither over their labels nor beside the page", async ({
  page,
}) => {
  await signIn(page, "owner@savanna.test", "/crm/leads/new");
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Name").fill(`${name} ${long}`);
  await drawer.getByLabel("Company").fill(company);
  await drawer.getByLabel("Email").fill(email);
  await drawer.getByRole("button", { name: "Add the lead" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  const lead = page.url();

  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const label = await page
      .locator("dl.kv dt")
      .filter({ hasText: /^Company$/ })
      .boundingBox();
    const value = await page.locator("dl.kv dd").filter({ hasText: company }).boundingBox();
    // The label has room for its own word.
    expect(label?.width).toBeGreaterThan(70);
    expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThanOrEqual(value?.x ?? 0);
  }

  await page.goto(`${lead}/convert`);
  await page.getByRole("button", { name: "Convert the lead" }).click();
  await expect(page.getByText("The lead is a contact with a deal now.")).toBeVisible();
  await page.goto(lead);
  await expect(page.getByText("Converted to the contact")).toBeVisible();
  const beside = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await beside()).toBeLessThanOrEqual(0);
});

test("a button that names a person with a long name is not cut off on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, "owner@savanna.test", "/settings/users/new");
  const drawer = page.getByRole("dialog");
  await drawer.getByLabel("Name").fill(name);
  await drawer.getByLabel("Email").fill(`long-name-${Date.now()}@savanna.test`);
  await drawer.getByLabel("Role").selectOption("Agent");
  await drawer.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByRole("heading", { name: "User management", level: 1 })).toBeVisible();
  await expect(drawer).toBeHidden();
  await page.goto(`/settings/users?q=${encodeURIComponent(name)}`);
  const details = await page.locator('main a[href$="/details"]').first().getAttribute("href");
  await page.goto((details ?? "").replace(/details$/, "remove"));
  const box = await page.getByRole("button", { name: `Remove ${name}` }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
});
