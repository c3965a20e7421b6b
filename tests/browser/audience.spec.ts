import { expect, test } from "@playwright/test";
import { signIn } from "./people";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "who is left out" : "who is left out, without script", () => {
    test.use({ javaScriptEnabled });

    test("a group, days and a condition are counted apart, and the Change link brings them back", async ({ page }) => {
      await signIn(page, "owner@savanna.test", "/sms/bulk?group=1");
      await page.getByLabel("Message", { exact: true }).fill("Karibu.");
      await page.getByText("Leave some out").click();
      await page.getByLabel("Leave out who got a message in the last days").fill("many");
      await page.getByRole("button", { name: /^Review/ }).click();
      await expect(page.getByText("Enter a number of days, such as 7.").first()).toBeVisible();
      await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Karibu.");
      await page.getByLabel("Leave out who got a message in the last days").fill("1");
      await page.getByLabel("Field 1").selectOption("name");
      await page.getByLabel("Comparison").first().selectOption("contains");
      await page.getByLabel("Value").first().fill("a");
      await page.getByRole("button", { name: /^Review/ }).click();
      await expect(page).toHaveURL(/\/sms\/bulk\/confirm/);
      await expect(page.getByText(/without the values asked for/)).toBeVisible();
      await page.getByRole("link", { name: "Back to the message" }).click();
      await expect(page.getByLabel("Leave out who got a message in the last days")).toHaveValue("1");
      await expect(page.getByLabel("Value").first()).toHaveValue("a");
    });
  });
