import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./people";

const owner = "owner@savanna.test";

/** Makes a group with these numbers in it, and answers the address of its contacts. */
async function group(page: Page, name: string, phones: readonly string[] = []): Promise<string> {
  await page.goto("/contacts/contact-group/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create group" }).click();
  await page.waitForURL(/\/contact-group\/details\?id=\d+/);
  const list = new URL(page.url());
  for (const phone of phones) {
    await page.goto(`/contacts/contact-group/details/contact${list.search}`);
    await page.getByLabel("Phone number").fill(phone);
    await page
      .getByRole("button", { name: /^(Save|Add)/ })
      .last()
      .click();
    await page.waitForURL((url) => url.pathname === list.pathname);
  }
  await page.goto(`${list.pathname}${list.search}`);
  return `${list.pathname}${list.search}`;
}

async function tickAll(page: Page): Promise<void> {
  const ticks = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  await expect(ticks.first()).toBeVisible();
  for (const tick of await ticks.all()) await tick.check();
}

/** Presses the button over the ticked rows, then the one of the page that asks once more. */
async function change(page: Page, button: string, question: string, confirm: string): Promise<void> {
  await page.getByRole("form", { name: "Selected rows" }).getByRole("button", { name: button, exact: true }).click();
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
  await page.getByRole("button", { name: confirm, exact: true }).click();
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with script" : "without script";
  const digit = javaScriptEnabled ? 3 : 4;
  test.describe(how, () => {
    test.use({ javaScriptEnabled });

    test("contacts of a group are blacklisted, then removed from it; then groups are deleted", async ({ page }) => {
      await signIn(page, owner, "/contacts/contact-group");
      await group(page, `Second of two ${how}`);
      await group(page, `First of two ${how}`, [`071930${digit}001`, `071930${digit}002`]);
      await expect(page.getByRole("row")).toHaveCount(3);

      await tickAll(page);
      await change(page, "Add to the blacklist", "Add 2 contacts to the blacklist?", "Add to the blacklist");
      await expect(page.getByText("2 contacts added to the blacklist.")).toBeVisible();
      await expect(page.getByRole("cell", { name: "Blacklisted" })).toHaveCount(2);

      await tickAll(page);
      await change(page, "Remove from the group", "Remove 2 contacts from this group?", "Remove from the group");
      await expect(page.getByText("2 contacts removed from the group.")).toBeVisible();
      await expect(page.getByText("No contacts in this group yet")).toBeVisible();

      await page.goto(`/contacts/contact-group?q=${encodeURIComponent(`of two ${how}`)}`);
      await tickAll(page);
      await change(page, "Delete", "Delete 2 contact groups?", "Delete the groups");
      await expect(page.getByText("2 contact groups deleted.")).toBeVisible();
      await expect(page.getByText("Nothing matches these filters")).toBeVisible();
    });

    test("a system role stays, with the reason; templates are deleted", async ({ page }) => {
      await signIn(page, owner, "/settings/groups?kind=system");
      await page.getByRole("checkbox", { name: "Select Owner" }).check();
      await change(page, "Delete", "Delete 1 role?", "Delete the roles");
      await expect(page.getByText(/Nothing was changed\. Not done: Owner: /).first()).toBeVisible();
      await page.goto("/settings/groups");
      await expect(page.getByRole("link", { name: "Owner" })).toBeVisible();

      for (const name of ["one", "two"]) {
        await page.goto("/settings/templates/new");
        await page.getByRole("textbox", { name: "Name" }).fill(`Gone soon ${how} ${name}`);
        await page.locator("textarea").first().fill("Hello");
        await page.getByRole("button", { name: "Create template" }).click();
        await page.waitForURL((url) => url.pathname === "/settings/templates");
      }
      await page.goto(`/settings/templates?q=${encodeURIComponent(`Gone soon ${how}`)}`);
      await tickAll(page);
      await change(page, "Delete", "Delete 2 templates?", "Delete the templates");
      await expect(page.getByText("Nothing matches these filters")).toBeVisible();
    });

    test("one number leaves the blacklist at an address of its own, which the old one leads to", async ({ page }) => {
      const number = `71930${digit}009`;
      await signIn(page, owner, "/contacts/blacklist/new");
      await page.getByLabel("Phone numbers").fill(`0${number}`);
      await page.getByRole("button", { name: /^Add/ }).last().click();
      await page.waitForURL((url) => url.pathname === "/contacts/blacklist");
      await page.goto(`/contacts/blacklist?q=${number}`);
      const id = await page.getByRole("checkbox", { name: /^Select \+254/ }).getAttribute("value");
      await page.goto(`/contacts/blacklist?q=${number}&remove=${id}`);
      await expect(page).toHaveURL(`/contacts/blacklist/remove/${id}?q=${number}`);
      await page.getByRole("button", { name: "Take it off the blacklist" }).click();
      await expect(page.getByText("The number was taken off the blacklist")).toBeVisible();
      // What is gone is not asked about again: the list says so.
      await page.goto(`/contacts/blacklist/remove/${id}?q=${number}`);
      await expect(page).toHaveURL(`/contacts/blacklist?q=${number}`);
    });
  });
}
