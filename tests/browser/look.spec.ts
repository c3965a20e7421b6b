import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { examine, findings } from "./findings";
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
  "/ticketing/settings/sla/dispositions",
  "/ticketing/settings/sla/dispositions?edit=1",
  "/ticketing/tickets/bulk?ids=898&ids=899&what=delete",
  "/ticketing/tickets/bulk?ids=898&ids=899&what=change&priority_id=5",
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

/** The owner signs in once for many pages, each of which is a window of its own. */
const test = base.extend<{ window: Page }, { owner: BrowserContext }>({
  owner: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport, locale, timezoneId } = project.use;
      const context = await browser.newContext({ baseURL, viewport, locale, timezoneId });
      const page = await context.newPage();
      await signIn(page, "owner@savanna.test", "/notifications");
      await page.close();
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],
  window: async ({ owner }, use) => {
    const page = await owner.newPage();
    await use(page);
    await page.close();
  },
});

for (const path of ["/login", "/auth/signup", "/auth/verify-account", "/auth/forgot-password", "/auth/password/ended"])
  test(`${path} for a guest: axe finds nothing in light and dark, nothing overflows on a phone`, async ({ page }) => {
    await examine(page, path);
  });

for (const path of pages)
  test(`${path}: axe finds nothing in light and dark, nothing overflows on a phone`, async ({ window }) => {
    await examine(window, path);
  });

test("what is planted is found: without it, no findings would mean nothing", async ({ page }) => {
  const dark = "@media (prefers-color-scheme: dark) { body { background: #000 } p { color: #333 } }";
  await page.setContent(
    `<html lang="en"><title>Planted</title><style>${dark}</style><main><img src="data:,"><p>Words</p></main></html>`,
  );
  await page.emulateMedia({ colorScheme: "light" });
  expect(await findings(page)).toEqual(["image-alt: img"]);
  expect(await findings(page, "colours")).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findings(page, "colours")).toEqual(["color-contrast: p"]);
});
