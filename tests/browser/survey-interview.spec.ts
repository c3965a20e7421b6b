import { expect, test } from "@playwright/test";
import { signIn } from "./people";

/** Somebody is interviewed: a wrong entry keeps its place, it is broken off, gone on with, and the response says who asked. */
for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test("an interview from its beginning to the response", async ({ page }) => {
      const phone = javaScriptEnabled ? "0799000117" : "0799000118";
      const name = javaScriptEnabled ? "Neema Wairimu" : "Baraka Wairimu";
      await signIn(page, "owner@savanna.test", `/survey/interview?phone=${phone}&name=${encodeURIComponent(name)}`);
      await page.getByRole("link", { name: "After delivery" }).click();
      await expect(page.getByLabel("Phone number")).toHaveValue(/7?99 ?000 ?11/);
      await page.getByRole("button", { name: "Begin the interview" }).click();
      await expect(page.getByRole("heading", { name })).toBeVisible();
      await page.getByRole("button", { name: "Save and continue" }).click();
      await expect(page.getByText("Choose one answer.").first()).toBeVisible();
      await page.getByLabel("Poor").check();
      await page.getByRole("button", { name: "Save and continue" }).click();
      await page.getByLabel("It was late").check();
      await page.getByRole("button", { name: "Save and continue" }).click();
      await expect(page.getByText("Enter the answer in the person's own words.")).toBeVisible();

      await page.getByRole("link", { name: "Break off" }).click();
      await page.getByLabel("The person wants to continue later").check();
      await page.getByLabel("Note").fill("Call after five");
      await page.getByRole("button", { name: "Break off" }).click();
      await expect(page.getByText("Call after five")).toBeVisible();
      await page.getByRole("button", { name: `Continue with ${name}` }).click();

      await page.getByRole("button", { name: "Does not know" }).click();
      await page.getByLabel("8", { exact: true }).check();
      await page.getByRole("button", { name: "Save and continue" }).click();
      await expect(page.getByText("May we call you about it?")).toBeVisible();
      await page.getByRole("link", { name: "Question before" }).click();
      await expect(page.getByLabel("8", { exact: true })).toBeChecked();
      await page.getByLabel("9", { exact: true }).check();
      await page.getByRole("button", { name: "Save and continue" }).click();
      await page.getByLabel("No", { exact: true }).check();
      await page.getByRole("button", { name: "Save and continue" }).click();
      await expect(page.getByText("Thank you. We read every answer.")).toBeVisible();

      await page.getByRole("link", { name: "See the response" }).click();
      await expect(page.getByRole("region", { name: "Interview" }).getByText("Wanjiru Maina")).toHaveCount(2);
      await expect(page.getByText("Does not know").first()).toBeVisible();
      // The figures of the demo stay as they were.
      await page.getByRole("link", { name: "Delete the response" }).click();
      await page.getByLabel("Reason").fill("A trial");
      await page.getByRole("button", { name: "Delete the response" }).click();
      await expect(page.getByText(/was deleted/)).toBeVisible();
    });
  });
