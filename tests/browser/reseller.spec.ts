import { expect, test } from "@playwright/test";
import { signIn } from "./people";

const owner = "owner@savanna.test";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });
    const name = javaScriptEnabled ? "Eldoret Shop" : "Kitale Shop";

    test("a child account is opened, funded, worked in and suspended", async ({ page }) => {
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
      const form = page.getByRole("form", { name: "Top up" });
      await expect(form.getByText(/Your balance is KES .*: enter that or less\./)).toBeVisible();
      await expect(page.getByLabel("Amount in KES")).toHaveValue("99,000,000");
      // What is wrong is said where the focus goes, with the way to the field.
      const wrong = page.getByRole("alert").filter({ hasText: "There is a problem" });
      await expect(wrong.getByRole("link", { name: /Your balance is KES/ })).toBeVisible();
      if (javaScriptEnabled) await expect(wrong).toBeFocused();
      const [summary, heading] = await Promise.all([
        wrong.boundingBox(),
        page.getByRole("heading", { name: "Reseller" }).boundingBox(),
      ]);
      expect((heading?.y ?? 0) - (summary ? summary.y + summary.height : 0)).toBeGreaterThanOrEqual(12);
      await page.getByLabel("Amount in KES").fill("100");
      await page.getByRole("button", { name: "Review" }).click();
      await page.getByRole("button", { name: "Move KES 100.00" }).click();
      await expect(page.getByText("KES 100.00 moved.")).toBeVisible();

      // The account is chosen once; from there on it is the ordinary pages of that account.
      await page.goto(`/reseller/single?child=${child}`);
      await page.getByRole("button", { name: "Work in this account" }).click();
      await expect(page).toHaveURL(/\/sms\/send$/);
      const banner = page.getByRole("region", { name: "Work in a child account" });
      await expect(banner).toContainText(`You are working in ${name} for Savanna Traders`);
      await expect(banner).toContainText(/ends at \d/);
      await page.getByLabel("Phone numbers").fill("0722 000 501");
      await page.getByLabel("Sender ID").selectOption("SAVANNA");
      await page.getByLabel("Message", { exact: true }).fill("Karibu tena.");
      await page.getByRole("button", { name: /^Review/ }).click();
      await expect(banner).toBeVisible();
      await page.getByRole("button", { name: /^Send 1 message/ }).click();
      await expect(page).toHaveURL(/\/sms\/history\/\d+$/);
      const sent = new URL(page.url()).pathname;
      await page.goto("/sms/history?view=express");
      await expect(page.getByRole("link", { name: "Karibu tena." })).toBeVisible();
      await page.goto("/settings/selfcare");
      await expect(page.locator("#main").getByText("99.10").first()).toBeVisible();
      await page.goto("/user/activities");
      const main = page.locator("#main table");
      await expect(main.getByText("(for Savanna Traders)").first()).toBeVisible();
      await expect(main.getByText("1 message from SAVANNA, KES 0.90.")).toBeVisible();
      await expect(main.getByText("Work for this account began").first()).toBeVisible();

      // What is one's own is not here, and the reseller's pages lead back.
      await page.goto("/user/profile");
      await expect(page.getByText("only for the people of this account")).toBeVisible();
      await expect(banner).toBeVisible();
      await page.goto("/reseller");
      await expect(page.getByRole("heading", { name: `You are working in ${name}` })).toBeVisible();
      await banner.getByRole("button", { name: "Stop" }).click();
      await expect(page).toHaveURL(/\/reseller$/);
      await expect(page.getByText(`You stopped working in ${name}.`)).toBeVisible();
      await expect(banner).toBeHidden();
      expect((await page.goto(sent))?.status()).toBe(404);
      await page.goto("/user/activities");
      await expect(main.getByText(`Done in ${name} (${child}).`).first()).toBeVisible();
      await expect(main.getByText(`${name} (${child}): they stopped.`)).toBeVisible();

      await page.goto(`/reseller/accounts/${child}/suspend`);
      await page.getByLabel("Reason").fill("Unpaid invoice");
      await page.getByRole("button", { name: `Suspend ${name}` }).click();
      await expect(page.getByText("Suspended", { exact: true }).first()).toBeVisible();
      await page.getByRole("button", { name: "Work in this account" }).click();
      await expect(banner).toBeVisible();
      await expect(page.getByText("This account is suspended: Unpaid invoice")).toBeVisible();
      await banner.getByRole("button", { name: "Stop" }).click();
    });

    test("what ends elsewhere leads back to the reseller's page, with a notice", async ({ page, context }) => {
      await signIn(page, owner, "/reseller/history?child=100101");
      await page.getByRole("button", { name: "Work in this account" }).click();
      await expect(page).toHaveURL(/\/sms\/history$/);
      const before = await context.cookies();
      await page.getByRole("button", { name: "Stop" }).click();
      await expect(page).toHaveURL(/\/reseller$/);
      // A browser that kept the cookie of what has ended.
      await context.addCookies(before.filter(({ name }) => name === "auth.delegation"));
      await page.goto("/sms/history");
      await expect(page).toHaveURL(/\/reseller$/);
      await expect(page.getByText("Your work in Savanna Nakuru has ended.")).toBeVisible();
      expect((await page.goto("/reseller/accounts/100101"))?.status()).toBe(200);
    });

    if (javaScriptEnabled)
      test("a page of the own account that is open in another tab says that one is in a child account now", async ({
        page,
        context,
      }) => {
        await signIn(page, owner, "/sms/send");
        await page.getByLabel("Message", { exact: true }).fill("Half a message");
        const other = await context.newPage();
        await other.goto("/reseller/history?child=100101");
        await other.getByRole("button", { name: "Work in this account" }).click();
        await expect(page.getByRole("alert")).toContainText("You now work in Savanna Nakuru in another tab.");
        await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Half a message");
        await other.getByRole("button", { name: "Stop" }).click();
        await expect(page.getByRole("alert")).toBeHidden();
      });

    test("several child accounts are suspended at once, and that is undone", async ({ page }) => {
      await signIn(page, owner, "/reseller?q=Savanna");
      await expect(page.getByRole("row")).toHaveCount(3);
      for (const name of ["Savanna Kisumu", "Savanna Nakuru"])
        await page.getByRole("checkbox", { name: `Select ${name}` }).check();
      await page.getByRole("form", { name: "Selected rows" }).getByRole("button", { name: "Suspend" }).click();
      await expect(page.getByRole("heading", { name: "Suspend 2 child accounts?" })).toBeVisible();
      await expect(page.getByText("Savanna Kisumu (100102)")).toBeVisible();
      await page.getByRole("button", { name: "Suspend these accounts" }).click();
      await expect(page.getByText("2 child accounts suspended.")).toBeVisible();
      await expect(page.getByRole("cell", { name: "Suspended" })).toHaveCount(2);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(page.getByText("2 child accounts can send again.")).toBeVisible();
      await expect(page.getByRole("cell", { name: "Active" })).toHaveCount(2);
      const csv = await (await page.request.get("/reseller.csv?q=Savanna")).text();
      expect(csv.split(/\r?\n/)[0]).toContain("Account,Name,State");
    });

    test("someone else's child account is unknown, and without the product the pages are shut", async ({ page }) => {
      await signIn(page, owner, "/reseller");
      expect((await page.goto("/reseller/accounts/200002"))?.status()).toBe(404);
      expect((await page.goto("/reseller/bulk?child=200002"))?.status()).toBe(404);
      expect((await page.goto("/reseller/outboxes?child=200002&blast=1"))?.status()).toBe(404);
      await page.context().clearCookies();
      await signIn(page, "owner@lakeside.test", "/reseller");
      await expect(page).toHaveURL(/\/notAllowed/);
    });
  });
