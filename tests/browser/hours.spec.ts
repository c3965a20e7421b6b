import { type Browser, expect, type Page, test } from "@playwright/test";
import { signIn } from "./people";

const places = [
  { path: "/ticketing/settings/sla?calendar=new", save: "Save hours" },
  { path: "/chat/settings/chat-routing", save: "Save" },
];

async function come(browser: Browser, path: string, javaScriptEnabled: boolean): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  await signIn(page, "owner@savanna.test", path);
  return page;
}

const time = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

for (const { path, save } of places) {
  for (const script of [true, false]) {
    test(`hours ${script ? "with" : "without"} script at ${path}: copied to all days, kept when refused`, async ({
      browser,
    }) => {
      const page = await come(browser, path, script);
      if (!path.includes("ticketing")) await page.getByLabel("At set hours").check();
      const before = page.url();
      await time(page, "Tuesday opens").fill("7:15");
      await time(page, "Tuesday closes").fill("19.45");
      await page.getByRole("button", { name: "Copy Tuesday to all days" }).click();
      await expect(time(page, "Sunday opens")).toHaveValue("7:15");
      await expect(time(page, "Sunday closes")).toHaveValue("19.45");
      await expect(time(page, "Monday closes")).toHaveValue("19.45");
      if (script) expect(page.url()).toBe(before);

      await page.getByRole("button", { name: "Add another period to each day" }).click();
      await expect(time(page, "Friday opens, period 3")).toBeVisible();
      await expect(time(page, "Sunday closes")).toHaveValue("19.45");

      await time(page, "Friday opens, period 3").fill("later");
      const zone = page.getByLabel("Time zone");
      await zone.selectOption("Africa/Kampala");
      await page.getByRole("button", { name: save, exact: true }).click();
      await expect(page.locator(".err").getByText("Enter a time like 08:30.")).toBeVisible();
      if (path.includes("ticketing"))
        await expect(page.getByRole("link", { name: "Enter a time like 08:30." })).toHaveAttribute(
          "href",
          "#day4_2_from",
        );
      await expect(time(page, "Friday opens, period 3")).toHaveValue("later");
      await expect(time(page, "Friday opens, period 3")).toHaveAttribute("aria-invalid", "true");
      await expect(time(page, "Sunday closes")).toHaveValue("19.45");
      await expect(zone).toHaveValue("Africa/Kampala");
      await page.context().close();
    });
  }
}

test("the account's zone is chosen and offered first", async ({ browser }) => {
  for (const { path } of places) {
    const page = await come(browser, path, false);
    const zone = page.getByLabel("Time zone");
    await expect(zone).toHaveValue("Africa/Nairobi");
    expect(await zone.locator("option").first().textContent()).toBe("Africa/Nairobi (your account)");
    await page.context().close();
  }
});

test("Enter in a time saves, as everywhere", async ({ browser }) => {
  const page = await come(browser, "/ticketing/settings/sla?calendar=new", false);
  const name = `Till late ${Date.now()}`;
  await page.getByLabel("Name").first().fill(name);
  await time(page, "Saturday opens").fill("9");
  await time(page, "Saturday closes").fill("24:00");
  await time(page, "Saturday closes").press("Enter");
  await expect(page.getByText("The hours are saved.")).toBeVisible();
  await expect(time(page, "Saturday opens")).toHaveValue("09:00");
  await expect(time(page, "Saturday closes")).toHaveValue("24:00");
  await expect(page.getByRole("link", { name })).toBeVisible();
  await page.context().close();
});
