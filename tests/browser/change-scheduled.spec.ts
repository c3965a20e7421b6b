import { expect, test } from "@playwright/test";
import { signInByForm } from "./people";

/** The day in a month from now. */
const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "a scheduled message" : "a scheduled message without script", () => {
    test.use({ javaScriptEnabled });

    test("is changed: it stays until the change is confirmed, then the other takes its place", async ({ page }) => {
      await signInByForm(page, "owner@savanna.test", "/sms/send");
      const message = page.getByLabel("Message", { exact: true });
      await page.getByLabel("Phone numbers").fill("0767 000 001");
      await message.fill("Come on Monday.");
      await page.getByLabel("At a set time").check();
      await page.getByLabel("Date", { exact: true }).fill(day);
      await page.getByRole("button", { name: /^Review/ }).click();
      await page.getByRole("button", { name: /^Send/ }).click();
      await expect(page).toHaveURL(/\/sms\/history\/\d+$/);
      const before = page.url();

      await page.getByRole("link", { name: "Change", exact: true }).click();
      await expect(page.getByText(/You are changing a scheduled message/)).toBeVisible();
      await expect(message).toHaveValue("Come on Monday.");
      await expect(page.getByLabel("Date", { exact: true })).toHaveValue(day);
      await message.fill("");
      await page.getByRole("button", { name: /^Review/ }).click();
      await expect(page.getByText("Write the message.").first()).toBeVisible();
      await message.fill("Come on Tuesday.");
      await page.getByRole("button", { name: /^Review/ }).click();
      await expect(page.getByText(/takes the place of/)).toBeVisible();
      await page.getByRole("link", { name: "Back to the message" }).click();
      await expect(page.getByText(/You are changing a scheduled message/)).toBeVisible();
      await expect(message).toHaveValue("Come on Tuesday.");
      await page.getByRole("button", { name: /^Review/ }).click();
      await page.getByRole("button", { name: /^Send/ }).click();
      await expect(page).toHaveURL(/\/sms\/history\/\d+$/);
      expect(page.url()).not.toBe(before);
      await expect(page.getByText("Come on Tuesday.").first()).toBeVisible();
      await expect(page.getByText("Scheduled", { exact: true }).first()).toBeVisible();

      await page.goto(before);
      await expect(page.getByText("Cancelled", { exact: true }).first()).toBeVisible();
      await page.getByRole("link", { name: "See the message that took its place" }).click();
      await expect(page.getByText("Come on Tuesday.").first()).toBeVisible();
      // An address that was kept leads to what became of it.
      await page.goto(`/sms/send?edit=${before.split("/").at(-1)}`);
      await expect(page).toHaveURL(before);
    });
  });
