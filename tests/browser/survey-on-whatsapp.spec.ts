import { expect, type Page, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signIn } from "./people";

const phone = "254711083001";

/** The phone in the sandbox, looked at until the business wrote the text to it. */
async function shows(page: Page, text: string) {
  const one = page.locator("section").filter({ hasText: phone });
  await expect
    .poll(
      async () => {
        await page.goto("/sandbox/whatsapp");
        return one.getByText(text).count();
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(0);
  return one;
}

/** A researcher asks a group on WhatsApp; a template opens, people tap and type, and the results say so. */
test("a survey goes to a contact group on WhatsApp, and taps and typed words become results", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/contacts/contact-group/new");
  await page.getByRole("textbox", { name: "Name" }).fill("Asked on WhatsApp");
  await page.getByRole("button", { name: "Create group" }).click();
  await page.waitForURL(/\/contact-group\/details\?id=\d+/);
  const { search } = new URL(page.url());
  await page.goto(`/contacts/contact-group/details/contact${search}`);
  await page.getByLabel("Phone number").fill(`+${phone}`);
  await page
    .getByRole("button", { name: /^(Save|Add)/ })
    .last()
    .click();
  await page.waitForURL((url) => url.pathname === "/contacts/contact-group/details");

  await page.goto("/survey?status=published");
  await page.getByRole("link", { name: "After delivery" }).click();
  // The builder's try-out has buttons to tap.
  await page.getByRole("link", { name: "WhatsApp", exact: true }).click();
  await expect(page.getByRole("group", { name: "Tap an answer" }).getByRole("button").first()).toBeVisible();
  await page.getByRole("group", { name: "Tap an answer" }).getByRole("button").first().click();
  await expect(page.getByText("How likely are you to recommend us?").first()).toBeVisible();
  const builder = page.url();

  await page.getByRole("link", { name: "Send", exact: true }).click();
  await page.getByLabel("Name").fill("On WhatsApp");
  await page.getByRole("button", { name: "Choose the people" }).click();
  // What is chosen before another channel stays chosen, what is not ticked too.
  await page.getByLabel("Contact group").selectOption({ label: "Asked on WhatsApp" });
  await page.getByLabel("Ask from").fill("00:00");
  await page.getByLabel("Ask until").fill("23:59");
  await page.getByRole("checkbox", { name: "Sunday" }).uncheck();
  await page.getByRole("button", { name: "WhatsApp", exact: true }).click();
  await expect(page.locator("input[name=channel_id]")).toHaveValue("whatsapp");
  await expect(page.getByRole("button", { name: "WhatsApp", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByLabel("Ask from")).toHaveValue("00:00");
  await expect(page.getByLabel("Ask until")).toHaveValue("23:59");
  await expect(page.getByLabel("Contact group").locator("option:checked")).toHaveText("Asked on WhatsApp");
  await expect(page.getByRole("checkbox", { name: "Sunday" })).not.toBeChecked();
  await page.getByRole("checkbox", { name: "Sunday" }).check();
  await page.getByLabel("WhatsApp number").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Save and see the cost" }).click();
  // The template was forgotten: said where the run is started.
  await expect(page.getByText("Choose a template that opens the survey.")).toBeVisible();
  await page.getByRole("link", { name: "Contact base", exact: true }).first().click();
  await page.getByLabel("Template that opens").selectOption({ label: "survey_invitation (en)" });
  await page.getByRole("button", { name: "Save and see the cost" }).click();
  await expect(page.getByText("At most KES 2.40")).toBeVisible();
  await page.getByRole("button", { name: "Ask 1 person" }).click();
  await expect(page.getByText("Running", { exact: true })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1);

  await (await shows(page, "May we begin?")).getByRole("button", { name: "Begin" }).click();
  const asked = await shows(page, "How was your delivery?");
  // Four choices are a list, behind what opens it.
  await asked.getByText("Choose", { exact: true }).last().click();
  await asked.getByRole("button", { name: "Good", exact: true }).click();
  const nps = await shows(page, "How likely are you to recommend us?");
  await nps.getByLabel("Answer").fill("nine");
  await nps.getByRole("button", { name: "Send", exact: true }).click();
  await (await shows(page, "May we call you about it?")).getByRole("button", { name: "Yes" }).click();
  await shows(page, "We read every answer.");

  // The run is over by itself; the same pages are under WhatsApp.
  const run = `/whatsapp/inboxes/configure/${id}`;
  await expect
    .poll(
      async () => {
        await page.goto(run);
        return page.getByText("Done", { exact: true }).count();
      },
      { timeout: 90_000 },
    )
    .toBeGreaterThan(0);
  const money = page.getByRole("region", { name: "Money" });
  await expect(money.getByText("KES 2.40").first()).toBeVisible();
  await page.getByRole("link", { name: "Outbox", exact: true }).last().click();
  await expect(page).toHaveURL(new RegExp(`${run}/outbox`));
  await expect(page.getByRole("row").filter({ hasText: "May we call you" })).toHaveCount(1);
  await page.goto("/whatsapp/survey");
  await expect(page.getByRole("link", { name: "On WhatsApp" })).toBeVisible();
  await page.goto("/survey/whatsappSurveyOutbox");
  await expect(page.getByRole("row").filter({ hasText: "May we call you" })).toHaveCount(1);

  const survey = new URL(builder).pathname.replace(/\/build$/, "");
  await page.goto(`${survey}/reports?channel=whatsapp`);
  await expect(page.getByText(/The answers below are of 1 response/)).toBeVisible();
  await page.goto(`${survey}/responses?channel=whatsapp`);
  await page.getByRole("row").last().getByRole("link").first().click();
  const transcript = page.getByRole("region", { name: "Transcript" });
  await expect(transcript.getByText("May we begin?")).toBeVisible();
  await expect(transcript.getByText("nine", { exact: true })).toBeVisible();
  // Answers open no conversation that someone would have to close.
  await page.goto("/chat/inbox?channel=whatsapp");
  await expect(page.getByText(/711 083 001/)).toHaveCount(0);
  for (const path of [run, `${run}/contact-base`, `${run}/questions`, "/whatsapp/survey"]) await auditPage(page, path);
});
