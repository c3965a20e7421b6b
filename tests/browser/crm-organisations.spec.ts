import { expect, test } from "@playwright/test";
import { auditPage } from "./audit";
import { signIn } from "./people";

test("an organisation is added without script, gets a person, is found everywhere, and goes into another one", async ({
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await signIn(page, "owner@savanna.test", "/crm/organisations");
  const nameField = page.locator("form#organisation").getByLabel("Name", { exact: true });
  const add = async (name: string) => {
    await page.goto("/crm/organisations/new");
    await nameField.fill(name);
    await page.getByRole("button", { name: "Add the organisation" }).click();
  };
  await add("Journey Millers");
  await expect(page.getByRole("heading", { name: "Journey Millers", level: 1 })).toBeVisible();

  // What may be the same is shown first, and nothing that was typed is lost.
  await add("Journey Millers Kenya");
  await expect(page.getByText("It may be there already. Nothing was added.")).toBeVisible();
  await expect(nameField).toHaveValue("Journey Millers Kenya");
  await page.getByRole("checkbox", { name: /another one/ }).check();
  await page.getByRole("button", { name: "Add the organisation" }).click();
  await expect(page.getByRole("region", { name: "Perhaps the same" }).getByText("Journey Millers")).toBeVisible();

  await page.getByRole("link", { name: "New contact" }).click();
  await page.locator("form#contact").getByLabel("Name", { exact: true }).fill("Journey Person");
  await page.getByRole("button", { name: "Add the contact" }).click();
  await page.getByRole("region", { name: "Profile" }).getByRole("link", { name: "Journey Millers Kenya" }).click();
  await expect(page.getByRole("region", { name: "People" }).getByText("Journey Person")).toBeVisible();

  // Two numbers, the second of them labelled later, and the first one labelled too.
  const points = page.getByRole("region", { name: "Phone numbers and email addresses" });
  const newPoint = points.getByRole("form", { name: "New number or address" });
  for (const [value, label] of [
    ["0712 900 771", "Work"],
    ["0712 900 772", "Mobile"],
  ]) {
    await newPoint.getByLabel("Phone number or email address").fill(value ?? "");
    await newPoint.getByLabel("Label").selectOption(label ?? "");
    await newPoint.getByRole("button", { name: "Add" }).click();
    await expect(page.getByText("Added", { exact: true })).toBeVisible();
  }
  await expect(points.getByText("Primary, Work")).toBeVisible();
  await newPoint.getByLabel("Phone number or email address").fill("12");
  await newPoint.getByRole("button", { name: "Add" }).click();
  await expect(newPoint.getByLabel("Phone number or email address")).toHaveValue("12");
  await expect(newPoint.getByText(/This number can't be used/)).toBeVisible();
  await points.getByText("Change label of +254 712 900 772").click();
  await points.getByLabel("Label of +254 712 900 772").selectOption("Home");
  await points.getByRole("button", { name: "Save label" }).last().click();
  await expect(page.getByText("Label saved")).toBeVisible();
  await points.getByRole("button", { name: "Make +254 712 900 772 primary" }).click();
  await expect(points.getByText("Primary, Home")).toBeVisible();

  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByLabel("Its people and deals belong then to").selectOption({ label: "Journey Millers" });
  await page.getByRole("button", { name: "Delete the organisation" }).click();
  await expect(page.getByText("Its people and deals belong to Journey Millers now.")).toBeVisible();
  await plain.close();

  const scripted = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const tab = await scripted.newPage();
  await signIn(tab, "owner@savanna.test", "/search?q=journey%20millers");
  await tab
    .getByRole("main")
    .getByRole("link", { name: /^Journey Millers/ })
    .click();
  await expect(tab.getByRole("region", { name: "People" }).getByText("Journey Person")).toBeVisible();
  await expect(tab.getByRole("region", { name: "Profile" }).getByText("Phone, home")).toBeVisible();
  await auditPage(tab, new URL(tab.url()).pathname);
  await tab.getByRole("link", { name: "Delete" }).click();
  await tab.getByRole("button", { name: "Delete the organisation" }).click();
  await expect(tab.getByText("Journey Millers was deleted.")).toBeVisible();
  await scripted.close();
});
