import { expect, test } from "@playwright/test";
import { signInByForm } from "./people";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test.describe("how SMS are sent, without script", () => {
  test.use({ javaScriptEnabled: false });

  test("hours and the ending are changed, and what was typed is kept when they are refused", async ({ page }) => {
    await signInByForm(page, "owner@savanna.test", "/settings/sms");
    const ending = page.getByRole("textbox", { name: "Ending" });
    const promotional = page.getByRole("group", { name: "Promotional sender IDs" });
    await expect(promotional.getByLabel("From")).toHaveValue("08:00");
    await ending.fill("Stop: STOP to 21456");
    await promotional.getByLabel("Until").fill("07:00");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Choose a time after the first one.").first()).toBeVisible();
    await expect(ending).toHaveValue("Stop: STOP to 21456");
    await promotional.getByLabel("Until").fill("18:00");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("SMS sending was changed.")).toBeVisible();
    await expect(page.getByText(/Changed by .*today|Changed by/)).toBeVisible();

    await page.goto("/user/activities");
    await expect(page.getByText(/end with “Stop: STOP to 21456”/).first()).toBeVisible();

    await page.goto("/settings/sms");
    await ending.fill("STOP*456*9*5#");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(ending).toHaveValue("STOP*456*9*5#");
  });

  test("a keyword reply is added, corrected and deleted", async ({ page }) => {
    await signInByForm(page, "owner@savanna.test", "/settings/sms/replies");
    await page.getByRole("link", { name: "New keyword reply" }).click();
    await page.getByLabel("Words in English").fill("hours, stop");
    await page.getByLabel("Reply in English").fill("We are open from 8 to 5.");
    await page.getByRole("button", { name: "Add keyword reply" }).click();
    await expect(page.getByText("STOP is an opt-out word: it has its own answer.").first()).toBeVisible();
    await expect(page.getByLabel("Reply in English")).toHaveValue("We are open from 8 to 5.");
    await page.getByLabel("Words in English").fill("hours");
    await page.getByLabel("Words in Swahili").fill("saa");
    await page.getByRole("button", { name: "Add keyword reply" }).click();
    await expect(page.getByRole("heading", { name: "HOURS, SAA" })).toBeVisible();
    await page.getByRole("link", { name: "Delete HOURS, SAA" }).click();
    await page.getByRole("button", { name: "Delete the reply" }).click();
    await expect(page.getByText("No keyword replies yet")).toBeVisible();
  });

  test("a scheduled message gets a speed, with its end, and the campaign is in the summary", async ({ page }) => {
    await signInByForm(page, "owner@savanna.test", "/sms/bulk?group=1");
    await page.getByLabel(/^Name/).fill("Slow campaign");
    await page.getByLabel("Message", { exact: true }).fill("Our branches are open on Saturday.");
    await page.getByLabel("At a set time").check();
    await page.getByLabel("Date", { exact: true }).fill(inDays(30));
    await page.getByRole("button", { name: /^Review/ }).click();
    await page.getByRole("button", { name: /^Send/ }).first().click();
    await page.getByLabel("Parts a second").fill("0");
    await page.getByRole("button", { name: "Change speed" }).click();
    // The browser itself sends no speed of 0.
    await expect(page.getByText(/At most \d+ a second/)).toHaveCount(0);
    // A program does: the server says what is wrong, and what was typed stays.
    await page.locator("form", { has: page.getByLabel("Parts a second") }).evaluate((form: HTMLFormElement) => {
      form.noValidate = true;
    });
    await page.getByRole("button", { name: "Change speed" }).click();
    await expect(page.getByText("Enter 1 or more.").first()).toBeVisible();
    await expect(page.getByLabel("Parts a second")).toHaveValue("0");
    await page.getByLabel("Parts a second").fill("5");
    await page.getByRole("button", { name: "Change speed" }).click();
    await expect(page.getByText(/At most 5 a second\..* Ends about/)).toBeVisible();
    await page.getByRole("button", { name: "Full speed" }).click();
    await expect(page.getByText(/It goes as fast as the link to the networks/)).toBeVisible();

    await page.goto("/dashboard/sms-outbox?status=scheduled");
    await page.getByRole("link", { name: "Slow campaign" }).click();
    await page.getByRole("link", { name: "Cancel", exact: true }).click();
    await page.getByRole("button", { name: /Cancel/ }).click();

    await page.goto("/sms/dashboard");
    await expect(page.getByRole("heading", { name: "Link to the networks" })).toBeVisible();
  });
});

test("the way from the summary of errors to a field keeps the summary and the other errors", async ({ page }) => {
  await signInByForm(page, "owner@savanna.test", "/settings/sms/replies/new");
  await page.getByLabel("Words in English").fill("stop");
  await page.getByRole("button", { name: "Add keyword reply" }).click();
  const summary = page.getByRole("alert").filter({ hasText: "There are 2 problems" });
  await expect(summary).toBeFocused();
  await summary.getByRole("link", { name: "Write the reply in English or Swahili." }).click();
  await expect(page.getByLabel("Reply in English")).toBeFocused();
  await expect(summary).toBeVisible();
  await expect(page.getByText("STOP is an opt-out word: it has its own answer.")).toHaveCount(2);
});
