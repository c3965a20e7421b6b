import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./people";

/** The files of the program that the page has asked for, and goes on asking for. */
function programs(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const file = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url())?.[1];
    if (file) asked.push(file);
  });
  return asked;
}

const drawing = /chart-drawing/;

for (const javaScriptEnabled of [true, false])
  test(`a first page is drawn without another request, and the next one has its style sheet at hand ${javaScriptEnabled ? "with" : "without"} script`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const sheet = /\/assets\/root-[\w-]+\.css$/;
    const icons: string[] = [];
    page.on("request", (request) => {
      if (/\/assets\/icons-/.test(request.url())) icons.push(request.url());
    });
    const fetched = page.waitForEvent("requestfinished", (request) => sheet.test(request.url()));
    await page.goto("/login");
    await expect(page.locator("link[rel=stylesheet]")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Sign in" })).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    const icon = page.locator("svg.lucide").first();
    expect(await icon.evaluate((drawing: SVGSVGElement) => drawing.getBBox().width)).toBeGreaterThan(0);
    expect(icons).toEqual([]);
    await fetched;
    await page.goto("/signup");
    await expect(page.locator("link[rel=stylesheet]")).toHaveCount(1);
    await expect(page.locator("style")).toHaveCount(0);
    const [again] = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith(".css"))
        .map((one) => one.toJSON()),
    );
    expect(again.transferSize).toBe(0);
    await context.close();
  });

test("a chart's program is asked for when somebody turns to the chart, and its picture and numbers are there before", async ({
  page,
}) => {
  const asked = programs(page);
  await signIn(page, "owner@savanna.test", "/sms/dashboard");
  const chart = page.getByRole("figure", { name: "Messages per day" });
  const picture = chart.locator("svg[role=img]");
  await expect(picture).toBeVisible();
  await chart.getByText("Show the numbers").focus();
  await expect.poll(() => asked.some((file) => drawing.test(file))).toBe(true);
  await expect(picture).toBeVisible();
});

test("a page of charts that is only read asks for no drawing program", async ({ page }) => {
  const asked = programs(page);
  await signIn(page, "owner@savanna.test", "/sms/dashboard");
  await expect(page.getByRole("figure", { name: "Messages per day" }).locator("svg[role=img]")).toBeVisible();
  // What comes last of all: the live line's program, which waits for the page to be at rest.
  await expect.poll(() => asked).toContain("live.client");
  expect(asked.filter((file) => drawing.test(file))).toEqual([]);
});

test("pointing at the menu fetches the next page's program, and not its data", async ({ page }) => {
  const asked = programs(page);
  const data: string[] = [];
  page.on("request", (request) => {
    if (/\.data(\?|$)/.test(request.url())) data.push(request.url());
  });
  await signIn(page, "owner@savanna.test", "/sms/send");
  asked.length = 0;
  data.length = 0;
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "History" }).hover();
  await expect.poll(() => asked).toContain("history");
  expect(data).toEqual([]);
});

test("pointing at a row fetches the program of its page, however late the network says which one that is", async ({
  page,
}) => {
  const asked = programs(page);
  await page.route("**/__manifest*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await route.continue();
  });
  await signIn(page, "owner@savanna.test", "/ticketing/tickets");
  asked.length = 0;
  await page.locator("tbody a.name").first().hover();
  await expect.poll(() => asked.join(" ")).toContain("show._index");
});
