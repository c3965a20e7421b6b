import { expect, test } from "@playwright/test";
import { signIn } from "./people";

const platform = "platform@jibu.test";
const reason = "Unpaid since August";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("the platform finds an account, suspends it with a reason, and takes it up again", async ({ page }) => {
      await signIn(page, platform, "/jibu/admin/accounts");
      await page.getByLabel("Name or account number").fill("new leaf");
      await page.getByLabel("Name or account number").press("Enter");
      // It stands in the whole list, too, and what is clicked there may be overtaken by the search.
      await expect(page).toHaveURL(/[?&]q=new/);
      await page.getByRole("link", { name: "New Leaf", exact: true }).click();
      await expect(page.getByRole("heading", { name: "New Leaf", level: 1 })).toBeVisible();
      await page.getByRole("link", { name: "Suspend" }).click();
      await page.getByRole("button", { name: "Suspend New Leaf" }).click();
      await expect(page.getByLabel("Reason")).toBeVisible();
      await page.getByLabel("Reason").fill(reason);
      await page.getByRole("button", { name: "Suspend New Leaf" }).click();
      await expect(page.getByText("Suspended", { exact: true }).first()).toBeVisible();
      await expect(page.getByText(reason).first()).toBeVisible();

      await page.context().clearCookies();
      await signIn(page, "owner@newleaf.test", "/settings/selfcare");
      const banner = page.getByRole("status").filter({ hasText: `This account is suspended: ${reason}` });
      await expect(banner).toBeVisible();
      await page.goto("/subscribe/SMS?plan=start-month");
      await page.getByRole("radio", { name: /^Invoice/ }).check();
      await page
        .locator("form")
        .getByRole("button")
        .filter({ hasText: /invoice|Pay KES/i })
        .first()
        .click();
      await expect(page.getByText(`This account is suspended: ${reason}.`).first()).toBeVisible();

      await page.context().clearCookies();
      await signIn(page, platform, "/jibu/admin/accounts?state=suspended");
      await page.getByRole("link", { name: "New Leaf" }).click();
      await page.getByRole("link", { name: "Resume", exact: true }).click();
      await page.getByLabel("Reason").fill("Paid today");
      await page.getByRole("button", { name: "Resume New Leaf" }).click();
      await expect(page.getByText("Active", { exact: true }).first()).toBeVisible();
      const csv = await page.request.get("/jibu/admin/accounts.csv?q=new+leaf");
      expect(await csv.text()).toContain("New Leaf");
    });

    test("the file of a bank slip opens by a link of that moment", async ({ page }) => {
      await signIn(page, "owner@lakeside.test", "/settings/selfcare/request/new");
      await page.getByLabel("Amount on the slip, in KES").fill("3,000");
      await page.getByLabel("Bank", { exact: true }).fill("Equity");
      await page.getByLabel("Slip number").fill(`EQ-${javaScriptEnabled ? 1 : 2}`);
      await page.getByLabel("Day on the slip").fill("2026-11-20");
      const png = Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      );
      await page.locator("input[type=file]").setInputFiles({ name: "slip.png", mimeType: "image/png", buffer: png });
      await page.getByRole("button", { name: "Send for approval" }).click();
      await expect(page).toHaveURL(/\/settings\/selfcare\/request$/);

      await page.context().clearCookies();
      await signIn(page, platform, "/jibu/admin?kind=bank");
      await page
        .getByRole("link", { name: /^Decide/ })
        .first()
        .click();
      const to = (await page.getByRole("link", { name: /^Open the slip/ }).getAttribute("href")) ?? "";
      expect(to).toMatch(/^\/jibu\/admin\/slips\/\d+$/);
      const file = await page.request.get(to);
      expect(file.status()).toBe(200);
      expect(file.headers()["content-type"]).toBe("image/png");
      expect((await file.body()).equals(png)).toBe(true);
    });

    test("a request is decided at an address of its own, to which the old one leads", async ({ page }) => {
      await signIn(page, platform, "/jibu/admin?kind=product");
      const decide = page.getByRole("link", { name: /^Decide/ }).first();
      const to = new URL((await decide.getAttribute("href")) ?? "", page.url());
      expect(to.pathname).toMatch(/^\/jibu\/admin\/requests\/\d+$/);
      await page.goto(`/jibu/admin?decide=${to.pathname.split("/").at(-1)}&kind=product`);
      await expect(page).toHaveURL(to.href);
      const drawer = page.getByRole("dialog", { name: "Product request" });
      await drawer.getByRole("button", { name: "Refuse" }).click();
      await expect(drawer.getByRole("alert").getByRole("link", { name: "Enter the reason." })).toHaveAttribute(
        "href",
        "#decision-reason",
      );
      await drawer.getByRole("link", { name: "Not now" }).click();
      await expect(page).toHaveURL(/\/jibu\/admin\?kind=product$/);
      // What was decided in the meantime, or never was, is no fault.
      await page.goto("/jibu/admin/requests/999999999");
      await expect(page.getByRole("dialog", { name: "Nothing to decide" })).toBeVisible();
      const csv = await (await page.request.get("/jibu/admin.csv?state=all")).text();
      expect(csv.split(/\r?\n/)[0]).toContain("Id,Kind,Account,Account name,Title,Details,Amount (KES)");
    });
  });

test("another account's people have neither the list nor the slips", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/jibu/admin/accounts");
  await expect(page).toHaveURL(/\/notAllowed/);
  await page.goto("/jibu/admin/slips/1");
  await expect(page).toHaveURL(/\/notAllowed/);
});

test("Q163: the balance in the topbar is read again when someone comes back to the window", async ({ page }) => {
  await page.clock.install();
  await signIn(page, "owner@savanna.test", "/settings/selfcare");
  await page.route("**/balance", (route) => route.fulfill({ json: { balance: "1.25" } }));
  const balance = page.getByRole("banner").getByText(/KES [\d,.]+/);
  await expect(balance).not.toHaveText(/KES 1\.25$/);
  await page.clock.fastForward("04:00");
  await expect(balance).toHaveText(/KES 1\.25$/);
});

test("a low-balance alert that is right after a wrong one is saved, and the error is gone", async ({ page }) => {
  await signIn(page, "owner@lakeside.test", "/settings/selfcare");
  const amount = page.getByLabel("Low-balance alert (KES)");
  const error = page.getByText("Enter an amount such as 500 or 1,000.50, or nothing.");
  await amount.fill("about 500");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(error).toBeVisible();
  await amount.fill("500");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Low-balance alert at KES 500.00")).toBeVisible();
  await expect(error).toHaveCount(0);
});
