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

test("a custom field of leads scores, keeps a lead in its stage, and is asked by a public form, all without script", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await signIn(page, "owner@savanna.test", "/crm/settings/fields/new?kind=lead");
  for (const [name, type, choices] of [
    ["Budget", "money", ""],
    ["Interests", "choices", "Ovens\nMixers\n"],
  ] as const) {
    await page.goto("/crm/settings/fields/new?kind=lead");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Type").selectOption(type);
    if (choices !== "") await page.getByLabel(/^Choices/).fill(choices);
    await page.getByRole("button", { name: "Add the field" }).click();
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  }

  await page.goto("/crm/settings/scoreconfig/new");
  await page.getByLabel("What to look at").selectOption({ label: "Budget (leads)" });
  await page.getByLabel("Comparison").selectOption("is at least");
  await page.getByLabel(/^Compared with/).fill("lots");
  await page.getByLabel("Points").fill("40");
  await page.getByRole("button", { name: "Count what would change" }).click();
  await expect(page.getByText("Enter an amount such as 12,500.").first()).toBeVisible();
  await expect(page.getByLabel(/^Compared with/)).toHaveValue("lots");
  await page.getByLabel(/^Compared with/).fill("50,000");
  await page.getByRole("button", { name: "Count what would change" }).click();
  await expect(page.getByText(/^0 of .* would get another score/)).toBeVisible();
  await page.getByRole("button", { name: "Add the rule" }).click();
  await expect(page.getByText("Budget is KES 50,000.00 or more", { exact: true })).toBeVisible();

  await page.goto("/crm/settings/leadstages");
  await page.getByRole("link", { name: "Change New", exact: true }).click();
  await page.getByRole("checkbox", { name: "Budget" }).check();
  await page.getByRole("button", { name: "Save the stage" }).click();
  await expect(page.getByText(/needs Budget/)).toBeVisible();

  await page.goto("/crm/generate/new");
  await page.getByLabel("Name", { exact: true }).fill("With fields");
  for (const name of ["Budget", "Interests"]) await page.getByRole("checkbox", { name: `Ask: ${name}` }).check();
  await page.getByRole("checkbox", { name: "Required: Budget" }).check();
  await page.getByLabel("Label of Budget").fill("What may it cost?");
  await page.getByRole("button", { name: "Add the form" }).click();
  const address = (await page.getByRole("link", { name: /\/lead-form\// }).getAttribute("href")) ?? "";

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled: false });
  const visitor = await phone.newPage();
  await visitor.goto(address);
  await visitor.getByLabel("Your name").fill("Fields Visitor");
  await visitor.getByLabel("Phone number").fill("0712 991 001");
  await visitor.getByLabel("What may it cost? (KES)").fill("plenty");
  await visitor.getByRole("checkbox", { name: "Mixers" }).check();
  await visitor.getByRole("checkbox", { name: /I agree/ }).check();
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByRole("alert")).toContainText("What may it cost?: Enter an amount such as 12,500.");
  await expect(visitor.getByLabel("What may it cost? (KES)")).toHaveValue("plenty");
  await expect(visitor.getByRole("checkbox", { name: "Mixers" })).toBeChecked();
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await visitor.getByLabel("What may it cost? (KES)").fill("60,000");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await phone.close();

  await page.goto("/crm/leads?q=Fields+Visitor");
  await page.getByRole("link", { name: "Fields Visitor", exact: true }).click();
  await expect(page.getByRole("region", { name: "Profile" }).getByText("KES 60,000.00")).toBeVisible();
  await expect(page.getByRole("region", { name: "Profile" }).getByText("Mixers")).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname.replace(/\/profile$/, "")}/score`);
  await expect(page.getByText("Budget is KES 50,000.00 or more", { exact: true })).toBeVisible();

  await page.goto("/crm/leads/new");
  await page.getByLabel("Name", { exact: true }).fill("Fields Waiting");
  await page.getByRole("button", { name: "Add the lead" }).click();
  await expect(page.getByRole("heading", { name: "Fields Waiting", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Stages", exact: true }).click();
  await page.getByRole("combobox", { name: "Stage" }).selectOption({ label: "Contacted" });
  await page.getByRole("button", { name: "Move the lead" }).click();
  await expect(page.getByText("Fill in Budget before it leaves New.").first()).toBeVisible();
  await page.getByRole("link", { name: "Details", exact: true }).click();
  await page.getByLabel(/^Budget \(KES\)/).fill("5,000");
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await page.getByRole("link", { name: "Stages", exact: true }).click();
  await page.getByRole("combobox", { name: "Stage" }).selectOption({ label: "Contacted" });
  await page.getByRole("button", { name: "Move the lead" }).click();
  await expect(page.getByText("The lead is in Contacted now.")).toBeVisible();

  // An archived field is asked for nowhere.
  await page.goto("/crm/settings/fields?kind=lead");
  await page.getByRole("link", { name: "Change Budget" }).click();
  await page.getByRole("button", { name: "Archive the field" }).click();
  await page.goto("/crm/settings/leadstages");
  await expect(page.getByText(/needs Budget/)).toHaveCount(0);
  await page.goto("/crm/settings/scoreconfig");
  await expect(
    page.getByText("Budget is KES 50,000.00 or more (the field is archived: no points)", { exact: true }),
  ).toBeVisible();
  await page.getByRole("button", { name: /^Delete Budget is/ }).click();
  await page.goto(address);
  await expect(page.getByLabel("Your name")).toBeVisible();
  await expect(page.getByLabel("What may it cost? (KES)")).toHaveCount(0);
  await plain.close();
});
