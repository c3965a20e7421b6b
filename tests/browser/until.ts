import { expect, type Page } from "@playwright/test";

/** Waits until it holds, on a page that needs to be opened again when there is no script. */
export async function until(page: Page, javaScriptEnabled: boolean, holds: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        if (!javaScriptEnabled && !(await holds())) await page.reload();
        return holds();
      },
      { timeout: 90_000, intervals: [250] },
    )
    .toBe(true);
}
