import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { holdProgram, running, settled } from "./audit";
import { signIn } from "./people";

const owner = "owner@savanna.test";

/** The heads of the table in their order, without the column of the rows' menus. */
async function heads(page: Page): Promise<string[]> {
  const all = await page.getByRole("columnheader").allInnerTexts();
  return all.map((text) => text.trim()).filter((text) => text !== "" && text !== "Actions");
}

async function blacklist(page: Page, numbers: readonly string[]): Promise<void> {
  await page.goto("/contacts/blacklist/new");
  await page.getByLabel("Phone numbers").fill(numbers.join("\n"));
  await page.getByRole("button", { name: /^Add/ }).last().click();
  await page.waitForURL((url) => url.pathname === "/contacts/blacklist");
  await page.goto(`/contacts/blacklist?q=${numbers[0]?.slice(1, 8)}`);
  await expect(page.getByRole("row")).toHaveCount(numbers.length + 1);
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with script" : "without script";
  test.describe(how, () => {
    test.use({ javaScriptEnabled });

    test("filters are saved as a view, shared with a colleague, and deleted", async ({ page, browser }) => {
      const name = `Scheduled ones ${how}`;
      await signIn(page, owner, "/sms/history?is_now=0&page=1");
      await page.locator("summary", { hasText: "Views" }).click();
      await page.getByLabel("Save these filters as").fill(name);
      await page.getByLabel("Share with everyone").check();
      await page.getByRole("button", { name: "Save the view" }).click();
      const tab = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });
      await expect(tab).toHaveAttribute("aria-current", "page");

      const colleague = await browser.newPage({ javaScriptEnabled });
      await signIn(colleague, "admin@savanna.test", "/sms/history");
      await colleague.getByRole("navigation", { name: "Views" }).getByRole("link", { name }).click();
      await expect(colleague).toHaveURL(/is_now=0$/);
      await expect(colleague.getByRole("list", { name: "Filters" })).toContainText("Scheduled");
      await colleague.close();

      await page.locator("summary", { hasText: "Views" }).click();
      await page.getByRole("button", { name: `Delete the view ${name}` }).click();
      await expect(tab).toHaveCount(0);
    });

    test("columns are chosen, put in order, kept, and given back", async ({ page }) => {
      await signIn(page, owner, "/sms/history");
      const usual = await heads(page);
      expect(usual.slice(0, 3)).toEqual(["Name", "Sender", "Group"]);
      await page.getByRole("link", { name: "Columns" }).click();
      await page.getByLabel("Show Sender").uncheck();
      await page.getByLabel("Show Created by").check();
      await page.getByRole("button", { name: "Show these columns" }).click();
      await expect.poll(() => heads(page)).toContain("Created by");
      expect(await heads(page)).not.toContain("Sender");

      await page.getByRole("link", { name: "Columns" }).click();
      await page.getByRole("button", { name: "Move Created by up" }).click();
      if (javaScriptEnabled) await page.getByRole("button", { name: "Show these columns" }).click();
      await expect.poll(async () => (await heads(page)).slice(-2)).toEqual(["Created by", "Send time"]);

      await page.goto("/sms/history");
      expect((await heads(page)).slice(-2)).toEqual(["Created by", "Send time"]);
      await page.getByRole("link", { name: "Columns" }).click();
      await page.getByRole("button", { name: "Usual columns" }).click();
      await expect.poll(() => heads(page)).toEqual(usual);
    });

    test("several rows are ticked, asked about once more, and changed", async ({ page }) => {
      const start = javaScriptEnabled ? "071930010" : "071930020";
      await signIn(page, owner, "/contacts/blacklist");
      await blacklist(
        page,
        [1, 2, 3].map((last) => `${start}${last}`),
      );
      const ticks = page.getByRole("checkbox", { name: /^Select \+254/ });
      await ticks.first().check();
      await ticks.last().check();
      await page.getByRole("button", { name: "Take off the blacklist" }).click();
      await expect(page.getByRole("heading", { name: "Take 2 numbers off the blacklist?" })).toBeVisible();
      await page.getByRole("button", { name: "Take them off the blacklist" }).click();
      await expect(page.getByText("2 numbers taken off the blacklist.")).toBeVisible();
      await expect(page).toHaveURL(/\?q=/);
      await expect(page.getByRole("row")).toHaveCount(2);
    });
  });
}

test("the same list is a file of three kinds, filtered as the page is", async ({ page }) => {
  await signIn(page, owner, "/settings/users?q=Wanjiru");
  await expect(page.getByRole("row")).toHaveCount(2);
  const read = async (label: string) => {
    const link = page.getByRole("link", { name: label });
    if (!(await link.isVisible())) await page.locator("summary", { hasText: "Export" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const csv = await read("Export CSV");
  expect(csv.name).toBe("people.csv");
  expect(csv.bytes.toString("utf8")).toContain("Wanjiru Maina,Active,owner@savanna.test");
  const json = await read("Export JSON");
  expect(JSON.parse(json.bytes.toString("utf8"))).toMatchObject([{ name: "Wanjiru Maina", state: "Active" }]);
  const xlsx = await read("Export Excel");
  expect(xlsx.name).toBe("people.xlsx");
  expect(xlsx.bytes.subarray(0, 2).toString()).toBe("PK");
});

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [390, 844],
] as const)
  test(`the next row is where it was when one has been selected, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await signIn(page, owner, "/crm/contacts");
    await settled(page);
    const ticks = page.getByRole("checkbox", { name: /^Select (?!all)/ });
    const place = await ticks.nth(1).boundingBox();
    await ticks.first().check();
    await expect(page.getByRole("form", { name: "Selected rows" })).toContainText("1 contact selected");
    expect(await ticks.nth(1).boundingBox()).toEqual(place);
  });

test("a row that is pressed while the program of the page comes is opened", async ({ page }) => {
  await signIn(page, owner, "/dashboard");
  const letThrough = await holdProgram(page);
  await page.goto("/contacts/contact-group", { waitUntil: "commit" });
  const box = await page.locator("a.name").first().boundingBox();
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
  await page.mouse.down();
  await letThrough();
  await running(page);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/contacts\/contact-group\/details\?id=\d+/);
});

test("rows that are selected before the program of the page has come are counted", async ({ page }) => {
  await signIn(page, owner, "/dashboard");
  const letThrough = await holdProgram(page);
  await page.goto("/crm/contacts", { waitUntil: "commit" });
  await page.getByRole("checkbox", { name: "Select Brian Kiplagat" }).check();
  await letThrough();
  await expect(page.getByRole("form", { name: "Selected rows" })).toContainText("1 contact selected");
});

test("rows are walked, ticked and opened by keyboard, and / goes to the search of the list", async ({ page }) => {
  await signIn(page, owner, "/ticketing/tickets");
  await expect(page.getByRole("checkbox", { name: "Select all on this page" })).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("x");
  const tick = page.getByRole("checkbox", { name: /^Select #/ }).first();
  await expect(tick).toBeChecked();
  await page.keyboard.press("x");
  await expect(tick).not.toBeChecked();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Subject, customer, number" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Subject, customer, number" }).blur();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/ticketing\/show\/\d+$/);
});
