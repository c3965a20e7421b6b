import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
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
  "/ticketing/dashboard",
  "/ticketing/tickets",
  "/ticketing/tickets?q=nobody-has-this-name",
  "/ticketing/main",
  "/ticketing/new",
  "/ticketing/boards",
  "/ticketing/reports/dashboard/dispositions",
  "/ticketing/reports/dashboard/members",
  "/ticketing/reports/dashboard/stages",
  "/ticketing/reports/dashboard/status",
  "/ticketing/settings",
  "/ticketing/settings/sla",
  "/ticketing/settings/sla/policies",
  "/ticketing/settings/sla/policies?edit=new",
  "/ticketing/settings/stages",
  "/ticketing/settings/types",
  "/ticketing/settings/groups",
  "/ticketing/settings/users",
  "/ticketing/settings/automations",
  "/ticketing/settings/automations?edit=new",
  "/notifications",
  "/issues",
  "/issues/create?issue_product=1",
  "/contacts/blacklist?drawer=issue",
  "/reseller",
  "/reseller?q=nobody-has-this-name",
  "/reseller/new",
  "/reseller/accounts/100101",
  "/reseller/accounts/100101/suspend",
  "/reseller/bulk?child=100101",
  "/reseller/single?child=100101",
  "/reseller/history",
  "/reseller/configure-sender?child=100101",
  "/reseller/top-up-account?child=100101",
  "/reseller/activate-offline?child=100101",
  "/user/profile",
  "/user/profile/password",
  "/user/profile/sessions",
  "/user/profile/two-factor",
  "/user/activities",
  "/settings/data-protection",
  "/settings/data-protection/new?kind=erasure&contact=0722000001",
  "/settings/data-protection/consents",
  "/settings/data-protection/retention",
  "/settings/users",
  "/settings/users?q=nobody-has-this-name",
  "/settings/users/new",
  "/settings/users/4/details",
  "/settings/users/4/modules",
  "/settings/users/4/profile",
  "/settings/users/4/remove",
  "/settings/users/permissions",
  "/settings/users/permissions?person=4",
  "/settings/groups",
  "/settings/groups/new_role",
  "/settings/groups/role_permissions?id=3",
  "/settings/groups/teams",
  "/notAllowed?page=/sms/bulk",
  "/dashboard/products",
  "/dashboard/products/chat",
  "/dashboard/add-ons",
  "/dashboard/purchase-value",
  "/dashboard/billing-message-transaction",
  "/dashboard/all-contacts-group",
  "/subscribe",
  "/subscribe/SMS",
  "/subscribe/SMS?plan=start-month",
  "/setup",
  "/setup/sms",
  "/setup/requests",
  "/settings/products",
  "/settings/templates",
  "/settings/templates/new?sample=reminder",
  "/settings/selfcare",
  "/settings/selfcare/topup",
  "/settings/selfcare/request",
  "/settings/selfcare/request/new",
  "/settings/selfcare/invoices",
  "/settings/selfcare/statement",
  "/settings/selfcare/details",
  "/user/billing",
];

// A finding says its place in words; to record every page three times would double the time.
test.use({ trace: "off" });

for (const path of ["/login", "/auth/signup", "/auth/verify-account", "/auth/forgot-password", "/auth/password/ended"])
  test(`${path} for a guest: axe finds nothing in light and dark, nothing overflows on a phone`, async ({ page }) => {
    await examine(page, path);
  });

for (const path of pages)
  test(`${path}: axe finds nothing in light and dark, nothing overflows on a phone`, async ({ page }) => {
    await signIn(page, "owner@savanna.test", path);
    await examine(page, path);
  });

/** At 1440 px light and dark, then at 390 px, where cards and sheets take the place of tables and the sidebar. */
async function examine(page: Page, path: string): Promise<void> {
  const { pathname, search } = new URL(page.url(), "http://nowhere.invalid");
  if (pathname + search !== path) await page.goto(path);
  await page.waitForLoadState("networkidle");
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await findings(page), "light").toEqual([]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await findings(page), "dark").toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findings(page), "390 px").toEqual([]);
  expect(await overflow(page), "pixels beyond the phone's width").toBe(0);
}

/** WCAG 2.2 AA, each finding as one line. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

test("a message is written, checked and sent by keyboard alone", async ({ page }) => {
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
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} can't be reached by Tab`);
}
