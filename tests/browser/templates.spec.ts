import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./people";

const typed = "What I wrote myself";

async function group(page: Page, scripted: boolean) {
  const tick = page.getByRole("checkbox", { name: /^Loyalty card/ });
  if (scripted) await page.getByLabel(/^Add a contact group/).click();
  await tick.check();
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("a template fills the message, and all else that was typed stays", async ({ page }) => {
      await signIn(page, "owner@savanna.test", "/sms/bulk");
      await group(page, javaScriptEnabled);
      await page.getByLabel("Sender ID").selectOption("SAVANNACARE");
      const sender = await page.getByLabel("Sender ID").inputValue();
      await page.getByLabel("Name (optional)").fill("November points");
      await page.getByLabel("Message", { exact: true }).fill(typed);
      await page.getByLabel("At a set time").check();
      await page.getByLabel(/^Start from a template/).selectOption("Loyalty points");
      await page.getByRole("button", { name: "Insert", exact: true }).click();
      await expect(page.getByLabel("Message", { exact: true })).toHaveValue(/^Habari \{\{first_name\}\}, you have/);
      await expect(page.locator("input[name=group_ids]:checked")).toHaveCount(1);
      await expect(page.getByLabel("Sender ID")).toHaveValue(sender);
      await expect(page.getByLabel("Name (optional)")).toHaveValue("November points");
      await expect(page.getByLabel("At a set time")).toBeChecked();
      await expect(page.getByRole("button", { name: /^Review \d/ })).toBeVisible();
      if (javaScriptEnabled) {
        await page.getByRole("button", { name: "Undo" }).click();
        await expect(page.getByLabel("Message", { exact: true })).toHaveValue(typed);
      }
    });

    test("the button without a choice says so and loses nothing", async ({ page }) => {
      await signIn(page, "owner@savanna.test", "/sms/send");
      await page.getByLabel("Phone numbers").fill("0722 000 001\n0722 000 002");
      await page.getByRole("button", { name: "Insert", exact: true }).click();
      if (!javaScriptEnabled) await expect(page.getByText("Choose a template first.").first()).toBeVisible();
      await expect(page.getByLabel("Phone numbers")).toHaveValue("0722 000 001\n0722 000 002");
    });

    test("each SMS template leads to a blast that begins with it", async ({ page }) => {
      await signIn(page, "owner@savanna.test", "/settings/templates");
      await page.getByRole("link", { name: "Weekend offer" }).click();
      await page.getByRole("link", { name: "Use in a blast" }).click();
      await expect(page.getByRole("heading", { name: "Bulk SMS" })).toBeVisible();
      await expect(page.getByLabel("Message", { exact: true })).toHaveValue(/^Weekend offer: 10% off/);
      await page.goto("/sms/bulk?template=99999999&group=x");
      await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
    });

    test("who may only send single messages is led to one", async ({ page }) => {
      await signIn(page, "agent@savanna.test", "/settings/templates");
      await page.getByRole("link", { name: "Weekend offer" }).click();
      await page.getByRole("link", { name: "Use in a message" }).click();
      await expect(page.getByRole("heading", { name: "Single SMS" })).toBeVisible();
      await expect(page.getByLabel("Message", { exact: true })).toHaveValue(/^Weekend offer: 10% off/);
    });
  });

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "the template wizard" : "the template wizard without script", () => {
    test.use({ javaScriptEnabled });

    test("details, content in two languages, preview: nothing is lost on the way back", async ({ page }) => {
      const name = javaScriptEnabled ? "Delivery note" : "Delivery note, plain";
      await signIn(page, "owner@savanna.test", "/sms/template");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText("Give the template a name.").first()).toBeVisible();
      await page.getByLabel("Name").fill(name);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByLabel("Message", { exact: true }).fill("Dear {{first_name}}, it is on its way.");
      await page.getByLabel(/^In Kiswahili/).fill("Mpendwa {{first_name}}, iko njiani.");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByText("Dear Amina, it is on its way.")).toBeVisible();
      await expect(page.getByText("Mpendwa Amina, iko njiani.")).toBeVisible();
      await page.getByRole("button", { name: "Back" }).click();
      await expect(page.getByLabel(/^In Kiswahili/)).toHaveValue("Mpendwa {{first_name}}, iko njiani.");
      await page.getByRole("button", { name: "Back" }).click();
      await expect(page.getByLabel("Name")).toHaveValue(name);
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Create template" }).click();
      await expect(page.getByRole("link", { name, exact: true })).toBeVisible();

      // Each language can be chosen for a message.
      await page.goto("/sms/send");
      await page.getByLabel(/^Start from a template/).selectOption({ label: `${name} (Kiswahili)` });
      await page.getByRole("button", { name: "Insert" }).click();
      await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Mpendwa {{first_name}}, iko njiani.");
    });
  });
