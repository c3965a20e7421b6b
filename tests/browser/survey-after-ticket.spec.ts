import { expect, type Page, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signIn } from "./people";

/** Looks at a page until it has the text. */
async function shows(page: Page, path: string, text: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.goto(path);
        return page.getByText(text).count();
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(0);
}

/** A run waits for tickets to be solved; one is, its customer is asked by SMS, and the response leads back to it. */
for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test("the customer of a solved ticket is asked by themselves", async ({ page }) => {
      const phone = javaScriptEnabled ? "254711083001" : "254711083002";
      await signIn(page, "owner@savanna.test", "/survey?status=published");
      await page.getByRole("link", { name: "After delivery" }).click();
      await page.getByRole("link", { name: "Send", exact: true }).click();
      await page.getByLabel("Name").fill(`Solved ${phone}`);
      await page.getByRole("button", { name: "Choose the people" }).click();
      await page.getByLabel("Sender ID").selectOption("22384");
      await page.getByLabel("When", { exact: false }).selectOption({ label: "A ticket was resolved" });
      await page.getByLabel("Ask after (minutes)").fill("0");
      await page.getByLabel("Not again for (days)").fill("0");
      await page.getByLabel("Ask from").fill("00:00");
      await page.getByLabel("Ask until").fill("23:59");
      await page.getByRole("button", { name: "Save and see the cost" }).click();
      // How many people was forgotten: said where it is to be entered, and the rest is kept.
      await expect(page.getByRole("link", { name: "Enter how many people may join." })).toBeVisible();
      await expect(page.getByLabel("When", { exact: false }).locator("option:checked")).toHaveText(
        "A ticket was resolved",
      );
      await page.getByLabel(/People who may/).fill("5");
      await page.getByRole("button", { name: "Save and see the cost" }).click();
      await expect(page.getByText(/A ticket was resolved, at once, 0 of at most 5 people/)).toBeVisible();
      await page.getByRole("button", { name: "Start the run" }).click();
      await expect(page.getByText("Running", { exact: true })).toBeVisible();
      const run = new URL(page.url()).pathname;

      await page.goto("/ticketing/new");
      await page.getByLabel("Subject", { exact: true }).fill(`Late parcel ${phone}`);
      await page.getByRole("textbox", { name: "Name (optional)" }).fill("Njoki Karanja");
      await page.getByLabel(/^Phone/).fill(`+${phone}`);
      await page.getByRole("button", { name: "Open the ticket" }).click();
      await page.waitForURL(/\/ticketing\/show\/\d+$/);
      const ticket = /(\d+)$/.exec(page.url())?.[1];
      await page.getByRole("button", { name: "Resolve" }).click();
      await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();

      await shows(page, `/sandbox/phone/${phone}`, "How was your delivery?");
      await page.goto(run);
      await expect(
        page.getByRole("region", { name: "What was finished" }).getByText("Asked", { exact: true }),
      ).toBeVisible();
      if (javaScriptEnabled) for (const path of [run, `${run}/contact-base`]) await auditPage(page, path);
      await page.getByRole("link", { name: "Outbox", exact: true }).last().click();
      await page
        .getByRole("link", { name: /\+254 711 083/ })
        .first()
        .click();
      await page.getByRole("link", { name: "Open the response" }).click();
      await page.getByRole("link", { name: `After ticket #${ticket}` }).click();
      await expect(page.getByRole("heading", { name: `Late parcel ${phone}` })).toBeVisible();
      await page.goto(`${run}/close`);
      await page.getByRole("button", { name: /Close/ }).last().click();
      await expect(page.getByText("Closed early")).toBeVisible();
    });
  });
