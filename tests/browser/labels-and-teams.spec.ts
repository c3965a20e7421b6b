import { type Browser, expect, type Page, test } from "@playwright/test";
import { auditFindings } from "./audit";
import { channelOf, customerEnds, customerWrites } from "./chat.customers";
import { signIn } from "./people";

async function without(browser: Browser, email: string, to: string): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page, email, to);
  return page;
}

test("without script: a label and a team are made, a conversation gets both, a member takes it, and the reports lead to it", async ({
  browser,
}) => {
  const mark = `${Date.now()}`.slice(-7);
  const [label, team] = [`Urgent ${mark}`, `Rent desk ${mark}`];
  const who = { id: `c${mark}`, name: `Wanjiku ${mark}` };
  const channel = await channelOf("whatsapp");
  const chat = await customerWrites(channel, who, "Is the house free?");

  const owner = await without(browser, "owner@savanna.test", "/whatsapp/manage/labels");
  await owner.getByRole("link", { name: "New label" }).first().click();
  await owner.getByRole("button", { name: "Create label" }).click();
  await expect(owner.getByText("Give the label a name.").first()).toBeVisible();
  await owner.getByRole("textbox", { name: "Name" }).fill(label);
  await owner.getByRole("radio", { name: "Amber" }).check();
  await owner.getByRole("button", { name: "Create label" }).click();
  await expect(owner.getByText(`The label ${label} was saved.`)).toBeVisible();

  await owner.goto("/whatsapp/manage/create-team");
  await owner.getByRole("textbox", { name: "Name" }).fill(team);
  await owner.getByLabel("Maximum wait, minutes").fill("a while");
  await owner.getByRole("checkbox", { name: "Fatuma Abdalla" }).check();
  await owner.getByRole("button", { name: "Create team" }).click();
  await expect(owner.getByText("Enter a number of minutes.").first()).toBeVisible();
  await expect(owner.getByRole("checkbox", { name: "Fatuma Abdalla" })).toBeChecked();
  await owner.getByLabel("Maximum wait, minutes").fill("30");
  await owner.getByRole("button", { name: "Create team" }).click();
  await expect(owner.getByText(`The team ${team} was saved.`)).toBeVisible();
  await expect(owner.getByRole("row", { name: team }).getByText("Fatuma Abdalla")).toBeVisible();

  const agent = await without(browser, "agent@savanna.test", `/chat/inbox/details?chat=${chat}`);
  await agent.getByLabel("Add a label").selectOption({ label });
  await agent.getByRole("button", { name: "Add", exact: true }).click();
  await expect(agent.getByRole("button", { name: `Remove the label ${label}` })).toBeVisible();
  await agent.goto(`/chat/inbox?chat=${chat}&drawer=transfer`);
  await agent.getByRole("radio", { name: `Team ${team}` }).check();
  await agent.getByRole("button", { name: "Transfer", exact: true }).click();
  await expect(agent.getByText(`Waits for ${team}`).first()).toBeVisible();
  await agent.getByRole("button", { name: "Take this conversation" }).click();
  await expect(agent.getByText(`It waits for the team ${team}.`, { exact: false })).toBeVisible();

  // The inbox of one team, and of one label.
  await agent.goto("/chat/inbox?view=waiting");
  await agent.getByLabel("Filter the conversations").first().click();
  await agent.getByRole("link", { name: team, exact: true }).click();
  await expect(agent.getByRole("link", { name: who.name })).toBeVisible();
  await expect(agent.locator("[data-row]")).toHaveCount(1);

  const member = await without(browser, "supervisor@savanna.test", `/chat/inbox?chat=${chat}`);
  await member.getByRole("button", { name: "Take this conversation" }).click();
  await expect(member.getByText("Assigned to you")).toBeVisible();

  for (const [report, line] of [["labels", label] as const, ["teams", team] as const]) {
    await owner.goto(`/whatsapp/reports/${report}`);
    await owner
      .getByRole("row", { name: line })
      .getByRole("link", { name: `chats: ${line}` })
      .click();
    await expect(owner.getByRole("link", { name: who.name })).toBeVisible();
    await expect(owner.getByRole("row")).toHaveCount(2);
  }
  await customerEnds(channel, who);
  for (const page of [owner, agent, member]) await page.context().close();
});

test("with script: a label is put on and taken off where one is, and the pages look right", async ({ page }) => {
  const mark = `${Date.now()}`.slice(-7);
  const who = { id: `l${mark}`, name: `Otieno ${mark}` };
  const channel = await channelOf("webchat");
  const chat = await customerWrites(channel, who, "Where is my parcel?");
  await signIn(page, "agent@savanna.test", `/chat/inbox?chat=${chat}`);
  await page.getByLabel("Add a label").selectOption({ label: "Delivery" });
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const remove = page.getByRole("button", { name: "Remove the label Delivery" });
  await expect(remove).toBeVisible();
  await expect(page.locator(`[data-row="${chat}"]`).getByText("Delivery")).toBeVisible();
  expect(await auditFindings(page)).toEqual([]);
  await remove.click();
  await expect(remove).toBeHidden();
  await expect(page.locator(`[data-row="${chat}"]`).getByText("Delivery")).toBeHidden();
  await customerEnds(channel, who);
});
