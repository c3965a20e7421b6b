import { expect, test } from "@playwright/test";
import { signInByForm } from "./people";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "a recurring message" : "a recurring message without script", () => {
    test.use({ javaScriptEnabled });

    test("is set up, stands in the history with its next time, and is stopped", async ({ page }) => {
      const name = javaScriptEnabled ? "Weekly offers" : "Weekly offers, plain";
      await signInByForm(page, "owner@savanna.test", "/sms/bulk?group=1");
      await page.getByLabel(/^Name/).fill(name);
      await page.getByLabel("Message", { exact: true }).fill("New offers in every branch.");
      await page.getByLabel("At a set time").check();
      await page.getByLabel("Date", { exact: true }).fill(inDays(20));
      await page.getByLabel("Send it again").selectOption("week");
      const last = page.getByRole("textbox", { name: /^Last day/ });
      await last.fill(inDays(19));
      await page.getByRole("button", { name: /^Review/ }).click();
      await expect(page.getByText("Choose a day after the first.").first()).toBeVisible();
      await expect(page.getByLabel("Send it again")).toHaveValue("week");
      await last.fill(inDays(90));
      await page.getByRole("button", { name: /^Review/ }).click();
      await expect(page.getByText(/Then every week until .*, to the contacts in the groups on that day/)).toBeVisible();
      await page.getByRole("link", { name: "Back to the message" }).click();
      await expect(page.getByLabel("Send it again")).toHaveValue("week");
      await page.getByRole("button", { name: /^Review/ }).click();
      await page.getByRole("button", { name: /^Send/ }).click();
      await expect(page.getByRole("heading", { name: "Recurring message" })).toBeVisible();

      await page.goto("/sms/history");
      const listed = page.getByLabel("Recurring messages").getByRole("link", { name, exact: true });
      await listed.click();
      await expect(page.getByText(/It is sent every week until .*, again on /)).toBeVisible();
      await page.getByRole("button", { name: "Stop repeating" }).click();
      await expect(page.getByText(/It was sent every week .* until it was stopped/)).toBeVisible();
      await page.goto("/sms/history");
      await expect(listed).toHaveCount(0);
    });
  });
