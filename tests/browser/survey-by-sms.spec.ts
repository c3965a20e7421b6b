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

async function reply(page: Page, phone: string, text: string): Promise<void> {
  await page.goto(`/sandbox/phone/${phone}`);
  await page.getByLabel("Message").fill(text);
  await page.getByRole("button", { name: "Send from this phone" }).click();
}

/** What the money of a run is, in cents of KES, by what the page calls it. */
async function moneyOf(page: Page): Promise<Map<string, number>> {
  const money = page.getByRole("region", { name: "Money" });
  const labels = await money.locator("dt").allInnerTexts();
  const values = await money.locator("dd").allInnerTexts();
  return new Map(labels.map((label, at) => [label, Math.round(Number(values[at]?.replace(/[^\d.]/g, "")) * 100)]));
}

/** A researcher asks a group by SMS; people reply as they type, one writes STOP; the results say so. */
for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    test("a survey goes to a contact group by SMS, and the replies become results", async ({ page }) => {
      const seed = javaScriptEnabled ? "81" : "82";
      const [one, other] = [`2547110${seed}001`, `2547110${seed}002`];
      await signIn(page, "owner@savanna.test", "/contacts/contact-group/new");
      const group = `Delivered ${seed}`;
      await page.getByRole("textbox", { name: "Name" }).fill(group);
      await page.getByRole("button", { name: "Create group" }).click();
      await page.waitForURL(/\/contact-group\/details\?id=\d+/);
      const { search } = new URL(page.url());
      for (const phone of [one, other]) {
        await page.goto(`/contacts/contact-group/details/contact${search}`);
        await page.getByLabel("Phone number").fill(`+${phone}`);
        await page
          .getByRole("button", { name: /^(Save|Add)/ })
          .last()
          .click();
        await page.waitForURL((url) => url.pathname === "/contacts/contact-group/details");
      }

      await page.goto("/survey?status=published");
      await page.getByRole("link", { name: "After delivery" }).click();
      await page.getByRole("link", { name: "Send", exact: true }).click();
      await page.getByLabel("Name").fill(`Week ${seed}`);
      await page.getByRole("button", { name: "Choose the people" }).click();
      await page.getByLabel("Contact group").selectOption({ label: group });
      await page.getByLabel("Ask from").fill("00:00");
      await page.getByLabel("Ask until").fill("23:59");
      await page.getByRole("button", { name: "Save and see the cost" }).click();
      // The sender ID was forgotten: said where it is to be chosen, and the rest is kept.
      const before = page.getByRole("region", { name: "Before the start" });
      await expect(before.getByText("Choose a sender ID.")).toBeVisible();
      await page.getByRole("link", { name: "Contact base", exact: true }).first().click();
      await expect(page.getByLabel("Contact group").locator("option:checked")).toHaveText(group);
      await page.getByLabel("Sender ID").selectOption("22384");
      await page.getByRole("button", { name: "Save and see the cost" }).click();
      await expect(page.getByText("2 people", { exact: true })).toBeVisible();
      // The answer to the first question is kept in a field of the contact.
      const cost = page.url();
      await page.getByRole("link", { name: "Contact fields", exact: true }).click();
      await page.getByLabel(/How was your delivery/).fill("Last delivery");
      await page.getByRole("button", { name: "Save the contact fields" }).click();
      await expect(page.getByLabel(/How was your delivery/)).toHaveValue("last_delivery");
      await page.goto(cost);
      await expect(page.getByText("The higher amount is reserved at the start")).toBeVisible();
      const costs = await page
        .getByText(/KES [\d.]+ to KES [\d.]+/)
        .first()
        .textContent();
      const most = Math.round(Number(/ to KES (\d+\.\d\d)/.exec(costs ?? "")?.[1]) * 100);
      await page.getByRole("button", { name: "Ask 2 people" }).click();
      await expect(page.getByText("Running", { exact: true })).toBeVisible();
      const run = new URL(page.url()).pathname;
      // What was seen is what is reserved.
      const begun = await moneyOf(page);
      expect(begun.get("Reserved at the start")).toBe(most);
      expect((begun.get("Charged so far") ?? 0) + (begun.get("Still reserved") ?? 0)).toBe(most);

      await shows(page, one, "How was your delivery?");
      await reply(page, one, " SAFI!");
      await shows(page, one, "How likely are you to recommend us?");
      await reply(page, one, "nine");
      await shows(page, one, "May we call you about it?");
      await reply(page, one, "NDIO");
      await shows(page, one, "We read every answer.");
      await shows(page, other, "How was your delivery?");
      await reply(page, other, "STOP");

      // Nobody is left to be asked: the run is over by itself.
      await expect
        .poll(
          async () => {
            await page.goto(run);
            return page.getByText("Done", { exact: true }).count();
          },
          { timeout: 90_000 },
        )
        .toBeGreaterThan(0);
      // What was not used comes back.
      await expect
        .poll(
          async () => {
            await page.goto(run);
            return (await moneyOf(page)).get("Still reserved");
          },
          { timeout: 90_000 },
        )
        .toBe(0);
      const ended = await moneyOf(page);
      const [charged = 0, back = 0] = [ended.get("Charged"), ended.get("Refunded: not used")];
      expect(charged).toBeGreaterThan(0);
      expect(back).toBeGreaterThan(0);
      expect(charged + back).toBe(most);
      await page.goto("/settings/selfcare/statement");
      const line = page.getByRole("row").filter({ hasText: `Survey by SMS: Week ${seed}` });
      await expect(line).toContainText((most / 100).toFixed(2));
      await page.goto(run);
      const states = page.getByRole("region", { name: "People by state" });
      await expect(states.getByText("Completed")).toBeVisible();
      await expect(states.getByText("Refused")).toBeVisible();
      await page.getByRole("link", { name: "Outbox", exact: true }).last().click();
      await expect(page.getByRole("row").filter({ hasText: "May we call you" })).toHaveCount(1);
      await page
        .getByRole("link", { name: /\+254 711 0/ })
        .first()
        .click();
      // The person: how far they are, what they answered and every message.
      await expect(page).toHaveURL(/\/survey\/contacts\/\d+$/);
      const transcript = page.getByRole("region", { name: "Transcript" });
      await expect(transcript.getByText("NDIO", { exact: true })).toBeVisible();
      await page.getByRole("link", { name: "Open the response" }).click();
      await expect(page).toHaveURL(/\/responses\/\d+$/);
      await expect(transcript.getByText("NDIO", { exact: true })).toBeVisible();
      if (javaScriptEnabled) {
        for (const path of [run, `${run}/contact-base`, `${run}/questions`, `${run}/outbox`])
          await auditPage(page, path);
      }
    });
  });
