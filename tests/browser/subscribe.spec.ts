import { type Browser, expect, type Page, test } from "@playwright/test";
import { origin } from "./application";
import { signIn } from "./people";

const owner = "owner@newleaf.test";

/** What the person with the phone does: on the sandbox's handset, in a window of its own. */
async function onThePhone(browser: Browser, phone: string, button: string): Promise<void> {
  const context = await browser.newContext({ baseURL: origin() });
  const handset = await context.newPage();
  await expect(async () => {
    await handset.goto("/sandbox/mpesa");
    await expect(handset.getByRole("region", { name: `Phone ${phone}` })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await handset
    .getByRole("region", { name: `Phone ${phone}` })
    .getByRole("button", { name: button, exact: true })
    .click();
  await context.close();
}

/** Without script the page loads itself anew; with it the page asks. Both end here. */
async function untilPaid(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: /paid$/ })).toBeVisible({ timeout: 90_000 });
}

function menuOf(page: Page) {
  return page.getByRole("navigation", { name: "Main" });
}

const cases = [
  {
    javaScriptEnabled: true,
    product: "SMS",
    starts: /\/settings\/selfcare\/topup$/,
    plan: "Start, monthly",
    typed: "0722 000 101",
    phone: "+254 722 000 101",
  },
  {
    javaScriptEnabled: false,
    product: "Ticketing",
    starts: /\/ticketing\/dashboard$/,
    plan: "Team, monthly",
    typed: "254722000102",
    phone: "+254 722 000 102",
  },
];

// One after the other: the first product takes the account out of the mode "subscribe".
test.describe.configure({ mode: "serial" });

test("Q012: an account without products is led to the plans, from wherever it begins", async ({ page }) => {
  await signIn(page, owner, "/dashboard/products");
  for (const path of [
    "/",
    "/dash",
    "/dashboard",
    "/dashboard/default",
    "/dashboard/add-ons",
    "/setup",
    "/settings/products",
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/subscribe$/);
  }
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What will New Leaf use first?");
  await page.goto("/settings/selfcare");
  await expect(page.getByRole("heading", { name: "Billing and balance", level: 1 })).toBeVisible();
});

test("what is not there yet is shown as coming, and nothing of it is to be had", async ({ page }) => {
  await signIn(page, owner, "/subscribe");
  const coming = page.getByRole("region", { name: "Coming" });
  await expect(coming.getByRole("heading", { name: "USSD Codes" })).toBeVisible();
  await expect(coming.getByRole("link")).toHaveCount(0);
  await page.goto("/subscribe/USSD%20Codes?plan=shared-month");
  await expect(page.getByText("We are building it.")).toBeVisible();
  await expect(page.getByRole("main").locator("form")).toHaveCount(0);
});

