import { expect, test } from "@playwright/test";
import { password, signInByForm } from "./people";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test("R030: a guest comes back to the page first asked for", async ({ page }) => {
      await signInByForm(page, "owner@savanna.test", "/sms/history?status=sent");
      await expect(page).toHaveURL(/\/sms\/history\?status=sent$/);
    });

    test("a wrong password is told in words, the address stays, and the password is not sent back", async ({
      page,
    }) => {
      await page.goto("/login");
      await page.getByLabel("Email").fill("owner@lakeside.test");
      await page.getByLabel("Password").fill("not-the-password");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("alert")).toContainText("do not match");
      await expect(page.getByLabel("Email")).toHaveValue("owner@lakeside.test");
      await page.goto("/sms/inbox");
      await expect(page).toHaveURL(/\/login\?to=/);
    });

    test("R032, R033: a signed-in person is sent home from /login, and signing out ends it", async ({ page }) => {
      await signInByForm(page, "owner@savanna.test");
      await page.goto("/login");
      await expect(page).toHaveURL(/\/dashboard$/);
      await page.locator("summary", { hasText: "WM" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
      await expect(page).toHaveURL(/\/login/);
      await page.goto("/dashboard");
      await expect(page).toHaveURL(/\/login\?to=%2Fdashboard$/);
    });

    test("R034: a refused page says which permission is missing", async ({ page }) => {
      await signInByForm(page, "agent@savanna.test", "/sms/bulk");
      await expect(page.getByRole("heading", { name: "You may not open this page" })).toBeVisible();
      await expect(page.getByText("Send bulk message")).toBeVisible();
    });

    test("the theme changes, and stays", async ({ page }) => {
      await signInByForm(page, "owner@lakeside.test");
      await page.locator("summary", { hasText: "AO" }).click();
      await page.getByRole("button", { name: "Dark" }).click();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    });
  });

test("an unknown address has its page, with the status of one", async ({ page }) => {
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page.getByText("This page could not be found")).toBeVisible();
});

test.describe("what each person finds in the menu", () => {
  const cases: [email: string, groups: string[], not: string[]][] = [
    ["owner@savanna.test", ["Dashboard", "SMS", "Contacts"], []],
    ["agent@savanna.test", ["Dashboard", "SMS"], ["Contacts"]],
    // The sender views are open to all (R098); nothing else of SMS is.
    ["sales@savanna.test", ["Dashboard", "Contacts", "SMS"], ["Bulk", "Single", "History"]],
    ["nobody@savanna.test", ["Dashboard", "SMS"], ["Bulk", "Single", "History", "Contacts"]],
  ];
  for (const [email, groups, not] of cases)
    test(email, async ({ page }) => {
      await signInByForm(page, email);
      const menu = page.getByRole("navigation", { name: "Main" });
      for (const label of groups) await expect(menu.getByText(label, { exact: true }).first()).toBeVisible();
      for (const label of not) await expect(menu.getByText(label, { exact: true })).toHaveCount(0);
    });
});

test("the token is in a signed, httpOnly, SameSite=Lax cookie and nowhere else", async ({ page, context }) => {
  await signInByForm(page, "owner@savanna.test");
  await expect(page.getByRole("heading", { name: "Karibu, Wanjiru" })).toBeVisible();
  // The demo's sign-in page offers its own password, and what it was drawn from stays until the next document.
  await page.reload();
  await expect(page.getByRole("heading", { name: "Karibu, Wanjiru" })).toBeVisible();
  const cookie = (await context.cookies()).find(({ name }) => name === "auth._token.local");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  const inPage = await page.evaluate(
    () => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie + document.documentElement.outerHTML,
  );
  expect(inPage).not.toContain(decodeURIComponent(cookie?.value ?? "none").slice(0, 20));
  expect(inPage).not.toContain(password);
});
