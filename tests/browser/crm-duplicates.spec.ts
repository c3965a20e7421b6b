import { expect, type Page, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signIn } from "./people";

async function addContact(page: Page, fields: { name: string; phone: string; email?: string }): Promise<void> {
  await page.goto("/crm/contacts/new");
  await page.getByLabel("Name", { exact: true }).fill(fields.name);
  await page.getByRole("textbox", { name: /^Phone/ }).fill(fields.phone);
  if (fields.email) await page.getByRole("textbox", { name: /^Email/ }).fill(fields.email);
  await page.getByRole("button", { name: "Add the contact" }).click();
  await expect(page.getByRole("heading", { name: fields.name, level: 1 })).toBeVisible();
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "duplicates" : "duplicates without script", () => {
    test.use({ javaScriptEnabled });

    test("are compared field by field, merged after a confirmation, undone, and kept apart", async ({ page }) => {
      const surname = javaScriptEnabled ? "Kiprono" : "Jerotich";
      const email = `faith.${surname.toLowerCase()}@rift.test`;
      const phone = javaScriptEnabled ? "0712 660 001" : "0712 660 002";
      await signIn(page, "owner@savanna.test", "/crm/contacts");
      await addContact(page, { name: `Faith ${surname}`, phone });
      const kept = new URL(page.url()).pathname;
      await addContact(page, { name: `F. ${surname}`, phone, email });
      const other = new URL(page.url()).pathname;
      await page.getByLabel("Note", { exact: true }).fill("Prefers to be called in the evening.");
      await page.getByRole("button", { name: "Add the note" }).click();
      await expect(page.getByRole("paragraph").filter({ hasText: "Prefers to be called" })).toBeVisible();

      // From the list and from the record to the pair.
      await page.goto("/crm/contacts");
      await page.getByRole("link", { name: /^Possible duplicates \(\d+\)$/ }).click();
      await expect(page.getByRole("heading", { name: "Possible duplicates", level: 1 })).toBeVisible();
      await page.goto(other);
      await page.getByRole("link", { name: "Possible duplicates (1)" }).click();
      await expect(page.getByText("Same phone number, Similar name").first()).toBeVisible();
      await page.getByRole("link", { name: new RegExp(`^Faith ${surname}`) }).click();
      await expect(page.getByRole("heading", { name: "Are these contacts the same?" })).toBeVisible();
      const pair = new URL(page.url()).pathname;
      if (javaScriptEnabled) await auditPage(page, pair);

      // The older one is kept unless another is chosen, and an empty field is filled from the other.
      await expect(page.getByRole("radio", { name: /^Keep contact/ }).first()).toBeChecked();
      await expect(page.getByRole("radio", { name: email })).toBeChecked();
      await page.getByRole("radio", { name: `F. ${surname}` }).check();
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("heading", { name: "Merge these contacts?" })).toBeVisible();
      await expect(page.getByText(`In place of Faith ${surname}`)).toBeVisible();
      await expect(page.getByText("1 note, history")).toBeVisible();
      if (javaScriptEnabled) {
        const { pathname, search } = new URL(page.url());
        await auditPage(page, `${pathname}${search}`);
      }
      await page.getByRole("link", { name: "Change the choice" }).click();
      await expect(page.getByRole("radio", { name: `F. ${surname}` })).toBeChecked();
      await page.getByRole("radio", { name: `Faith ${surname}` }).check();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Merge the contacts" }).click();

      await expect(page).toHaveURL(new RegExp(`${kept}$`));
      await expect(page.getByRole("heading", { name: `Faith ${surname}`, level: 1 })).toBeVisible();
      await expect(page.getByText(email).first()).toBeVisible();
      await expect(page.getByRole("paragraph").filter({ hasText: "Prefers to be called" })).toBeVisible();
      await page.goto(`${other}/details`);
      await expect(page).toHaveURL(new RegExp(`${kept}/details$`));

      await page.getByRole("link", { name: `Undo the merge with F. ${surname}` }).click();
      if (javaScriptEnabled) await auditPage(page, pair);
      await page.getByRole("button", { name: "Undo the merge" }).click();
      await expect(page.getByRole("heading", { name: "Are these contacts the same?" })).toBeVisible();
      await page.goto(other);
      await expect(page.getByRole("heading", { name: `F. ${surname}`, level: 1 })).toBeVisible();
      await expect(page.getByRole("paragraph").filter({ hasText: "Prefers to be called" })).toBeVisible();

      await page.goto(pair);
      await page.getByRole("button", { name: "Not the same" }).click();
      await expect(page.getByRole("heading", { name: "Possible duplicates", level: 1 })).toBeVisible();
      await expect(page.getByRole("link", { name: new RegExp(`^Faith ${surname}`) })).toHaveCount(0);
      await page.goto(other);
      await expect(page.getByRole("link", { name: /^Possible duplicates/ })).toHaveCount(0);
      await page.goto(pair);
      await expect(page.getByText(/said that these contacts are not the same/)).toBeVisible();
    });
  });
