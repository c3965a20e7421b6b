import { expect, test } from "@playwright/test";
import { auditFindings } from "./audit";
import { signIn } from "./people";

test("a sequence is set up without script, a lead is put in it and taken out, and several are put in from the list", async ({
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await signIn(page, "owner@savanna.test", "/crm/settings/sequences");
  await page.getByRole("link", { name: "New sequence" }).click();
  const form = page.locator("form#sequence");
  await form.getByLabel("Name").fill("Journey welcome");
  await form.getByLabel("Until").fill("23:00");
  await page.getByRole("button", { name: "Add the sequence" }).click();
  await expect(page.getByText("Choose hours between 07:00 and 21:00.").first()).toBeVisible();
  await expect(form.getByLabel("Name")).toHaveValue("Journey welcome");
  await form.getByLabel("Until").fill("17:00");
  await page.getByRole("button", { name: "Add the sequence" }).click();
  await expect(page.getByRole("heading", { name: "Journey welcome", level: 1 })).toBeVisible();

  // A message with a field that there is none of keeps what was typed.
  await page.getByRole("link", { name: "Add an SMS" }).click();
  const step = page.locator("form#step");
  await step.getByLabel("Wait, days").fill("1");
  await step.getByLabel("From").selectOption("SAVANNACARE");
  await step.getByLabel("SMS").fill("Hello {{frist_name}}");
  await page.getByRole("button", { name: "Add the step" }).click();
  await expect(page.getByText("There is no field {{frist_name}}.").first()).toBeVisible();
  await expect(step.getByLabel("SMS")).toHaveValue("Hello {{frist_name}}");
  await step.getByLabel("SMS").fill("Hello {{first_name}}");
  await page.getByRole("button", { name: "Add the step" }).click();
  await page.getByRole("link", { name: "Add a task" }).click();
  await step.getByLabel("What is to be done").fill("Call {{name}}");
  await page.getByRole("button", { name: "Add the step" }).click();
  const steps = page.getByRole("region", { name: "Steps" }).getByRole("listitem");
  await expect(steps).toHaveText([/SMS: Hello/, /Task: Call/]);
  await page.getByRole("button", { name: "Move step 2 up" }).click();
  await expect(steps).toHaveText([/Task: Call/, /SMS: Hello/]);
  await page.getByRole("button", { name: "Move step 1 down" }).click();
  await expect(steps).toHaveText([/SMS: Hello/, /Task: Call/]);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();

  await page.goto("/crm/leads/new");
  const lead = page.locator("form#lead");
  await lead.getByLabel("Name", { exact: true }).fill("Journey Wekesa");
  await lead.locator('input[name="phone"]').fill("0712 555 901");
  await page.getByRole("button", { name: "Add the lead" }).click();
  await expect(page.getByRole("heading", { name: "Journey Wekesa", level: 1 })).toBeVisible();
  const address = page.url();
  const card = page.getByRole("region", { name: "Sequences" });
  await card.getByRole("link", { name: "Put in a sequence" }).click();
  await page.getByLabel("Sequence", { exact: true }).selectOption("Journey welcome");
  await page.getByRole("button", { name: "Show what happens" }).click();
  await expect(page.getByRole("list", { name: "Steps of Journey welcome" })).toContainText("Hello Journey");
  await expect(page.getByText(/It costs about KES/)).toBeVisible();
  await page.getByRole("button", { name: "Put in the sequence" }).click();
  await expect(card).toContainText("SMS: Hello {{first_name}}");
  await expect(page.getByRole("region", { name: "History" })).toContainText("Sequence: Put in Journey welcome.");
  await card.getByRole("button", { name: "Take out" }).click();
  await expect(card).toContainText("Taken out by hand.");
  await plain.close();

  const scripted = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const tab = await scripted.newPage();
  await signIn(tab, "owner@savanna.test", "/crm/leads?q=Journey+Wekesa");
  await tab.getByRole("checkbox", { name: /Journey Wekesa/ }).check();
  await tab.getByText("Put in a sequence", { exact: true }).first().click();
  await tab.locator('select[name="sequence"]:visible').first().selectOption({ label: "Journey welcome" });
  await tab.locator('button[name="action"][value="sequence"]:visible').first().click();
  await expect(tab.getByRole("heading", { name: "Put 1 lead in Journey welcome?" })).toBeVisible();
  await tab.getByRole("button", { name: "Put in the sequence" }).click();
  await expect(tab.getByText("1 lead put in the sequence.")).toBeVisible();

  // The figure opens who it counts.
  await tab.goto("/crm/settings/sequences");
  await tab.getByRole("link", { name: "Journey welcome", exact: true }).click();
  await tab.getByRole("link", { name: "In it 1" }).click();
  await expect(tab.getByRole("link", { name: "Journey Wekesa", exact: true })).toBeVisible();
  await tab.getByRole("link", { name: "Journey welcome", exact: true }).click();
  await tab.getByRole("link", { name: "Add an SMS" }).click();
  const message = tab.getByRole("textbox", { name: "SMS" });
  await message.fill("Karibu tena");
  await expect(tab.getByText("1 part, GSM-7")).toBeVisible();
  await tab.getByLabel("From", { exact: true }).selectOption("SAVANNACARE");
  await tab.getByRole("button", { name: "Add the step" }).click();
  await expect(tab.getByRole("dialog", { name: "New SMS" })).toHaveCount(0);
  await expect(tab.getByRole("region", { name: "Steps" }).getByRole("listitem")).toHaveCount(3);
  await tab.goto(address);
  await tab.getByRole("region", { name: "Sequences" }).getByRole("button", { name: "Take out" }).click();
  await expect(tab.getByRole("region", { name: "Sequences" }).getByText("Taken out by hand.").first()).toBeVisible();
  expect(await auditFindings(tab)).toEqual([]);
  await scripted.close();
});
