import { type Browser, type BrowserContext, test as base, expect, type FullProject, type Page } from "@playwright/test";
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
  "/contacts/contact-group/details/contact?id=1",
  "/contacts/contact-group/details/rename?id=1",
  "/contacts/contact-group/details/delete?id=1",
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
  "/ticketing/show/898",
  "/ticketing/show/898/comments",
  "/ticketing/show/898/customer",
  "/ticketing/show/898/details",
  "/ticketing/show/898/header",
  "/ticketing/show/898/member",
  "/ticketing/show/898/similar",
  "/ticketing/show/898/update",
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
  "/chat/settings",
  "/chat/settings/canned-responses",
  "/chat/settings/canned-responses?edit=new",
  "/chat/settings/canned-responses?delete=1000",
  "/chat/settings/shortcuts",
  "/chat/settings/prechat",
  "/chat/settings/prechat?edit=new",
  "/chat/settings/postchat?tour=1",
  "/chat/settings/trigger",
  "/chat/settings/trigger?edit=new",
  "/chat/settings/dispositions",
  "/chat/setup",
  "/chat/setup?stage=payment",
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
  "/settings/groups/delete?id=3",
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
  "/subscribe/payment/1",
  "/setup",
  "/setup/sms",
  "/setup/email",
  "/setup/voice",
  "/setup/chats",
  "/setup/whatsapp",
  "/setup/airtime",
  "/setup/payments",
  "/setup/surveys",
  "/setup/requests",
  "/settings/products",
  "/settings/templates",
  "/settings/templates/new?sample=reminder",
  "/settings/templates/1",
  "/settings/templates/1/delete",
  "/settings/selfcare",
  "/settings/selfcare/topup",
  "/settings/selfcare/topup/1",
  "/settings/selfcare/request",
  "/settings/selfcare/request/new",
  "/settings/selfcare/invoices",
  "/settings/selfcare/invoices/1",
  "/settings/selfcare/statement",
  "/settings/selfcare/details",
  "/user/billing",
  "/chat/inbox",
  "/chat/inbox?view=ended",
  "/chat/inbox?q=nobody-has-this-name",
  "/chat/inbox?chat=1000",
  "/chat/inbox/details?chat=1000",
  "/chat/inbox/details/profile/contacts?chat=1000",
  "/chat/inbox/details/info-form?chat=1000",
  "/chat/inbox?view=mine",
  "/chat/inbox?view=waiting",
  "/chat/inbox?view=undisposed",
  "/chat/inbox/details/tickets?chat=1000",
  "/chat/inbox/details/dispositions?chat=1000",
  "/chat/channels/facebook",
  "/chat/channels/facebook?new",
  "/chat/team",
  "/chat/team?q=nobody-has-this-name",
  "/chat/team/1",
  "/chat/team/wall",
  "/chat/settings/canned-responses?q=nobody-has-this-name",
  "/chat/settings/postchat",
  "/chat/settings/dispositions?edit=1",
  "/chat/settings/chat-routing",
  "/chat/reports/dashboard",
  "/chat/reports/agents",
  "/chat/reports/agents/days",
  "/chat/reports/channels",
  "/chat/reports/customers",
  "/chat/reports/survey",
  "/chat/reports/tickets",
  "/chat/reports/transcript",
  "/chat/reports/transcript/5",
  "/chat/setup?stage=channel",
  "/chat/setup?stage=subscription",
  "/chat/channels",
  "/chat/channels/telegram",
  "/chat/channels/telegram?new",
  "/chat/channels/telegram?leave",
  "/chat/channels/email",
  "/chat/channels/email?new",
  "/chat/channels/whatsapp",
  "/chat/channels/whatsapp?new",
  "/chat/channels/webchat",
  "/chat/channels/webchat/new",
  "/chat/channels/webchat/1000",
  "/chat/channels/webchat/1000/delete",
  "/chat/channels/webchat/faqs",
  "/chat/channels/webchat/faqs?q=nobody-has-this-name",
  "/chat/channels/webchat/faqs/add_category",
  "/chat/channels/webchat/faqs/add_faq",
  "/chat/channels/webchat/faqs/add_faq?id=1000",
  "/chat/channels/webchat/faqs/delete?faq=1000",
  "/dashboard/webchat-config",
  "/dashboard/webchat-application-details?id=1000",
  "/sms/template",
  "/sms/template?view=list",
  "/sms/template?view=list&q=nobody-has-this-name",
];

/** The pages of those who run the platform. */
const platformPages = [
  "/jibu/admin",
  "/jibu/admin?decide=1",
  "/jibu/admin/accounts",
  "/jibu/admin/accounts?q=nobody-has-this-name",
  "/jibu/admin/accounts/100001",
  "/jibu/admin/accounts/100001/suspend",
];

type Windows = { window: Page; platformWindow: Page };
type People = { owner: BrowserContext; platform: BrowserContext };

/** Each person signs in once for many pages, each of which is a window of its own. */
const test = base.extend<Windows, People>({
  owner: [
    ({ browser }, use, { project }) => signedIn(browser, project, "owner@savanna.test", use),
    { scope: "worker" },
  ],
  platform: [
    ({ browser }, use, { project }) => signedIn(browser, project, "platform@jibu.test", use),
    { scope: "worker" },
  ],
  window: ({ owner }, use) => windowOf(owner, use),
  platformWindow: ({ platform }, use) => windowOf(platform, use),
});

async function signedIn(
  browser: Browser,
  { use: { baseURL, viewport, locale, timezoneId } }: FullProject,
  email: string,
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL, viewport, locale, timezoneId });
  const page = await context.newPage();
  await signIn(page, email, "/notifications");
  await page.close();
  await use(context);
  await context.close();
}

async function windowOf(context: BrowserContext, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await context.newPage();
  await use(page);
  await page.close();
}

for (const path of ["/login", "/auth/signup", "/auth/verify-account", "/auth/forgot-password", "/auth/password/ended"])
  test(`${path} for a guest: axe finds nothing in light and dark, nothing overflows on a phone`, async ({ page }) => {
    await examine(page, path);
  });

for (const path of pages)
  test(`${path}: axe finds nothing in light and dark, nothing overflows on a phone`, async ({ window }) => {
    await examine(window, path);
  });

for (const path of platformPages)
  test(`${path} for the platform: axe finds nothing in light and dark, nothing overflows on a phone`, async ({
    platformWindow,
  }) => {
    await examine(platformWindow, path);
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
