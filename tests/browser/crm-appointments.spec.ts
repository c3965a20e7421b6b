import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./people";

/** A lead of their own, on whose page this ends. */
async function addLead(page: Page, name: string, points: { email?: string; phone?: string }): Promise<void> {
  await page.goto("/crm/leads/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  if (points.email) await page.getByRole("textbox", { name: /^Email/ }).fill(points.email);
  if (points.phone) await page.getByRole("textbox", { name: /^Phone/ }).fill(points.phone);
  await page.getByRole("button", { name: "Add the lead" }).click();
  await expect(page).toHaveURL(/\/crm\/lead\/\d+$/);
}

async function fillTime(page: Page, day: string): Promise<void> {
  await page.getByRole("link", { name: "New appointment" }).click();
  await page.getByLabel("What about").fill("Show the freezers");
  await page.getByLabel("Day", { exact: true }).fill(day);
  await page.getByLabel("Time").fill("10:00");
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "the customer of an appointment" : "the same without script", () => {
    test.use({ javaScriptEnabled });
    const word = javaScriptEnabled ? "script" : "plain";

    test("is invited by email, hears of a change, and that it was called off", async ({ page }) => {
      const email = `appointment.${word}@mail.test`;
      await signIn(page, "owner@savanna.test", "/crm/leads");
      await addLead(page, `Wafula ${word}`, { email, phone: javaScriptEnabled ? "0712 777 031" : "0712 777 032" });
      await fillTime(page, javaScriptEnabled ? "2027-04-05" : "2027-04-06");
      await page.getByLabel("Invite the customer by email").check();
      await page.getByLabel("Remind the customer by SMS").check();
      await page.getByLabel("Reminder of the customer").selectOption("1 day before");
      await page.getByLabel("SMS from").selectOption("");
      await page.getByRole("button", { name: "Make the appointment" }).click();
      // Nothing that was typed or chosen is lost.
      await expect(page.getByText("Choose a sender ID that it is from.").first()).toBeVisible();
      await expect(page.getByLabel("What about")).toHaveValue("Show the freezers");
      await expect(page.getByLabel("Invite the customer by email")).toBeChecked();
      await expect(page.getByLabel("Reminder of the customer")).toHaveValue("1440");
      await page.getByLabel("SMS from").selectOption({ index: 1 });
      await page.getByRole("button", { name: "Make the appointment" }).click();
      await expect(page).toHaveURL(/\/crm\/lead\/\d+$/);
      const lead = page.url();
      await page.getByRole("link", { name: "Show the freezers" }).click();
      await expect(page).toHaveURL(/\/crm\/contactactions\/\d+$/);
      const appointment = page.url();
      const messages = page.getByRole("region", { name: "Messages to the customer" });
      await expect(async () => {
        await page.goto(appointment);
        await expect(messages.getByText("Sent", { exact: true })).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect(messages.getByText(`Invitation to ${email}`)).toBeVisible();

      // The customer answers in their calendar, and it is with the appointment.
      await expectMail(page, email, /^Invitation: Show the freezers/, ["SEQUENCE:0", "mailto:support@savanna.test"]);
      await page.getByRole("button", { name: "Accept" }).click();
      await expect(page.getByText("The answer was sent.")).toBeVisible();
      const answer = page.getByRole("region", { name: "Answer of the customer" });
      await expect(async () => {
        await page.goto(appointment);
        await expect(answer.getByText("Accepted")).toBeVisible({ timeout: 500 });
      }).toPass();

      await page.getByLabel("Place").fill("Kitale");
      await page.getByRole("button", { name: "Save the appointment" }).click();
      await expect(page).toHaveURL(/\/crm\/contactactions$/);
      await expectMail(page, email, /^Changed: Show the freezers/, ["SEQUENCE:1", "LOCATION:Kitale", "METHOD:REQUEST"]);
      await page.goto(appointment);
      // A new invitation asks again.
      await expect(answer).toBeHidden();
      await page.getByRole("button", { name: "Call it off" }).click();
      await expect(page).toHaveURL(/\/crm\/contactactions$/);
      await expectMail(page, email, /^Cancelled: Show the freezers/, ["SEQUENCE:2", "METHOD:CANCEL"]);

      await page.goto(lead);
      const history = page.getByRole("region", { name: "History" });
      await expect(history.getByText(`Cancellation to ${email}: Show the freezers.`)).toBeVisible();
    });

    test("who can't be reached can't be chosen, and the form says why", async ({ page }) => {
      await signIn(page, "owner@savanna.test", "/crm/leads");
      await addLead(page, `Nekesa ${word}`, {});
      await fillTime(page, javaScriptEnabled ? "2027-04-07" : "2027-04-08");
      for (const name of ["Invite the customer by email", "Remind the customer by email", "Remind the customer by SMS"])
        await expect(page.getByLabel(name)).toBeDisabled();
      await expect(page.getByText("There is no email address.")).toHaveCount(2);
      await expect(page.getByText("There is no phone number.")).toBeVisible();
      await page.getByRole("button", { name: "Make the appointment" }).click();
      await expect(page).toHaveURL(/\/crm\/lead\/\d+$/);
      await expect(page.getByRole("link", { name: "Show the freezers" })).toBeVisible();
    });
  });

/** The mail arrives, and calendar programs read these lines of it. */
async function expectMail(page: Page, to: string, subject: RegExp, lines: readonly string[]): Promise<void> {
  const mail = page.getByRole("link", { name: subject });
  await expect(async () => {
    await page.goto(`/sandbox/mail?to=${to}`);
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.click();
  await expect(page.getByRole("heading", { name: subject })).toBeVisible();
  await page.getByText("The invitation", { exact: true }).click();
  for (const line of lines) await expect(page.locator("pre")).toContainText(line);
}
