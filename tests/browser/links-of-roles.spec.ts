import { expect, test } from "@playwright/test";
import { signIn } from "./people";

const pages = [
  "/subscribe",
  "/setup",
  "/setup/requests",
  "/settings/selfcare",
  "/dashboard/products",
  "/email/outbox",
  "/email/bulk_outbox",
  "/email/single_outbox",
  "/email/outbox/1",
];

test.use({ javaScriptEnabled: false });

for (const who of ["agent@savanna.test", "supervisor@savanna.test", "nobody@savanna.test"])
  test(`no page of the account offers ${who} a link to a page that they may not open`, async ({ page }) => {
    const found = new Map<string, string>();
    for (const path of pages) {
      await signIn(page, who, path);
      if (new URL(page.url()).pathname === "/notAllowed") continue;
      const links = await page
        .getByRole("main")
        .locator("a[href^='/']")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
      for (const link of links) if (!found.has(link)) found.set(link, path);
    }
    expect(found.size).toBeGreaterThan(0);
    const shut: string[] = [];
    for (const [link, path] of found) {
      const answer = await page.request.get(link, { maxRedirects: 0 });
      if (answer.headers().location?.startsWith("/notAllowed")) shut.push(`${path}: ${link}`);
    }
    expect(shut).toEqual([]);
  });

test("who may write to single addresses only is offered that in the outbox of emails", async ({ page }) => {
  await signIn(page, "agent@savanna.test", "/email/outbox");
  await page.getByRole("link", { name: "New single email" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Single email");
});
