import { expect, test } from "@playwright/test";
import { running } from "./audit";
import { signIn } from "./people";

test("a draft of a broadcast: rows that were left out, a dry run of what is typed, and discarded", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/whatsapp/template");
  await page.getByRole("button", { name: "Sync from WhatsApp" }).click();
  await expect(page.getByText(/Templates synced/)).toBeVisible();
  await page.goto("/whatsapp/inboxes/broadcasts?from=paste");
  await page.getByLabel("Numbers", { exact: true }).fill("Phone\tName\n0764000801\tAmina\n12\tOtieno");
  await page.getByRole("button", { name: "Read the rows" }).click();
  await expect(page.getByText("To 1 number of")).toContainText("1 row left out");
  await page.getByRole("link", { name: "See what is left out, and why" }).click();
  await expect(page.getByRole("table")).toContainText("Otieno");
  await page.goBack();

  await page.getByLabel("Template").selectOption({ label: "weekend_offer (English)" });
  await page.locator("#name").fill("Tried and discarded");
  await page.getByRole("button", { name: "Continue to values and cost" }).click();
  await expect(page.getByRole("heading", { name: "Tried and discarded" })).toBeVisible();
  await running(page);
  await page.getByLabel("Value", { exact: true }).selectOption("");
  await page.getByLabel(/^Text for rows without a value/).fill("dear customer");
  await page.getByLabel("Your number").fill("0764000802");
  await page.getByRole("button", { name: "Send a dry run" }).click();
  await expect(page.getByText("The dry run is on its way to your phone.")).toBeVisible();
  await expect(page.getByText("Hello dear customer, this weekend").first()).toBeVisible();

  await page.getByRole("link", { name: "Discard the draft" }).click();
  await expect(page.getByRole("heading", { name: "Discard the draft to 1 number?" })).toBeVisible();
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(page.getByText("The broadcast was cancelled.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send a dry run" })).toBeHidden();
  await expect(page.getByText("KES 4.50")).toHaveCount(0);
});
