import { expect, type Page, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signIn } from "./people";

/** What a phone of the sandbox shows, looked at until it has the text. */
async function shows(page: Page, phone: string, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(`/sandbox/phone/${phone}`);
        return page.getByText(text).count();
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(0);
}

/** A researcher tries a run on their own phone before it starts. */
for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test("a run is tried on a phone, and its messages are on the page of the run", async ({ page }) => {
      const seed = javaScriptEnabled ? "83" : "84";
      const phone = `2547110${seed}001`;
      await signIn(page, "owner@savanna.test", "/survey?status=published");
      await page.getByRole("link", { name: "After delivery" }).click();
      await page.getByRole("link", { name: "Send", exact: true }).click();
      await page.getByLabel("Name").fill(`Tried ${seed}`);
      await page.getByRole("button", { name: "Choose the people" }).click();
      await page.getByLabel("Sender ID").selectOption("22384");
      await page.getByRole("button", { name: "Save and see the cost" }).click();
      // No one to ask is chosen yet, and the run can be tried.
      await expect(page.getByText("Choose a contact group.")).toBeVisible();
      const start = new URL(page.url()).pathname;
      const form = page.getByRole("region", { name: "Try it on a phone" });
      await expect(form.getByText(/^KES .* for the first question/)).toBeVisible();
      await form.getByLabel("Phone number").fill("0711 12");
      await form.getByRole("button", { name: "Send the dry run" }).click();
      await expect(form.getByText(/This number can't be used/)).toBeVisible();
      await expect(form.getByLabel("Phone number")).toHaveValue("0711 12");
      await form.getByLabel("Phone number").fill(`+${phone}`);
      await form.getByRole("button", { name: "Send the dry run" }).click();
      const dryRun = page.getByRole("region", { name: "Dry run" });
      await expect(dryRun.getByText(/How was your delivery/)).toBeVisible();

      await shows(page, phone, "How was your delivery?");
      await page.getByLabel("Message").fill("SAFI");
      await page.getByRole("button", { name: "Send from this phone" }).click();
      await shows(page, phone, "How likely are you to recommend us?");
      await page.goto(start);
      await expect(dryRun.getByText("SAFI", { exact: true })).toBeVisible();
      await expect(dryRun.getByText(/How likely are you/)).toBeVisible();
      // The page of the run has it too, and counts no one.
      await page.getByRole("link", { name: "Run", exact: true }).click();
      await expect(dryRun.getByText("SAFI", { exact: true })).toBeVisible();
      await expect(page.getByText("No one was asked yet").first()).toBeVisible();
      if (javaScriptEnabled) for (const path of [start, new URL(page.url()).pathname]) await auditPage(page, path);
    });
  });
