import { expect, test } from "@playwright/test";
import { signIn } from "./people";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "a task" : "a task without script", () => {
    test.use({ javaScriptEnabled });

    test("is added from a lead, stands in the day, is done by one click and opened again", async ({ page }) => {
      const lead = javaScriptEnabled ? 11 : 12;
      const title = `Call back ${javaScriptEnabled ? "Script" : "Plain"}`;
      await signIn(page, "owner@savanna.test", `/crm/lead/${lead}`);
      await page.getByRole("link", { name: "New task" }).click();
      await page.getByLabel("What is to be done").fill(title);
      await page.getByLabel("Time").fill("09:00");
      await page.getByRole("button", { name: "Add the task" }).click();
      await expect(page.getByText("Choose a day.").first()).toBeVisible();
      await expect(page.getByLabel("What is to be done")).toHaveValue(title);
      await page.getByLabel("Due", { exact: true }).fill("2026-01-05");
      await page.getByRole("button", { name: "Add the task" }).click();
      await expect(page).toHaveURL(new RegExp(`/crm/lead/${lead}$`));
      await expect(page.getByRole("region", { name: "Tasks" }).getByRole("link", { name: title })).toBeVisible();

      await page.goto("/crm/contactactions/day");
      const late = page.getByRole("region", { name: "Late" });
      await late.getByRole("button", { name: `Done: ${title}` }).click();
      const ended = page.getByRole("region", { name: "Done today" });
      await expect(ended.getByRole("link", { name: title })).toBeVisible();
      await expect(late.getByRole("link", { name: title })).toHaveCount(0);
      await ended.getByRole("button", { name: `Not done: ${title}` }).click();
      await expect(late.getByRole("link", { name: title })).toBeVisible();

      // From the list it is changed, and done.
      await page.goto("/crm/contactactions/tasks?when=late&owner=me");
      await page.getByRole("link", { name: title, exact: true }).click();
      await page.getByLabel("Time").fill("");
      await page.getByRole("textbox", { name: "Note" }).fill("Ask for the order number.");
      await page.getByRole("button", { name: "Save the task" }).click();
      await expect(page.getByText("Task saved").first()).toBeVisible();
      await page
        .getByRole("row", { name: title })
        .getByRole("button", { name: `Done: ${title}` })
        .click();
      await expect(page.getByRole("row", { name: title })).toHaveCount(0);
      await page.goto(`/crm/contactactions/tasks?when=done&record=${lead}`);
      await expect(page.getByRole("row", { name: title })).toContainText("Done");
      const file = await page.request.get(`/crm/contactactions/tasks.csv?when=done&record=${lead}`);
      expect(await file.text()).toContain("2026-01-05");
    });
  });
