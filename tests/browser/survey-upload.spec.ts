import { expect, type Page, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signIn } from "./people";
import { until } from "./until";

const sheet = (seed: string) => `Client name;Mobile no;Town
Amina Wanjiru;  0711 0${seed} 001 ;Nakuru
Otieno Ouma;+254711 0${seed}-002;Kisumu
Chebet Koech;7110${seed}003;Kericho
Amina again;2547110${seed}001;Nakuru
No number;12;Mombasa
`;

/** Examines the page that is open, and goes on with it as wide as it was. */
async function audit(page: Page): Promise<void> {
  const { pathname, search } = new URL(page.url());
  await auditPage(page, pathname + search);
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** A researcher uploads the people of a run where the run is prepared. */
for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test("a messy sheet becomes the contact base of a run, and what was filled in is kept", async ({ page }) => {
      test.setTimeout(240_000);
      const seed = javaScriptEnabled ? "85" : "86";
      await signIn(page, "owner@savanna.test", "/survey?status=published");
      await page.getByRole("link", { name: "After delivery" }).click();
      await page.getByRole("link", { name: "Send", exact: true }).click();
      await page.getByLabel("Name").fill(`Upload ${seed}`);
      await page.getByRole("button", { name: "Choose the people" }).click();
      // The page before has a name as well.
      const form = page.getByRole("region", { name: "Contact base" });
      await form.getByLabel("Name").fill(`Uploaded ${seed}`);
      await page.getByLabel("Sender ID").selectOption("22384");
      await page.getByLabel("Ask from").fill("00:00");
      await page.getByRole("button", { name: "Upload contacts" }).click();

      const card = page.getByRole("region", { name: "Upload contacts" });
      await expect(card).toBeVisible();
      if (javaScriptEnabled) await audit(page);
      const file = { name: `visits_${seed}.csv`, mimeType: "text/csv", buffer: Buffer.from(sheet(seed)) };
      await card.getByLabel("File", { exact: true }).setInputFiles(file);
      await card.getByRole("button", { name: "Upload the file" }).click();
      await expect(page.getByLabel("Mobile no")).toHaveValue("phone");
      await expect(page.getByLabel("Town")).toHaveValue("field:town");
      await page.getByRole("button", { name: "Import the contacts" }).click();

      const told = page.getByRole("link", { name: "Refused, repeated or changed: 2 rows" });
      await until(page, javaScriptEnabled, () => told.isVisible());
      if (javaScriptEnabled) await audit(page);
      await told.click();
      await expect(page.getByText("Too few digits")).toBeVisible();
      await page.getByRole("link", { name: `visits_${seed}.csv` }).click();
      await page.getByRole("link", { name: "Use this group in the survey" }).click();

      await expect(page.getByLabel("Contact group").locator("option:checked")).toHaveText(`Visits ${seed}`);
      await expect(page.getByLabel("Name")).toHaveValue(`Uploaded ${seed}`);
      await expect(page.getByLabel("Sender ID")).toHaveValue("22384");
      await expect(page.getByLabel("Ask from")).toHaveValue("00:00");
      await page.getByRole("button", { name: "Save and see the cost" }).click();
      await expect(page.getByText("3 people", { exact: true })).toBeVisible();
      await expect(page.getByRole("heading", { name: `Uploaded ${seed}`, level: 1 })).toBeVisible();

      // Pasted numbers, with anything between them; the way back keeps the group that was chosen.
      await page.getByRole("link", { name: "Contact base", exact: true }).first().click();
      await page.getByRole("button", { name: "Upload contacts" }).click();
      await card.getByRole("link", { name: "Pasted rows" }).click();
      await card.getByLabel("Numbers or rows").fill(`0711 0${seed} 004, +254 711 0${seed} 005; 0711 0${seed} 004`);
      await card.getByRole("button", { name: "Read the rows" }).click();
      await expect(page.getByText(/2 of 3 rows can be imported/)).toBeVisible();
      await page.getByRole("navigation", { name: "Back" }).getByRole("link", { name: "Contact base" }).click();
      await expect(page.getByLabel("Contact group").locator("option:checked")).toHaveText(`Visits ${seed}`);

      // What the run is called finds it in the list.
      await page.goto(`/survey/pending?q=uploaded+${seed}`);
      await expect(page.getByRole("link", { name: `Uploaded ${seed}`, exact: true })).toBeVisible();
      await page.getByLabel("Run or survey").fill("no such run");
      await page.getByLabel("Run or survey").press("Enter");
      await expect(page.getByText("Nothing matches these filters")).toBeVisible();
    });
  });
