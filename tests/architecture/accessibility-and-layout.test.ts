import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allRoutes } from "../../app/sitemap";

const look = readFileSync(join(import.meta.dirname, "../browser/accessibility-and-layout.spec.ts"), "utf8");
const looked = [...look.matchAll(/["`](\/[^"`?]*)[^"`]*["`]/g)].map(([, path]) => path ?? "");

/** Pages of things that the demo does not hold; most are walked through by the journey that makes them. */
const ofAJourney = [
  "/auth/company-details",
  "/chat/channels/mobile/:id",
  "/chat/channels/mobile/:id/change",
  "/chat/channels/mobile/:id/delete",
  "/chat/settings/postchat/:name/delete",
  "/chat/settings/trigger/:id/delete",
  "/contacts/contact-group/import/:id",
  "/contacts/contact-group/import/:id/refused",
  "/contacts/contact-group/import/:id/undo",
  "/crm/import/:id",
  "/crm/import/:id/refused",
  "/crm/import/:id/undo",
  "/crm/settings/duplicates/:id",
  "/crm/settings/duplicates/:id/merge",
  "/email/bulk/confirm",
  "/email/outbox/:id/cancel",
  "/email/single/confirm",
  "/jibu/admin/accounts/:id/resume",
  "/mail/click/:token/:link",
  "/login/code",
  "/settings/api/:id",
  "/settings/api/:id/revoke",
  "/settings/api/webhooks/:id",
  "/settings/api/webhooks/:id/change",
  "/settings/api/webhooks/:id/delete",
  "/settings/data-protection/:id",
  "/respond/:link/:session",
  "/whatsapp/inboxes/broadcasts/:id/confirm",
  "/settings/sms/replies/:id",
  "/settings/sms/replies/:id/delete",
  "/sms/bulk/confirm",
  "/sms/express/:id",
  "/sms/express/:id/refused",
  "/sms/express/confirm",
  "/sms/history/:id/cancel",
  "/sms/send/confirm",
  "/unsubscribe/:token",
  "/user/profile/sign-ins/:provider",
  "/voice/robocalls/:id",
  "/voice/robocalls/:id/calls",
];
/** Another address of a page that is looked at. */
const sameAs = ["/dashboard/default"];

test("every page is looked at: axe in light and dark, and the width of a phone", () => {
  const pages = allRoutes.filter(({ file, group }) => file.endsWith(".tsx") && !group).map(({ path }) => String(path));
  const shape = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);
  const unseen = pages.filter((path) => {
    const like = shape(path);
    // "/settings/users/new" is a page of its own and no person called "new".
    return !looked.some((seen) => like.test(seen) && (seen === path || !pages.includes(seen)));
  });
  expect(unseen.filter((path) => !ofAJourney.includes(path) && !sameAs.includes(path))).toEqual([]);
  // What is looked at by now needs no excuse.
  expect([...ofAJourney, ...sameAs].filter((path) => !unseen.includes(path))).toEqual([]);
});
