import { type Browser, expect, type Page, test } from "@playwright/test";
import { auditFindings, holdProgram, running, settled } from "./audit";
import { signIn } from "./people";

/** Opens a ticket by the drawer and answers its number. */
async function open(page: Page, subject: string): Promise<string> {
  await page.goto("/ticketing/new");
  await page.getByLabel("Subject", { exact: true }).fill(subject);
  await page.getByRole("textbox", { name: "Name (optional)" }).fill("Njoki Karanja");
  await page.getByRole("button", { name: "Open the ticket" }).click();
  await page.waitForURL(/\/ticketing\/show\/\d+$/);
  return /(\d+)$/.exec(page.url())?.[1] ?? "";
}

async function newPage(browser: Browser, javaScriptEnabled: boolean): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  await signIn(page, "owner@savanna.test");
  return page;
}

for (const javaScriptEnabled of [true, false])
  test(`a ticket from the drawer to its end, ${javaScriptEnabled ? "with" : "without"} script`, async ({ browser }) => {
    const page = await newPage(browser, javaScriptEnabled);
    const number = await open(page, `Cracked door ${Date.now()}`);

    await page.getByLabel("Write a comment").fill("Pole sana. We exchange it.");
    await page.getByLabel("Internal: only colleagues").check();
    await page.getByRole("button", { name: "Add the comment" }).click();
    await expect(page.getByText("Pole sana. We exchange it.")).toBeVisible();

    await page.goto(`/ticketing/boards?q=${number}`);
    const card = page.locator(`[data-card="${number}"]`);
    await card.getByText("Move to").click();
    await card.getByRole("button", { name: "In progress" }).click();
    await expect(page.getByRole("listitem").filter({ has: card }).getByRole("heading")).toContainText("In progress");

    await page.goto(`/ticketing/show/${number}`);
    await page.getByRole("button", { name: "Resolve" }).click();
    await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();

    // R124: deleting from its own page leads to /ticketing, and so to its first page; its address has the way back.
    await page.goto(`/ticketing/show/${number}/header`);
    await page.getByRole("button", { name: `Delete #${number}` }).click();
    await page.waitForURL((url) => /^\/ticketing\/(dashboard|tickets)$/.test(url.pathname));
    await page.goto(`/ticketing/show/${number}`);
    await page.getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("You can restore it")).toBeHidden();
    await page.context().close();
  });

