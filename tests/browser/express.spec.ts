import { expect, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signInByForm } from "./people";
import { until } from "./until";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "an express send" : "an express send without script", () => {
    test.use({ javaScriptEnabled });

    test("of pasted rows with their own messages: a test, the first few, then the rest", async ({ page }) => {
      const seed = javaScriptEnabled ? 60 : 61;
      const numbers = Array.from({ length: 12 }, (_, n) => `07${seed}0000${String(n).padStart(2, "0")}`);
      const rows = ["Phone\tText", ...numbers.map((number, n) => `${number}\tYour parcel ${n} is here.`), "12\tNobody"];
      await signInByForm(page, "owner@savanna.test", "/sms/express");
      await page.getByLabel("Numbers", { exact: true }).fill(rows.join("\n"));
      await page.getByRole("button", { name: "Read the rows" }).click();
      await expect(page).toHaveURL(/\/sms\/express\/\d+$/);
      await expect(page.getByLabel("Phone numbers")).toHaveValue("0");
      await expect(page.getByLabel("Messages", { exact: true })).toHaveValue("1");
      await page.getByRole("button", { name: "Use these columns" }).click();
      await until(page, javaScriptEnabled, () => page.getByLabel("Message", { exact: true }).isVisible());

      await expect(page.getByLabel("Message", { exact: true })).toHaveValue("{{message}}");
      await page.getByRole("link", { name: "See which and why" }).click();
      await expect(page.getByText("Too few digits")).toBeVisible();
      await page.goBack();
      await expect(page.getByLabel("Cost", { exact: true })).toContainText("KES 9.60");
      await page.getByRole("button", { name: /^Review/ }).click();

      await expect(page.getByRole("heading", { name: "Send 12 messages?" })).toBeVisible();
      await page.getByLabel("Send a test to").fill("not a number");
      await page.getByRole("button", { name: "Test it" }).click();
      await expect(page.getByText(/can't be used/).first()).toBeVisible();
      await expect(page.getByLabel("Send a test to")).toHaveValue("not a number");
      await page.getByLabel("Send a test to").fill(`07${seed}999999`);
      await page.getByRole("button", { name: "Test it" }).click();
      await expect(page.getByText(/The test to .* is on its way/)).toBeVisible();

      const origin = new URL(page.url()).origin;
      const all = { form: { intent: "sample", messages: "12" }, headers: { origin } };
      const refused = await page.request.post(page.url(), all);
      expect(refused.status()).toBe(422);
      expect(await refused.text()).toContain("There are 12 messages in all");
      // What stands there can be sent: it leaves somebody to wait.
      await expect(page.getByLabel("Or send the first")).toHaveValue("11");
      await page.getByLabel("Or send the first").fill("3");
      await page.getByRole("button", { name: "Start with these" }).click();
      await expect(page).toHaveURL(/\/sms\/history\/\d+$/);
      await until(page, javaScriptEnabled, () => page.getByText("The first 3 messages were sent.").isVisible());
      await page.getByRole("button", { name: "Send the rest" }).click();
      await until(page, javaScriptEnabled, () => page.getByText("Sent", { exact: true }).first().isVisible());

      const phone = await page.request.get(`/sandbox/phone/2547${seed}000011`);
      expect(await phone.text()).toContain("Your parcel 11 is here.");
    });
  });

test("numbers alone, with anything between them, lead straight to the message", async ({ page }) => {
  await signInByForm(page, "owner@savanna.test", "/sms/express");
  await page.getByLabel("Numbers", { exact: true }).fill("0762000001, 0762000002; +254 762 000 003 0762 000 004");
  await page.getByRole("button", { name: "Read the rows" }).click();
  await expect(page.getByLabel("Message", { exact: true })).toBeVisible();
  await expect(page.getByText("4 numbers of Pasted rows.")).toBeVisible();
});

test("axe finds nothing on the steps of an express send, and none is wider than a phone", async ({ page }) => {
  await signInByForm(page, "owner@savanna.test", "/sms/express");
  const rows = Array.from({ length: 12 }, (_, n) => `07630000${10 + n}\tAmina ${n}\tYour parcel ${n} is at our shop.`);
  await page.getByLabel("Numbers", { exact: true }).fill([...rows, "12\tNobody\tHello"].join("\n"));
  await page.getByRole("button", { name: "Read the rows" }).click();
  await expect(page.getByLabel("Phone numbers")).toBeVisible();
  const list = new URL(page.url()).pathname;
  await auditPage(page, list);
  await page.getByLabel("Messages", { exact: true }).selectOption("2");
  await page.getByRole("button", { name: "Use these columns" }).click();
  await expect(page.getByLabel("Message", { exact: true })).toBeVisible();
  await auditPage(page, list);
  await page.getByRole("button", { name: /^Review/ }).click();
  await expect(page.getByRole("heading", { name: "Send 12 messages?" })).toBeVisible();
  await expect(page.getByText("The first: Your parcel 0 is at our shop.")).toBeVisible();
  const { pathname, search } = new URL(page.url());
  await auditPage(page, `${pathname}${search}`);
  await auditPage(page, `${list}/refused`);
});

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "rows that got no message" : "rows that got no message, without script", () => {
    test.use({ javaScriptEnabled });

    test("are brought back to be corrected: those that were refused, and those that failed", async ({ page }) => {
      const seed = javaScriptEnabled ? 64 : 65;
      await signInByForm(page, "owner@savanna.test", "/sms/express");
      const field = page.getByLabel("Numbers", { exact: true });
      await field.fill(`Phone\tText\n07${seed}000001\tIt is here.\n12\tIt waits for you.`);
      await page.getByRole("button", { name: "Read the rows" }).click();
      await page.getByRole("button", { name: "Use these columns" }).click();
      await until(page, javaScriptEnabled, () => page.getByRole("link", { name: "See which and why" }).isVisible());
      await page.getByRole("link", { name: "See which and why" }).click();
      await page.getByRole("link", { name: "Correct and send again" }).click();
      await expect(page.getByText(/1 row of .* that could not be used/)).toBeVisible();
      await expect(field).toHaveValue("Phone\tText\n12\tIt waits for you.");

      await page.goto("/sms/history/1");
      await page.getByRole("link", { name: "Correct and send again" }).click();
      await expect(page.getByText(/not delivered, each as it was sent/)).toBeVisible();
      await expect(field).toHaveValue(/^Phone\tMessage\n\+254\d{9}\t\S/);
    });
  });
