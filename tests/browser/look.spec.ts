import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { signIn } from "./people";

const pages = [
  "/dashboard",
  "/dashboard/sms",
  "/sms/dashboard",
  "/sms/bulk?group=1",
  "/sms/send",
  "/sms/history",
  "/sms/history?status=failed&sender=NOBODY",
  "/sms/history/1",
  "/sms/history/1/messages",
  "/sms/inbox",
  "/contacts/contact-group",
  "/contacts/contact-group/new",
  "/contacts/contact-group/details?id=1",
  "/contacts/contact-group/upload",
  "/contacts/contact-group/upload?from=paste",
  "/contacts/contact-group/import",
  "/contacts/blacklist",
  "/contacts/blacklist/new",
  "/notAllowed?page=/sms/bulk",
];

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [1440, 390])
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test("the sign-in page: axe finds nothing, nothing overflows", async ({ page }) => {
        await page.goto("/login");
        expect(await findings(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      });

      test("every page: axe finds nothing, nothing overflows", async ({ page }) => {
        test.setTimeout(180_000);
        await signIn(page, "owner@savanna.test");
        for (const path of pages) {
          await page.goto(path);
          await page.waitForLoadState("networkidle");
          expect(await findings(page), path).toEqual([]);
          expect(await overflow(page), `${path} overflows`).toBe(0);
        }
      });
    });

/** WCAG 2.2 AA, each finding as one line. */
async function findings(page: import("@playwright/test").Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

function overflow(page: import("@playwright/test").Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

test("the whole job by keyboard alone", async ({ page }) => {
  await page.goto("/sms/send?to=%2B254722000003");
  await page.keyboard.type("owner@savanna.test");
  await page.keyboard.press("Tab");
  await page.keyboard.type("karibu-demo-2026");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sms\/send/);
  await page.waitForLoadState("networkidle");
  await tabTo(page, "#body");
  await page.keyboard.type("By keyboard alone.");
  await tabTo(page, 'button[name="intent"][value="review"]:not([tabindex="-1"])');
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Send 1 message?" })).toBeVisible();
  await tabTo(page, "main form button");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sms\/history\/\d+$/);
});

/** Presses Tab until the wanted control has the focus; a control that can't be reached fails the test. */
async function tabTo(page: import("@playwright/test").Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} can't be reached by Tab`);
}
