import { randomUUID } from "node:crypto";
import { type BrowserContext, expect, type Page } from "@playwright/test";

export const strong = "mango-tractor-violin-9";

/** A new address each time: the application outlives a test. */
export const fresh = () => `njeri.${randomUUID().slice(0, 8)}@shamba.test`;

/** The newest mail to an address as the sandbox shows it, waited for. */
export async function mailTo(context: BrowserContext, to: string, subject: RegExp): Promise<Page> {
  const mailbox = await context.newPage();
  await expect(async () => {
    await mailbox.goto(`/sandbox/mail?to=${encodeURIComponent(to)}`);
    await expect(mailbox.locator(".phones a b").first()).toHaveText(subject, { timeout: 500 });
  }).toPass();
  await mailbox.locator(".phones a").first().click();
  await expect(mailbox.getByRole("heading", { level: 1 })).toHaveText(subject);
  return mailbox;
}

export async function codeFor(context: BrowserContext, to: string): Promise<string> {
  const mailbox = await mailTo(context, to, /^\d{6} /);
  const code = (await mailbox.getByRole("heading", { level: 1 }).textContent())?.slice(0, 6) ?? "";
  await mailbox.close();
  return code;
}

export async function fillSignUp(page: Page, email: string, password = strong) {
  await page.getByLabel("Your name").fill("Njeri Kamau");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Mobile phone").fill("0722 418 306");
  await page.getByLabel("Company").fill("Shamba Fresh");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}

export async function openAccount(page: Page) {
  await expect(page.getByRole("heading", { name: "Your company" })).toBeVisible();
  await page.getByLabel("Send and receive SMS").check();
  await page.getByRole("button", { name: "Open the account" }).click();
}

/** An account of its own with nobody else in it; answers its owner's address. */
export async function signedUp(page: Page, context: BrowserContext): Promise<string> {
  const email = fresh();
  await page.goto("/auth/signup");
  await fillSignUp(page, email);
  await page.getByLabel("Code").fill(await codeFor(context, email));
  await page.getByRole("button", { name: "Confirm" }).click();
  await openAccount(page);
  await expect(page).toHaveURL(/\/subscribe$/);
  return email;
}

/** From our sign-in page to the provider's and through it. */
export async function atProvider(page: Page, email: string, to = ""): Promise<void> {
  await page.goto(to ? `/login?to=${to}` : "/login");
  await page.getByRole("link", { name: "Continue with Sandbox ID" }).click();
  await page.getByLabel("Email address", { exact: true }).fill(email);
  await page.getByLabel("Name").fill("Njeri Kamau");
  await page.getByRole("button", { name: "Continue" }).click();
}
