import { expect, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signIn } from "./people";

const sheet = `Full name;Phone;Membership;Region
Imported One;0712 990 001;M-2;Coast
Taken Number;0712 990 002;m-1;Coast
Wrong Region;0712 990 003;M-4;Mars
`;

test("a custom field is made without script, filled, filtered by, imported and archived", async ({ browser }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await signIn(page, "owner@savanna.test", "/crm/settings/fields?kind=contact");
  await page.getByRole("link", { name: "New field" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Region");
  await page.getByLabel("Type").selectOption("choice");
  await page.getByRole("button", { name: "Add the field" }).click();
  // What was typed stays where something is missing.
  await expect(page.getByText("Enter the choices.").first()).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Region");
  await page.getByLabel(/^Choices/).fill("Coast\nRift\n");
  await page.getByRole("button", { name: "Add the field" }).click();
  await expect(page.getByText("One choice: Coast, Rift")).toBeVisible();
  await page.getByRole("link", { name: "New field" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Membership");
  await page.getByRole("checkbox", { name: /^Unique/ }).check();
  await page.getByRole("button", { name: "Add the field" }).click();
  await expect(page.getByText("Membership", { exact: true })).toBeVisible();

  for (const [name, region] of [
    ["Fields First", "Coast"],
    ["Fields Second", "Rift"],
  ]) {
    await page.goto("/crm/contacts/new");
    const form = page.locator("form#contact");
    await form.getByLabel("Name", { exact: true }).fill(name ?? "");
    await form.getByLabel(/^Region/).selectOption(region ?? "");
    await form.getByLabel(/^Membership/).fill("M-1");
    await page.getByRole("button", { name: "Add the contact" }).click();
    if (name === "Fields First") continue;
    await expect(page.getByText(/Membership must be unique: Fields First \(contact \d+\)/).first()).toBeVisible();
    await expect(form.getByLabel(/^Region/)).toHaveValue("Rift");
    await form.getByLabel(/^Membership/).fill("M-3");
    await page.getByRole("button", { name: "Add the contact" }).click();
  }
  await expect(page.getByRole("heading", { name: "Fields Second", level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Profile" }).getByText("M-3")).toBeVisible();
  await plain.close();

  const scripted = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const tab = await scripted.newPage();
  await signIn(tab, "owner@savanna.test", "/crm/contacts");
  await tab.getByText("Filter", { exact: true }).click();
  const panel = tab.locator(".filter-panel").first();
  await panel.getByText("More filters").click();
  await panel.getByLabel("Region", { exact: true }).selectOption({ label: "Rift" });
  await panel.getByRole("button", { name: "Show" }).click();
  await expect(tab.getByRole("link", { name: "Fields Second" })).toBeVisible();
  await expect(tab.getByRole("link", { name: "Fields First" })).toHaveCount(0);
  await expect(tab).toHaveURL(/f\d+=2/);

  await tab.goto("/crm/import/new?kind=contact");
  await tab
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "members.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) });
  await tab.getByRole("button", { name: "Upload the file" }).click();
  await expect(tab.getByLabel("Membership", { exact: true })).toHaveValue(/^custom\.\d+$/);
  await expect(tab.getByLabel("Region", { exact: true })).toHaveValue(/^custom\.\d+$/);
  await tab.getByRole("button", { name: "Import the contacts" }).click();
  await tab.getByRole("link", { name: "Refused or there already: 2 rows" }).click({ timeout: 90_000 });
  await expect(tab.getByText(/Membership must be unique: Fields First/).first()).toBeVisible();
  await expect(tab.getByText(/Region: “Mars”/).first()).toBeVisible();

  await tab.goto("/crm/settings/fields?kind=contact");
  await tab.getByRole("link", { name: "Change Region" }).click();
  await expect(tab.getByText(/can be archived and not deleted/)).toBeVisible();
  await auditPage(tab, new URL(tab.url()).pathname);
  await tab.getByRole("button", { name: "Archive the field" }).click();
  await expect(tab.getByRole("heading", { name: "Archived", exact: true })).toBeVisible();
  await scripted.close();
});
