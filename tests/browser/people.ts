import type { Page } from "@playwright/test";

export const password = "karibu-demo-2026";

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, email: string, to = "/"): Promise<void> {
  await page.goto(to);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}
