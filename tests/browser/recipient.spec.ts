import { expect, test } from "@playwright/test";
import { signInByForm } from "./people";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "one recipient" : "one recipient without script", () => {
    test.use({ javaScriptEnabled });

    test("the number of a message leads to all that happened with it", async ({ page }) => {
      await signInByForm(page, "owner@savanna.test", "/sms/history/1/messages");
      await page
        .getByRole("link", { name: /^\+254/ })
        .first()
        .click();
      await expect(page).toHaveURL(/\/sms\/recipient\?number=/);
      await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
      await expect(page.getByText(/^From /).first()).toBeVisible();
      await page.getByLabel("Phone number").fill("12");
      await page.getByRole("button", { name: "Show" }).click();
      await expect(page.locator("#number-error")).toBeVisible();
      await expect(page.getByLabel("Phone number")).toHaveValue("12");
    });

    test("an answer leads to all messages with its number, and from there to another message", async ({ page }) => {
      await signInByForm(page, "owner@savanna.test", "/sms/inbox");
      const number = page
        .getByRole("table")
        .getByRole("link", { name: /^\+254/ })
        .first();
      const called = (await number.textContent()) ?? "";
      await number.click();
      await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
      await expect(page.getByText(/^Received on /).first()).toBeVisible();
      await page.getByRole("link", { name: "Send a message" }).click();
      await expect(page.getByLabel("Phone numbers")).toHaveValue(called.replaceAll(" ", ""));
      await page.getByRole("link", { name: "All messages with this number" }).click();
      await expect(page.getByLabel("Phone number")).toHaveValue(called);
    });
  });
