import { expect, test } from "@playwright/test";
import { signInByForm } from "./people";

const sheet = `Client name;Company;Mobile no;E-mail;Deal value
Nyambura Gitau;Gitau Millers;0712 880 001;nyambura@gitau.test;KES 45,000/=
;Rift Hauliers;;info@rift.test;
Same number;;+254712880001;;
Bad number;;12;;
`;

test("a messy sheet becomes leads, is undone, and a form on a phone brings a lead into the list", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await signInByForm(page, "owner@savanna.test", "/crm/leads");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "fair.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) });
  await page.getByRole("button", { name: "Upload the file" }).click();
  await expect(page.getByLabel("Mobile no")).toHaveValue("phone");
  await expect(page.getByLabel("Deal value")).toHaveValue("value");
  await page.getByLabel("Leave them as they are").check();
  await page.getByRole("button", { name: "Import the leads" }).click();
  await expect(page.getByRole("link", { name: "Refused or there already: 2 rows" })).toBeVisible({ timeout: 90_000 });
  await page.getByRole("link", { name: "Refused or there already: 2 rows" }).click();
  await expect(page.getByText("The same number as line 2")).toBeVisible();
  await page.goto("/crm/leads?q=Gitau");
  await expect(page.getByRole("link", { name: "Nyambura Gitau" })).toBeVisible();
  await page.goto("/crm/import");
  await page.getByRole("link", { name: "fair.csv" }).first().click();
  await page.getByRole("link", { name: "Undo the import" }).click();
  await page.getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("This import was undone.")).toBeVisible();
  await page.goto("/crm/leads?q=Gitau");
  await expect(page.getByRole("link", { name: "Nyambura Gitau" })).toHaveCount(0);

  await page.goto("/crm/generate/new");
  await page.getByLabel("Name", { exact: true }).fill("Website");
  await page.getByLabel("Your sites that show the form").fill("shop.example");
  await page.getByRole("button", { name: "Add the form" }).click();
  await expect(page.getByRole("heading", { name: "Website", level: 1 })).toBeVisible();
  const address = (await page.getByRole("link", { name: /\/lead-form\// }).getAttribute("href")) ?? "";

  for (const javaScriptEnabled of [true, false]) {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, javaScriptEnabled });
    const visitor = await phone.newPage();
    const opened = await visitor.goto(`${address}?utm_source=facebook&utm_campaign=july`);
    expect(opened?.headers()["content-security-policy"]).toContain("frame-ancestors https://shop.example");
    const name = javaScriptEnabled ? "Kamene Script" : "Kamene Plain";
    await visitor.getByLabel("Your name").fill(name);
    await visitor.getByLabel("Phone number").fill("12");
    await visitor.getByRole("checkbox", { name: /I agree/ }).check();
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor.getByRole("alert")).toContainText("There is a problem");
    await expect(visitor.getByLabel("Your name")).toHaveValue(name);
    await visitor.getByLabel("Phone number").fill(javaScriptEnabled ? "0712 880 101" : "0712 880 102");
    if (javaScriptEnabled) await expect(visitor.locator("[name=proof]")).toHaveValue(/^\d+$/);
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await visitor.getByRole("button", { name: "Send" }).click();
    await expect(visitor.getByRole("heading", { name: "Thank you" })).toBeVisible();
    await phone.close();
    await page.goto(`/crm/leads?q=${encodeURIComponent(name)}`);
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  }
  await page.goto("/crm/generate");
  await page.getByRole("link", { name: "Website" }).click();
  await expect(page.getByText("facebook, july")).toBeVisible();

  await page.goto("/crm/settings/pipelines");
  await page.getByLabel("Name of the new pipeline").fill("Renewals");
  await page.getByRole("button", { name: "Add the pipeline" }).click();
  await expect(page.getByText("Renewals").first()).toBeVisible();
  await page.goto("/crm/deals");
  await page.getByRole("link", { name: "Renewals" }).click();
  await expect(page).toHaveURL(/pipeline=\d+/);
  await page.getByRole("link", { name: "New deal" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Yearly contract");
  await page.getByRole("button", { name: "Add the deal" }).click();
  await page.goto("/crm/deals?view=table");
  await page.getByRole("link", { name: "Yearly contract" }).click();
  await page.getByRole("link", { name: "Stages", exact: true }).click();
  await page.getByRole("combobox", { name: "Stage" }).selectOption({ label: "Sales: Proposal" });
  await page.getByRole("button", { name: "Move the deal" }).click();
  await page.goto("/crm/deals");
  await expect(page.getByRole("link", { name: "Yearly contract" })).toBeVisible();
});
