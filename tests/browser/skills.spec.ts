import { expect, test } from "@playwright/test";
import { auditFindings } from "./audit";
import { signIn } from "./people";

for (const script of [true, false])
  test(`${script ? "with" : "without"} script: a skill is added, changed and deleted, and a channel asks for it`, async ({
    browser,
  }) => {
    const page = await (await browser.newContext({ javaScriptEnabled: script })).newPage();
    const name = `French ${script ? "with" : "without"} ${`${Date.now()}`.slice(-7)}`;
    await signIn(page, "owner@savanna.test", "/settings/groups/teams");
    await page.getByRole("link", { name: "Skills", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Swahili" })).toBeVisible();

    await page.getByRole("link", { name: "New skill" }).click();
    await page.getByRole("checkbox", { name: "Kevin Kiptoo" }).check();
    await page.getByRole("button", { name: "Create skill" }).click();
    // What was chosen is there when something is missing.
    await expect(page.getByText("Give the skill a name.").first()).toBeVisible();
    await expect(page.getByRole("checkbox", { name: "Kevin Kiptoo" })).toBeChecked();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("button", { name: "Create skill" }).click();
    await expect(page.getByText(`The skill ${name} was saved.`)).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("1 person");

    await page.getByRole("link", { name: `Change ${name}` }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(`${name}!`);
    await page.getByRole("checkbox", { name: "Fatuma Abdalla" }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByRole("listitem").filter({ hasText: `${name}!` })).toContainText("2 people");
    if (script) expect(await auditFindings(page)).toEqual([]);

    // The same from the side of a person.
    await page.goto("/settings/users");
    await page.getByRole("link", { name: "Otieno Ouma" }).click();
    await page.getByRole("checkbox", { name: `${name}!` }).check();
    await page.getByRole("button", { name: "Save skills" }).click();
    await expect(page.getByText("The skills were saved.")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: `${name}!` })).toBeChecked();

    await page.goto("/chat/settings/chat-routing");
    const channel = page.getByRole("combobox", { name: /^WhatsApp/ }).first();
    await channel.selectOption({ label: `${name}! (3 agents)` });
    await page.getByLabel("Wait for the skill (minutes)").fill("0");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("At least 1.").first()).toBeVisible();
    await expect(channel.locator("option:checked")).toHaveText(`${name}! (3 agents)`);
    await page.getByLabel("Wait for the skill (minutes)").fill("5");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Chat routing was saved.")).toBeVisible();
    await expect(channel.locator("option:checked")).toHaveText(`${name}! (3 agents)`);

    await page.goto("/settings/groups/skills");
    await page.getByRole("link", { name: `Delete ${name}!` }).click();
    await page.getByRole("button", { name: "Delete the skill" }).click();
    await expect(page.getByText(`The skill ${name}! was deleted.`)).toBeVisible();
    await page.goto("/chat/settings/chat-routing");
    await expect(channel.locator("option:checked")).toHaveText("No skill");
    await page.context().close();
  });
