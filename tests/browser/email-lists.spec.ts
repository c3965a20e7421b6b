import { expect, test } from "@playwright/test";
import { auditFindings } from "./audit";
import { signIn } from "./people";
import { until } from "./until";

test("a marketer sends for a list, and a reader without script leaves it, and chooses what to get", async ({
  page,
  browser,
}) => {
  await signIn(page, "owner@savanna.test", "/email/lists");
  for (const name of ["Weekly offers", "Store news"]) {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Add the list" }).click();
    await expect(page.getByRole("link", { name: `Change ${name}` })).toBeVisible();
  }
  expect(await auditFindings(page)).toEqual([]);

  await page.goto("/email/bulk");
  await page.getByLabel("Subject").fill("For the list");
  await page.getByLabel("List", { exact: true }).selectOption({ label: "Weekly offers" });
  await page.getByLabel("Message", { exact: true }).fill("Half price this week.");
  await page.getByRole("textbox", { name: /Add a contact group/ }).click();
  await page.getByRole("checkbox", { name: /^Newsletter/ }).check();
  await page.getByRole("button", { name: /^Review/ }).click();
  await page.waitForURL(/\/email\/bulk\/confirm/);
  await expect(page.getByText("Weekly offers").first()).toBeVisible();
  await page.getByRole("button", { name: /^Send \d+ emails/ }).click();
  await page.waitForURL(/\/email\/outbox\/\d+$/);
  const mailing = page.url();
  const arrived = page.getByRole("link", { name: /For the list/ }).last();
  await expect(async () => {
    await page.goto("/sandbox/mail?to=@mail.test");
    await expect(arrived).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
  await arrived.click();
  const [, address = ""] = /To (\S+@mail\.test)/.exec((await page.locator("body").textContent()) ?? "") ?? [];
  const link = (await page.getByRole("link", { name: /\/unsubscribe\// }).getAttribute("href")) ?? "";

  const phone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const reader = await phone.newPage();
  await reader.goto(new URL(link, page.url()).href);
  await expect(reader.getByText("Stop Weekly offers from")).toBeVisible();
  await reader.getByRole("button", { name: "Unsubscribe from Weekly offers" }).click();
  await expect(reader.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
  await expect(reader.getByRole("checkbox", { name: "Weekly offers" })).not.toBeChecked();
  await expect(reader.getByRole("checkbox", { name: "Store news" })).toBeChecked();
  await reader.getByRole("checkbox", { name: "Weekly offers" }).check();
  await reader.getByRole("checkbox", { name: "Store news" }).uncheck();
  await reader.getByRole("button", { name: "Save my choice" }).click();
  await expect(reader.getByRole("heading", { name: "Your choice is saved" })).toBeVisible();
  await expect(reader.getByText(`sends Weekly offers to ${address}.`)).toBeVisible();
  await phone.close();

  await page.goto(`/email/suppressions?q=${address}`);
  await expect(page.getByRole("cell", { name: "Store news" })).toBeVisible();
  await page.goto(mailing);
  await until(page, false, () => page.getByText("Unsubscribed", { exact: true }).first().isVisible());
});