for (const { javaScriptEnabled, product, starts, plan, typed, phone } of cases)
  test.describe(javaScriptEnabled ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled });

    test(`a plan of ${product} is paid by M-Pesa prompt, and its menu is there`, async ({ page, browser }) => {
      await signIn(page, owner, "/subscribe");
      await page.getByRole("link", { name: `Choose ${product}, ${plan}` }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${product}: ${plan}`);
      await page.getByLabel("M-Pesa phone number").fill(typed);
      await page.getByRole("button", { name: /^Pay KES/ }).click();
      await expect(page).toHaveURL(/\/subscribe\/payment\/\d+/);
      await expect(page.getByText(phone).first()).toBeVisible();
      await onThePhone(browser, phone, "Enter the PIN: pay");
      await untilPaid(page);
      await page.getByRole("link", { name: `Start with ${product}` }).click();
      await expect(page).toHaveURL(starts);
      if (product === "SMS") await expect(menuOf(page).getByText("SMS", { exact: true }).first()).toBeVisible();
      await page.goto("/settings/products");
      await expect(page.getByRole("region", { name: product, exact: true })).toContainText(plan);
    });

    test("a bad phone number is told in words, and what was chosen stays", async ({ page }) => {
      await signIn(page, owner, "/subscribe/SMS?plan=grow-month");
      await page.getByLabel("Renew automatically from the balance").check();
      await page.getByLabel("M-Pesa phone number").fill("0722 12");
      await page.getByRole("button", { name: /^Pay KES/ }).click();
      await expect(page.getByText("Check the number: too few digits.")).toBeVisible();
      await expect(page.getByLabel("M-Pesa phone number")).toHaveValue("0722 12");
      await expect(page.getByLabel("Renew automatically from the balance")).toBeChecked();
    });

    test("a prompt that is cancelled on the phone says so, and can be tried again", async ({ page, browser }) => {
      await signIn(page, owner, "/subscribe/SMS?plan=grow-month");
      await page.getByLabel("M-Pesa phone number").fill("0722000103");
      await page.getByRole("button", { name: /^Pay KES/ }).click();
      await expect(page).toHaveURL(/\/subscribe\/payment\/\d+/);
      await onThePhone(browser, "+254 722 000 103", "Cancel");
      await expect(page.getByRole("heading", { name: "The payment was refused" })).toBeVisible({ timeout: 90_000 });
      await page.getByRole("link", { name: "Try again" }).click();
      await expect(page.getByLabel("M-Pesa phone number")).toHaveValue("+254722000103");
    });

    test("an invoice is asked for, read and paid later", async ({ page }) => {
      const plan = javaScriptEnabled ? "grow-year" : "start-year";
      await signIn(page, owner, `/subscribe/SMS?plan=${plan}`);
      await page.getByRole("radio", { name: /^Invoice/ }).check();
      await page
        .locator("form")
        .getByRole("button")
        .filter({ hasText: /invoice|Pay KES/i })
        .first()
        .click();
      await expect(page).toHaveURL(/\/settings\/selfcare\/invoices\/\d+$/);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^PRO-\d{4}-\d{6}$/);
      await expect(page.getByText("To be paid", { exact: true })).toBeVisible();
      const pdf = await page.request.get(`${new URL(page.url()).pathname}/file`);
      expect(pdf.headers()["content-type"]).toBe("application/pdf");
      expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
      await page.getByRole("link", { name: "Cancel the invoice" }).click();
      await page.getByRole("button", { name: "Cancel the invoice" }).click();
      await expect(page).toHaveURL(/\/settings\/selfcare\/invoices$/);
    });

    test("a top-up raises the balance in the topbar", async ({ page, browser }) => {
      const own = javaScriptEnabled ? "104" : "105";
      await signIn(page, owner, "/settings/selfcare/topup");
      const before = await balanceOf(page);
      await page.getByLabel("Amount in KES").fill("1,250");
      await page.getByLabel("M-Pesa phone number").fill(`0722000${own}`);
      await page.getByRole("button", { name: "Top up by M-Pesa" }).click();
      await expect(page).toHaveURL(/\/settings\/selfcare\/topup\/\d+$/);
      await onThePhone(browser, `+254 722 000 ${own}`, "Enter the PIN: pay");
      await untilPaid(page);
      await expect.poll(() => balanceOf(page)).toBe(before + 125_000);
      await page.getByRole("link", { name: "See the statement" }).click();
      await expect(page.getByText("+KES 1,250.00").first()).toBeVisible();
    });
  });

test("whoever paid for Voice is led to the number that everything begins with", async ({ page, browser }) => {
  await signIn(page, owner, "/subscribe");
  await page.getByRole("link", { name: "Choose Voice, Five agents, monthly" }).click();
  await page.getByLabel("M-Pesa phone number").fill("0722 000 107");
  await page.getByRole("button", { name: /^Pay KES/ }).click();
  await onThePhone(browser, "+254 722 000 107", "Enter the PIN: pay");
  await untilPaid(page);
  await page.getByRole("link", { name: "Start with Voice" }).click();
  await expect(page).toHaveURL(/\/voice\/settings\/numbers\/new$/);
  await page.goto("/dashboard");
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("link", { name: "Add your phone number" })).toHaveAttribute(
    "href",
    "/voice/settings/numbers/new",
  );
});

/** The topbar's balance in cents; "KES 0" is none. */
async function balanceOf(page: Page): Promise<number> {
  const said = await page
    .getByRole("banner")
    .getByText(/KES [\d,.]+/)
    .first()
    .textContent();
  return Math.round(Number((said ?? "").replace(/[^\d.]/g, "")) * 100);
}

test("a bank slip is sent with its file, and waits for a second person", async ({ page }) => {
  await signIn(page, owner, "/settings/selfcare/request/new");
  await page.getByLabel("Amount on the slip, in KES").fill("25,000");
  await page.getByLabel("Bank", { exact: true }).fill("Equity");
  await page.getByLabel("Slip number").fill("EQ-77120");
  await page.getByLabel("Day on the slip").fill("2026-11-20");
  await page.getByRole("button", { name: "Send for approval" }).click();
  await expect(page).toHaveURL(/\/settings\/selfcare\/request$/);
  await expect(page.getByRole("row", { name: /Equity EQ-77120/ })).toContainText("Waiting for approval");
});
