import { expect, test } from "@playwright/test";
import { auditFindings } from "./audit";
import { signIn } from "./people";
import { until } from "./until";

for (const javaScriptEnabled of [true, false])
  test.describe(`with script ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("a marketer writes a template, sends it to a group, sees what came back, and a reader unsubscribes", async ({
      page,
    }) => {
      const name = `Clearance ${javaScriptEnabled ? "one" : "two"}`;
      await signIn(page, "owner@savanna.test", "/email/template/new");
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByLabel("Subject").fill(`${name} for {{first_name|you}}`);
      await page.getByLabel("Heading", { exact: true }).fill("Half price");
      await page.getByRole("button", { name: "Button", exact: true }).click();
      await page.getByLabel("What the button says").fill("Shop");
      await page.getByLabel("Where it leads").fill("javascript:alert(1)");
      await page.getByLabel("Text", { exact: true }).fill("Dear {{first_name|customer}}");
      // A refused template has all its blocks, whatever was wrong.
      await page.getByLabel("Plain text").fill("x".repeat(20_001));
      await page.getByRole("button", { name: "Save the template" }).click();
      await expect(page.getByText("A text has at most 20,000 characters.").first()).toBeVisible();
      await expect(page.getByLabel("What the button says")).toHaveValue("Shop");
      await page.getByLabel("Plain text").fill("");
      await page.getByRole("button", { name: "Save the template" }).click();
      await expect(page.getByText("Enter a whole address, such as https://example.com/offers.").first()).toBeVisible();
      await expect(page.getByLabel("Text", { exact: true })).toHaveValue("Dear {{first_name|customer}}");
      await page.getByLabel("Where it leads").fill("https://savanna.test/sale");
      await page.getByRole("button", { name: "Move Button, block 3 up" }).click();
      await expect(page.getByRole("heading", { name: "Button, block 2" })).toBeVisible();
      await page.getByRole("button", { name: "Save and preview" }).click();
      const phone = page.frameLocator('iframe[title="On a phone, 320 px wide"]');
      await expect(phone.getByText("Dear Wanjiru")).toBeVisible();
      if (javaScriptEnabled) expect(await auditFindings(page)).toEqual([]);

      await page.goto("/email/bulk");
      await page.getByLabel("Subject").fill(`${name} for {{first_name|you}}`);
      await page.getByLabel("Template").selectOption({ label: name });
      if (javaScriptEnabled) await page.getByRole("textbox", { name: /Add a contact group/ }).click();
      await page.getByRole("checkbox", { name: /^Newsletter/ }).check();
      await page.getByRole("button", { name: /^Review/ }).click();
      await page.waitForURL(/\/email\/bulk\/confirm/);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("emails?");
      await page.getByRole("button", { name: /^Send \d+ emails/ }).click();
      await page.waitForURL(/\/email\/outbox\/\d+$/);
      await until(page, false, () => page.getByText("Sent", { exact: true }).first().isVisible());
      const mailing = page.url();

      // The mailbox shows what has arrived when it is opened.
      const arrived = page.getByRole("link", { name: new RegExp(name) }).last();
      await expect(async () => {
        await page.goto("/sandbox/mail?to=@mail.test");
        await expect(arrived).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 90_000 });
      await arrived.click();
      const [, reader = ""] = /To (\S+@mail\.test)/.exec((await page.locator("body").textContent()) ?? "") ?? [];
      await page.getByRole("link", { name: /\/unsubscribe\// }).click();
      await expect(page.getByRole("heading", { name: "Unsubscribe" })).toBeVisible();
      await page.getByRole("button", { name: "Unsubscribe" }).click();
      await expect(page.getByRole("heading", { name: "You are unsubscribed" })).toBeVisible();
      await page.goto(`/email/suppressions?q=${reader}`);
      await expect(page.getByText("Clicked Unsubscribe in an email").first()).toBeVisible();
      await page.goto(`${mailing}/recipients?status=unsubscribed`);
      await expect(page.getByText(reader).first()).toBeVisible();
    });
  });
