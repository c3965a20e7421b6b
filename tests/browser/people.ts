import type { Cookie, Page } from "@playwright/test";
import { running } from "./audit";

export const password = "karibu-demo-2026";

/** Of each person the session that was opened last, as the browser keeps it. */
const sessions = new Map<string, Cookie[]>();

/**
 * Comes to a page as this person, with the session that an earlier test opened or, where there is none or it has ended,
 * through the form. What is about sessions or about signing in itself signs in by the form.
 */
export async function signIn(page: Page, email: string, to = "/"): Promise<void> {
  const known = sessions.get(email);
  if (known) {
    await page.context().addCookies(known);
    await page.goto(to);
    if (new URL(page.url()).pathname !== "/login") return running(page);
  }
  await signInByForm(page, email, to);
  const cookies = await page.context().cookies();
  sessions.set(
    email,
    cookies.filter(({ name }) => name === "auth._token.local"),
  );
}

/** Signs in through the form, as a person does. */
export async function signInByForm(page: Page, email: string, to = "/"): Promise<void> {
  await page.goto(to);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
}

/** Opens the category of a permission, which is folded until something in it is ticked. */
export async function unfold(page: Page, permission: string): Promise<void> {
  const box = page.getByRole("checkbox", { name: permission, includeHidden: true });
  const category = page.locator("details").filter({ has: box });
  if ((await category.getAttribute("open")) === null) await category.locator("summary").click();
}