for (const javaScriptEnabled of [true, false])
  test(`ticked tickets are changed, deleted and brought back, ${javaScriptEnabled ? "with" : "without"} script`, async ({
    browser,
  }) => {
    const page = await newPage(browser, javaScriptEnabled);
    const word = `Stack${Date.now()}`;
    for (const subject of [`${word} one`, `${word} two`]) await open(page, subject);
    const list = `/ticketing/tickets?q=${word}`;
    await page.goto(list);
    // What is ticked before the script runs is not counted by it.
    await running(page);
    const tickBoth = async () => {
      const ticks = page.getByRole("checkbox", { name: /^Select #/ });
      await expect(ticks).toHaveCount(2);
      for (const tick of await ticks.all()) await tick.check();
    };
    const selection = page.getByRole("form", { name: "Selected rows" });
    const openFields = () => selection.locator("summary", { hasText: "Change" }).click();
    await tickBoth();
    await openFields();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Choose what to change in the list.")).toBeVisible();
    await page.goBack();
    await running(page);
    await tickBoth();
    await openFields();
    await page.locator("#bulk-priority_id").selectOption("Urgent");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: "Change 2 tickets?" })).toBeVisible();
    await page.getByRole("button", { name: "Change 2 tickets" }).click();
    await page.waitForURL((url) => url.pathname === "/ticketing/tickets");
    await expect(page.getByRole("cell", { name: "Urgent", exact: true })).toHaveCount(2);

    await tickBoth();
    await selection.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Delete 2 tickets?" })).toBeVisible();
    await page.getByRole("button", { name: "Delete the tickets" }).click();
    await expect(page.getByText("2 tickets deleted.").first()).toBeVisible();
    await expect(page.getByText("Nothing matches these filters")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("checkbox", { name: /^Select #/ })).toHaveCount(2);
    await page.context().close();
  });

test("two people change the same field: the second hears who and keeps the choice", async ({ browser }) => {
  const first = await newPage(browser, true);
  const number = await open(first, `Charged twice ${Date.now()}`);
  await first.goto(`/ticketing/show/${number}/update`);
  const second = await newPage(browser, false);
  await second.goto(`/ticketing/show/${number}/update`);

  await first.getByRole("combobox", { name: "Priority" }).selectOption("Urgent");
  await first.getByRole("button", { name: "Save" }).click();
  await expect(first.getByText("Someone saved before you")).toBeHidden();

  await second.getByRole("combobox", { name: "Priority" }).selectOption("Low");
  await second.getByRole("button", { name: "Save" }).click();
  await expect(second.getByText("Someone saved before you")).toBeVisible();
  await expect(second.getByRole("combobox", { name: "Priority" })).toHaveValue("2");
  await second.getByRole("button", { name: "Save mine anyway" }).click();
  await second.waitForURL(new RegExp(`/ticketing/show/${number}$`));
  await expect(second.getByRole("combobox", { name: "Priority" })).toHaveValue("2");
  await first.context().close();
  await second.context().close();
});

test("what is chosen beside a ticket is saved as it is chosen, by keyboard when the field is left, and can be undone", async ({
  browser,
}) => {
  const page = await newPage(browser, true);
  const number = await open(page, `Late delivery ${Date.now()}`);
  await page.goto(`/ticketing/show/${number}`);
  await settled(page);
  const saved = async (field: string) => {
    const other = await (await page.context().newPage()).goto(`/ticketing/show/${number}/update`);
    const [, options = ""] =
      new RegExp(`<select[^>]*name="${field}"[^>]*>(.*?)</select>`, "s").exec((await other?.text()) ?? "") ?? [];
    return /<option[^>]*selected=""[^>]*>([^<]*)/.exec(options)?.[1];
  };
  const priority = page.getByRole("combobox", { name: "Priority" });
  await priority.selectOption("Urgent");
  await expect(page.getByText("You changed the priority.")).toBeVisible();
  await expect(priority).toBeFocused();
  expect(await saved("priority_id")).toBe("Urgent");
  await page.getByRole("button", { name: "Undo the change of priority" }).click();
  await expect(priority).not.toHaveValue("4");
  await expect.poll(() => saved("priority_id")).not.toBe("Urgent");

  const type = page.getByRole("combobox", { name: "Type" });
  await type.focus();
  await page.keyboard.press("ArrowDown");
  const chosen = await type.locator("option:checked").textContent();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Undo the change of type" })).toBeVisible();
  expect(await saved("type_id")).toBe(chosen);
  await page.context().close();
});

test("what is chosen in a ticket before the page has its program is saved by a button", async ({ browser }) => {
  const page = await newPage(browser, true);
  const number = await open(page, `Wrong colour ${Date.now()}`);
  const letThrough = await holdProgram(page);
  await page.goto(`/ticketing/show/${number}`, { waitUntil: "commit" });
  const priority = page.getByRole("combobox", { name: "Priority" });
  await priority.selectOption("Urgent");
  await letThrough();
  await settled(page);
  const save = page.getByRole("region", { name: "Update" }).getByRole("button", { name: "Save" });
  await save.click();
  // From then on each choice is saved as it is made.
  await expect(save).toBeHidden();
  await page.goto(`/ticketing/show/${number}`);
  await expect(priority.locator("option:checked")).toHaveText("Urgent");
  await page.context().close();
});

test("the parts and the price of an SMS reply are told while it is written", async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, "owner@savanna.test", "/ticketing/show/898/comments");
  const words = page.getByLabel("Write a comment");
  const count = page.locator("#comment-count");
  await words.fill("It is ready.");
  await page.getByLabel("Nothing is sent").check();
  await expect(count).toBeHidden();
  await page.getByLabel(/^SMS to/).check();
  await expect(count).toHaveText("12 of 160, 1 part, GSM-7, KES 0.80");
  await words.fill("a".repeat(161));
  await expect(count).toHaveText("161 of 306, 2 parts, GSM-7, KES 1.60");
  await page.getByLabel("Internal: only colleagues").check();
  await expect(count).toBeHidden();
  await words.fill("");
  await page.close();

  const bare = await browser.newPage({ javaScriptEnabled: false });
  await signIn(bare, "owner@savanna.test", "/ticketing/show/898/comments");
  await expect(bare.getByText("KES 0.80 per part")).toBeVisible();
  await bare.close();
});

test("a card is dragged to another stage and stays there", async ({ browser }) => {
  const page = await newPage(browser, true);
  const number = await open(page, `Dragged ${Date.now()}`);
  await page.goto(`/ticketing/boards?q=${number}`);
  await settled(page);
  const target = page.locator("[data-column]").nth(1);
  // Dragging comes with a part of the program that is loaded after the page.
  await expect(page.locator(`[data-card="${number}"]`)).toHaveAttribute("draggable", "true");
  await page.locator(`[data-card="${number}"]`).dragTo(target);
  await expect(target.locator(`[data-card="${number}"]`)).toBeVisible();
  await page.reload();
  await expect(target.locator(`[data-card="${number}"]`)).toBeVisible();
  await page.context().close();
});

test("a card dropped on the lower half of the next one comes after it", async ({ browser }) => {
  const page = await newPage(browser, true);
  const subject = `Ranked ${Date.now()}`;
  const [upper, lower] = [await open(page, subject), await open(page, subject)];
  await page.goto(`/ticketing/boards?q=${subject.replace("Ranked ", "")}`);
  await settled(page);
  const card = (number: string) => page.locator(`[data-card="${number}"]`);
  await expect(card(upper)).toHaveAttribute("draggable", "true");
  const order = () =>
    page.locator("[data-card]").evaluateAll((cards) => cards.map((one) => one.getAttribute("data-card")));
  expect(await order()).toEqual([upper, lower]);
  const box = await card(lower).boundingBox();
  await card(upper).dragTo(card(lower), { targetPosition: { x: 20, y: (box?.height ?? 0) - 4 } });
  await expect.poll(order).toEqual([lower, upper]);
  await page.context().close();
});

test("axe finds nothing on a ticket and its panels", async ({ browser }) => {
  const page = await newPage(browser, true);
  const number = await open(page, `Looked at ${Date.now()}`);
  for (const panel of ["", "/comments", "/details", "/update", "/customer", "/member", "/similar", "/header"]) {
    await page.goto(`/ticketing/show/${number}${panel}`);
    expect(await auditFindings(page, "and habits"), panel).toEqual([]);
  }
  await page.context().close();
});
