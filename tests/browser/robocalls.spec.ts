import { expect, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signIn } from "./people";

test.use({ javaScriptEnabled: false });

test("a robocall is composed, priced, started and paid, and a person presses a key", async ({ page, browser }) => {
  const save = (name: string | RegExp) => page.getByRole("button", { name }).click();
  await signIn(page, "owner@savanna.test", "/contacts/contact-group/new");
  await page.getByRole("textbox", { name: "Name" }).fill("Reminders");
  await save("Create group");
  await page.waitForURL(/\/contact-group\/details\?id=\d+/);
  const { search } = new URL(page.url());
  // One presses 1, the other's number is not in service.
  for (const phone of ["+254733000911", "+254733000903"]) {
    await page.goto(`/contacts/contact-group/details/contact${search}`);
    await page.getByLabel("Phone number").fill(phone);
    await save("Add contact");
    await page.waitForURL((url) => url.pathname === "/contacts/contact-group/details");
  }

  await page.goto("/voice/robocalls/new");
  await page.getByLabel("Contact group").selectOption({ label: "Reminders (2)" });
  await page.locator("#label_1").fill("I will pay");
  await save("Continue to the price");
  await expect(page.getByRole("link", { name: "Enter a name." })).toBeVisible();
  await expect(page.locator("#label_1")).toHaveValue("I will pay");
  await page.getByLabel("Name", { exact: true }).fill("Payment reminder");
  await page.getByLabel("Sound", { exact: true }).selectOption({ label: "Menu" });
  for (const day of ["Saturday", "Sunday"]) await page.getByLabel(day).check();
  await page.locator("#call_from").fill("00:00");
  await page.locator("#call_until").fill("00:00");
  await save("Continue to the price");
  await expect(page.getByRole("heading", { name: "Payment reminder", level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Price" })).toContainText("KES 6.00");
  await save("Start calling 2 numbers");
  const own = new URL(page.url()).pathname;
  await expect
    .poll(async () => (await page.goto(own)) && page.locator("main").textContent(), { timeout: 90_000 })
    .toMatch(/Finished.*Charged.*KES 1\.50/s);

  await page.getByRole("link", { name: "I will pay: 1" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.locator("tbody")).toContainText("1: I will pay");

  const scripted = await browser.newContext({ javaScriptEnabled: true });
  const desk = await scripted.newPage();
  await signIn(desk, "owner@savanna.test", own);
  await auditPage(desk, own);
  await auditPage(desk, `${own}/calls`);
  await scripted.close();
  await page.goto(`/contacts/contact-group/details/delete${search}`);
  await save(/^Delete/);
});
