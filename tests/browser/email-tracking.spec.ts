import { expect, test } from "@playwright/test";
import { auditFindings } from "./audit";
import { signIn } from "./people";
import { until } from "./until";

/** What the browsers of these tests call themselves is the name of a program. */
const firefox = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

for (const javaScriptEnabled of [true, false])
  test.describe(`with script ${javaScriptEnabled ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled });

    test("a marketer has opens and clicks counted, sends an email, and sees who followed its link", async ({
      page,
    }) => {
      const name = `Counted ${javaScriptEnabled ? "one" : "two"}`;
      await signIn(page, "owner@savanna.test", "/email/tracking");
      await page.getByRole("checkbox", { name: /Count opens and clicks/ }).check();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Opens and clicks are counted").first()).toBeVisible();
      await expect(page.getByRole("checkbox", { name: /Count opens and clicks/ })).toBeChecked();

      await page.goto("/email/single");
      const reader = `counted-${javaScriptEnabled ? 1 : 2}@mail.test`;
      await page.getByLabel("Subject").fill(name);
      await page.getByLabel("Email addresses").fill(reader);
      await page.getByLabel("Message", { exact: true }).fill("See https://savanna.test/sale?from=mail today.");
      await page.getByRole("button", { name: /^Review/ }).click();
      await page.waitForURL(/\/email\/single\/confirm/);
      await page.getByRole("button", { name: /^Send 1 email/ }).click();
      await page.waitForURL(/\/email\/outbox\/\d+$/);
      const mailing = page.url();
      await until(page, false, () => page.getByText("Sent", { exact: true }).first().isVisible());

      const arrived = page.getByRole("link", { name: new RegExp(name) }).last();
      await expect(async () => {
        await page.goto(`/sandbox/mail?to=${reader}`);
        await expect(arrived).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 90_000 });
      await arrived.click();
      const link = (await page.getByRole("link", { name: /\/mail\/click\// }).getAttribute("href")) ?? "";
      expect(link).toContain("/mail/click/");
      const follow = () => page.request.get(link, { headers: firefox, maxRedirects: 0 });
      const answer = await follow();
      expect(answer.status()).toBe(302);
      expect(answer.headers().location).toBe("https://savanna.test/sale?from=mail");

      // What comes right after sending counts as a program, and what comes later as a person.
      const clicked = page.getByRole("link", { name: "1", exact: true });
      await expect(async () => {
        await follow();
        await page.goto(mailing);
        await expect(page.getByText("Requested by programs")).toBeVisible({ timeout: 1_000 });
        await expect(clicked).toHaveCount(2, { timeout: 1_000 });
      }).toPass({ timeout: 90_000, intervals: [2_000] });
      if (javaScriptEnabled) expect(await auditFindings(page)).toEqual([]);
      await page.goto(`${mailing}/recipients?status=clicked`);
      await expect(page.getByText(reader).first()).toBeVisible();
      const file = await page.request.get(`${mailing}/recipients.csv`);
      expect(await file.text()).toMatch(/Opened.*Clicked.*Opens.*Clicks/);

      await page.goto(`${link.replace(/\/\d+$/, "")}x/0?to=https://evil.test`);
      await expect(page.getByRole("heading", { name: "This link can't be used" })).toBeVisible();
      if (javaScriptEnabled) expect(await auditFindings(page)).toEqual([]);
      await page.goto("/email/tracking");
      await page.getByRole("checkbox", { name: /Count opens and clicks/ }).uncheck();
      await page.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Opens and clicks are not counted").first()).toBeVisible();
    });
  });
