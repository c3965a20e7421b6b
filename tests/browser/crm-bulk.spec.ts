import { expect, test } from "@playwright/test";
import { signIn } from "./people";

test("leads are given to a sales manager in the list without script, and the undo says which were changed since", async ({
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await signIn(page, "owner@savanna.test", "/crm/leads/new");
  for (const name of ["Given Achieng", "Given Barasa"]) {
    await page.goto("/crm/leads/new");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Add the lead" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  }
  const other = page.url();
  const list = "/crm/leads?q=Given";
  await page.goto(list);
  for (const name of ["Given Achieng", "Given Barasa"])
    await page.getByRole("checkbox", { name: new RegExp(name) }).check();
  await page.locator("summary:visible", { hasText: "Sales manager" }).first().click();
  await page.locator('form select[name="sales_manager"]:visible').last().selectOption({ label: "No one" });
  await page.locator('button[name="action"][value="give"]:visible').first().click();
  await expect(page.getByRole("heading", { name: "Give 2 leads to No one?" })).toBeVisible();
  await page.getByRole("button", { name: "Give to No one" }).click();
  await expect(page.getByText("2 leads given.")).toBeVisible();
  const given = page.url();
  // Someone gives one of them on.
  await page.goto(`${other}/topbar`);
  // Not to a person who can't open it.
  await page.locator("select#sales_manager_id").selectOption({ label: "Brian Wekesa" });
  await page.getByRole("button", { name: "Save the sales manager" }).click();
  await expect(page.getByText("Brian Wekesa can't open leads.").first()).toBeVisible();
  await page.locator("select#sales_manager_id").selectOption({ label: "Mercy Nduku" });
  await page.getByRole("button", { name: "Save the sales manager" }).click();
  await page.goto(given);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(
    page.getByText("1 lead got the sales manager back. 1 lead stays as it is: it was changed since."),
  ).toBeVisible();
  await plain.close();
});

test("tasks are found and done together in the list without script, and open as before after the undo", async ({
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await signIn(page, "owner@savanna.test", "/crm/contactactions/tasks/new");
  for (const title of ["Bulk Zebra", "Bulk Yak"]) {
    await page.goto("/crm/contactactions/tasks/new");
    await page.getByLabel("What is to be done").fill(title);
    await page.locator("#task-day").fill("2027-01-05");
    await page.getByRole("button", { name: "Add the task" }).click();
    await expect(page.getByRole("link", { name: title })).toBeVisible();
  }
  await page.goto("/crm/contactactions/tasks?q=bulk&sort=title");
  const links = page.getByRole("link", { name: /^Bulk / });
  await expect(links).toHaveText(["Bulk Yak", "Bulk Zebra"]);
  for (const title of ["Bulk Zebra", "Bulk Yak"]) await page.getByRole("checkbox", { name: title }).check();
  await page.locator('button[name="action"][value="done"]').click();
  await page.getByRole("button", { name: "Mark as done" }).click();
  await expect(page.getByText("2 tasks done.")).toBeVisible();
  await expect(links).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("2 tasks open as before.")).toBeVisible();
  await expect(links).toHaveText(["Bulk Yak", "Bulk Zebra"]);
  await plain.close();
});
