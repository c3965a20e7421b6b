import { test } from "@playwright/test";
import { signIn } from "./people";

const s = "5a1e0d00-0000-4000-8000-000000000001";
test("shots of survey pages", async ({ page, browser }, { project }) => {
  test.setTimeout(120_000);
  await signIn(page, "owner@savanna.test", "/survey");
  for (const [name, path] of Object.entries({
    list: "/survey",
    build: `/survey/${s}/build?say=mbaya`,
    texts: `/survey/${s}/texts?language=sw`,
    reports: `/survey/${s}/reports`,
    responses: `/survey/${s}/responses`,
    response: `/survey/${s}/responses/4`,
    settings: `/survey/${s}/settings`,
  })) {
    for (const [w, dark] of [
      [1440, false],
      [390, false],
      [1440, true],
    ] as const) {
      if (dark && name !== "build" && name !== "reports") continue;
      await page.setViewportSize({ width: w, height: 900 });
      await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
      await page.goto(path);
      await page.screenshot({ path: `/tmp/shots/${name}-${w}${dark ? "-dark" : ""}.png`, fullPage: w === 390 });
    }
  }
  const { baseURL } = project.use;
  const phone = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
    ...(baseURL ? { baseURL } : {}),
  });
  const guest = await phone.newPage();
  await guest.goto("/respond/after-delivery-demo");
  await guest.screenshot({ path: "/tmp/shots/respond-begin.png" });
  await guest.getByRole("button").first().click();
  await guest.waitForLoadState();
  await guest.screenshot({ path: "/tmp/shots/respond-1.png" });
  await phone.close();
});
