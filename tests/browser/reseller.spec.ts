import { expect, test } from "@playwright/test";
import { signIn } from "./people";

const owner = "owner@savanna.test";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    const name = javaScriptEnabled ? "Eldoret Shop" : "Kitale Shop";

    test("a child account is opened, funded, written for and suspended", async ({ page }) => {
      await signIn(page, owner, "/reseller/new");
      const drawer = page.getByRole("dialog");
      await drawer.getByLabel("Name of the account").fill(name);
      await drawer.getByLabel("Owner", { exact: true }).fill("Ruth Koech");
      await drawer.getByLabel("Owner's email address").fill(`ruth@${name.split(" ")[0]?.toLowerCase()}.test`);
      await drawer.getByLabel("Price per SMS part").fill("0.10");
      await drawer.getByRole("button", { name: "Open the account" }).click();
      await expect(drawer.locator(".err").getByText("A part costs you KES 0.80 yourself")).toBeVisible();
      await expect(drawer.getByLabel("Name of the account")).toHaveValue(name);
      await drawer.getByLabel("Price per SMS part").fill("0.90");
      await drawer.getByRole("button", { name: "Open the account" }).click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      await expect(page.getByText("The owner has not signed in yet")).toBeVisible();
      const child = new URL(page.url()).pathname.split("/").at(-1) ?? "";

      await page.goto(`/reseller/configure-sender?child=${child}`);
      await page.locator("input[name=senders][value=SAVANNA]").check();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("The sender names were saved.")).toBeVisible();

      await page.goto(`/reseller/top-up-account?child=${child}`);
      await page.getByLabel("Amount in KES").fill("99,000,000");
      await page.getByRole("button", { name: "Review" }).click();
      await expect(page.getByText(/Your balance is KES .*: enter that or less\./)).toBeVisible();
      await expect(page.getByLabel("Amount in KES")).toHaveValue("99,000,000");
      await page.getByLabel("Amount in KES").fill("100");
      await page.getByRole("button", { name: "Review" }).click();
      await page.getByRole("button", { name: "Move KES 100.00" }).click();
      await expect(page.getByText("KES 100.00 moved.")).toBeVisible();

      await page.goto(`/reseller/single?child=${child}`);
      await page.getByLabel("Phone numbers").fill("12");
      await page.getByLabel("Message", { exact: true }).fill("Karibu tena.");
      await page.getByRole("button", { name: "Work out the cost" }).click();
      await expect(page.getByLabel("Phone numbers")).toHaveAttribute("aria-invalid", "true");
      await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Karibu tena.");
      await page.getByLabel("Phone numbers").fill("0722 000 501");
      await page.getByRole("button", { name: "Work out the cost" }).click();
      await expect(
        page.getByRole("complementary", { name: "Cost" }).getByText("KES 0.90", { exact: true }),
      ).toBeVisible();
      await page.getByRole("button", { name: "Review and send" }).click();
      await expect(page.getByRole("heading", { name: `Send 1 message for ${name}?` })).toBeVisible();
      await page.getByRole("button", { name: "Send 1 message" }).click();
      await expect(page.getByRole("heading", { name: "Karibu tena." })).toBeVisible();
      await page.goto(`/reseller/history?child=${child}`);
      await expect(page.getByRole("link", { name: "Karibu tena." })).toBeVisible();

      await page.goto(`/reseller/accounts/${child}/suspend`);
      await page.getByLabel("Reason").fill("Unpaid invoice");
      await page.getByRole("button", { name: `Suspend ${name}` }).click();
      await expect(page.getByText("Suspended", { exact: true }).first()).toBeVisible();
      await page.goto(`/reseller/single?child=${child}`);
      await expect(
        page.getByRole("status").filter({ hasText: "This account is suspended: Unpaid invoice." }),
      ).toBeVisible();
    });

    test("someone else's child account is unknown, and without the product the pages are shut", async ({ page }) => {
      await signIn(page, owner, "/reseller");
      expect((await page.goto("/reseller/accounts/200002"))?.status()).toBe(404);
      expect((await page.goto("/reseller/bulk?child=200002"))?.status()).toBe(404);
      expect((await page.goto("/reseller/outboxes?child=100101&blast=1"))?.status()).toBe(404);
      await page.context().clearCookies();
      await signIn(page, "owner@lakeside.test", "/reseller");
      await expect(page).toHaveURL(/\/notAllowed/);
    });
  });
