import { expect, test } from "@playwright/test";
import { signIn } from "./people";

for (const javaScriptEnabled of [true, false])
  test(`a group is added, gets a person and another name ${javaScriptEnabled ? "with" : "without"} script`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
    await signIn(page, "owner@savanna.test", "/ticketing/settings/groups");
    const name = `Deliveries ${Date.now()}`;
    const adding = page.getByRole("form", { name: "New group" });
    await adding.getByLabel("Name").fill(name);
    await adding.getByRole("button", { name: "Add the group" }).click();
    await page.waitForURL(/\/ticketing\/settings\/groups\/\d+$/);
    const drawer = page.getByRole("dialog", { name: "Edit ticket group" });
    await drawer.getByLabel("Person").selectOption({ index: 1 });
    await drawer.getByRole("button", { name: "Put in" }).click();
    await expect(drawer.getByRole("button", { name: /^Remove / })).toHaveCount(1);

    // What is refused is told in the drawer, and stays as it was typed.
    await drawer.getByLabel("Name").fill("");
    await drawer.getByLabel("Purpose").fill("Riders and vans");
    await drawer.getByRole("button", { name: "Save" }).click();
    await expect(drawer.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
    await expect(drawer.getByLabel("Purpose")).toHaveValue("Riders and vans");
    await drawer.getByLabel("Name").fill(`${name} north`);
    await drawer.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`${name} north is saved.`).first()).toBeVisible();

    // Links from before the drawer had an address of its own.
    const { pathname } = new URL(page.url());
    await page.goto(`/ticketing/settings/groups?edit=${pathname.split("/").at(-1)}`);
    expect(new URL(page.url()).pathname).toBe(pathname);
    await expect(drawer.getByLabel("Name")).toHaveValue(`${name} north`);
    await page.context().close();
  });
