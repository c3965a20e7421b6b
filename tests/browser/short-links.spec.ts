import { expect, type Page, test } from "@playwright/test";
import { signInByForm } from "./people";
import { until } from "./until";

/** Playwright's own name says that no person is there; a phone's does not. */
const userAgent =
  "Mozilla/5.0 (Linux; Android 14; TECNO BG6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Short links were changed.")).toBeVisible();
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "short links" : "short links without script", () => {
    test.use({ javaScriptEnabled, userAgent });

    test.afterEach(async ({ page }) => {
      // Signed in by then.
      await page.goto("/settings/sms/links");
      await page.getByLabel("Shorten links and count who follows them").uncheck();
      await save(page);
    });

    test("are switched on, sent, followed, and the click is in the history", async ({ page, baseURL }) => {
      const seed = javaScriptEnabled ? 41 : 42;
      await signInByForm(page, "owner@savanna.test", "/settings/sms");
      await page.getByRole("link", { name: "Links", exact: true }).click();
      const shorten = page.getByLabel("Shorten links and count who follows them");
      await expect(shorten).not.toBeChecked();
      await shorten.check();
      await page.getByLabel("Own domain").fill("not a domain");
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Enter a domain such as go.example.co.ke.").first()).toBeVisible();
      await expect(page.getByLabel("Own domain")).toHaveValue("not a domain");
      await expect(shorten).toBeChecked();
      await page.getByLabel("Own domain").fill("");
      await save(page);

      // The page behind the link is one that is there.
      const target = `${baseURL}/contacts/blacklist?q=07220000${seed}`;
      await page.goto(`/sms/send?to=%2B2547220000${seed}`);
      await page.getByLabel("Sender ID").selectOption("22384");
      await page.getByLabel("Message", { exact: true }).fill(`Your account: ${target}`);
      await page.getByRole("button", { name: /^Review/ }).click();
      await page.getByRole("button", { name: /^Send 1 message/ }).click();
      await expect(page).toHaveURL(/\/sms\/history\/\d+$/);
      const blast = page.url();
      const links = page.getByRole("region", { name: "Links" });
      await expect(links).toContainText(target);
      await expect(links).toContainText("No one has followed it yet.");

      // The phone has a link of its own, and it leads there.
      let link = "";
      await expect
        .poll(
          async () => {
            await page.goto(`/sandbox/phone/2547220000${seed}`);
            link = /http\S+\/l\/\w{13}/.exec((await page.locator("body").textContent()) ?? "")?.[0] ?? "";
            return link;
          },
          { timeout: 90_000 },
        )
        .toContain("/l/");
      await page.goto(link);
      expect(page.url()).toBe(target);

      await page.goto(blast);
      await until(page, javaScriptEnabled, () => links.getByText("1 recipient followed it, 1 click.").isVisible());
      await links.getByRole("link", { name: "See who followed them" }).click();
      const row = page.getByRole("row", { name: new RegExp(`722 000 0${seed}`) });
      await expect(row).toContainText(target);
      await expect(row).toContainText("1");

      const unknown = await page.goto("/l/Zz3dEf0000000");
      expect(unknown?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "This link does not lead to a page" })).toBeVisible();
    });
  });
