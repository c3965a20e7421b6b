import { expect, type Locator, test } from "@playwright/test";
import { auditFindings } from "./audit";
import { signIn } from "./people";

test("contacts get tags without script, are found by them, and a tag is joined with another and deleted", async ({
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await signIn(page, "owner@savanna.test", "/crm/contacts");
  const tags = page.getByRole("region", { name: "Tags" });
  const add = async (typed: string) => {
    await tags.getByLabel("Tag", { exact: true }).fill(typed);
    await tags.getByRole("button", { name: "Add the tag" }).click();
  };
  for (const name of ["Tagged Achieng", "Tagged Barasa"]) {
    await page.goto("/crm/contacts/new");
    await page.locator("form#contact").getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Add the contact" }).click();
    await page
      .getByRole("navigation", { name: "Panels of the contact" })
      .getByRole("link", { name: "Profile" })
      .click();
    if (name === "Tagged Barasa") continue;
    await add("x".repeat(41));
    await expect(page.getByText(/A tag has at most 40 characters/).first()).toBeVisible();
    await expect(tags.getByLabel("Tag", { exact: true })).toHaveValue("x".repeat(41));
    await add("Journey  VIP, Journey Fair");
    await expect(tags.getByRole("link", { name: "Journey VIP" })).toBeVisible();
    await expect(tags.getByRole("link", { name: "Journey Fair" })).toBeVisible();
    await tags.getByRole("button", { name: "Remove the tag Journey Fair" }).click();
    await expect(tags.getByRole("link", { name: "Journey Fair" })).toHaveCount(0);
  }
  // The second one gets a tag in the list, and loses it by the undo.
  await page.goto("/crm/contacts?q=Tagged+Barasa");
  await page.getByRole("checkbox", { name: /Tagged Barasa/ }).check();
  await page.getByText("Add a tag", { exact: true }).first().click();
  await page.locator('select[name="tag"]:visible').first().selectOption({ label: "Journey VIP" });
  await page.locator('button[name="action"][value="tag"]:visible').first().click();
  await expect(page.getByRole("heading", { name: "Add Journey VIP to 1 contact?" })).toBeVisible();
  await page.getByRole("button", { name: "Add the tag" }).click();
  await expect(page.getByText("1 contact got the tag.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("1 contact lost the tag.")).toBeVisible();
  await page.getByRole("link", { name: "Tagged Barasa", exact: true }).click();
  await expect(page.getByRole("region", { name: "History" }).getByText("Journey VIP").first()).toBeVisible();
  await plain.close();

  const scripted = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const tab = await scripted.newPage();
  await signIn(tab, "owner@savanna.test", "/crm/contacts?q=Tagged+Achieng");
  await tab.getByRole("link", { name: "Tagged Achieng", exact: true }).click();
  // In the column of the values, at its right edge as they are.
  const tag = tab.getByRole("region", { name: "Profile" }).getByRole("link", { name: "Journey VIP" });
  const right = async (place: Locator) => {
    const box = await place.boundingBox();
    return box ? Math.round(box.x + box.width) : undefined;
  };
  expect(await right(tag)).toBe(await right(tag.locator("xpath=ancestor::dd")));
  await tag.click();
  await expect(tab).toHaveURL(/tag=\d+/);
  await expect(tab.getByRole("link", { name: "Tagged Achieng", exact: true })).toBeVisible();
  await expect(tab.getByRole("link", { name: "Tagged Barasa", exact: true })).toHaveCount(0);
  await tab.getByRole("link", { name: "Remove Tag: Journey VIP" }).click();
  await expect(tab).not.toHaveURL(/tag=\d+/);

  await tab.goto("/crm/settings/tags");
  await tab.getByRole("link", { name: "Rename Journey Fair" }).click();
  await tab.getByLabel("Name", { exact: true }).fill("journey vip");
  await tab.getByRole("button", { name: "Save the name" }).click();
  await expect(tab.getByText(/Journey VIP is on 1 contact/)).toBeVisible();
  await expect(tab.getByLabel("Name", { exact: true })).toHaveValue("journey vip");
  expect(await auditFindings(tab)).toEqual([]);
  await tab.getByRole("button", { name: "Join with Journey VIP" }).click();
  await expect(tab.getByText("All their records have the tag Journey VIP now.")).toBeVisible();
  await tab.getByRole("link", { name: "Delete Journey VIP" }).click();
  await expect(tab.getByRole("heading", { name: "Delete Journey VIP?" })).toBeVisible();
  await expect(tab.getByText("1 contact", { exact: true })).toBeVisible();
  await tab.getByRole("button", { name: "Delete the tag" }).click();
  await expect(tab.getByText("Journey VIP was deleted.")).toBeVisible();
  await scripted.close();
});
