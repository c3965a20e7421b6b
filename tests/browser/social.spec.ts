import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./people";

const channel = "/chat/channels/telegram";
const phones = "/sandbox/telegram";

/** How often the sandbox posts each webhook. */
async function postsThrice(page: Page, thrice: boolean): Promise<void> {
  await page.goto(phones);
  await page.getByLabel("webhooks come three times").setChecked(thrice);
  await page.getByRole("button", { name: "Set" }).click();
}

test("a bot is connected by form, a customer writes on Telegram, an agent answers, and a repeated webhook does nothing", async ({
  browser,
}) => {
  const owner = await (await browser.newContext()).newPage();
  await signIn(owner, "owner@savanna.test", channel);
  await owner.getByRole("link", { name: "Disconnect" }).click();
  await owner.getByRole("button", { name: "Disconnect" }).click();
  await expect(owner.getByRole("heading", { name: "Connect Telegram" })).toBeVisible();

  await owner.getByLabel("Bot token").fill("123456789:AAEnobodynobodynobodynobodynobody");
  await owner.getByRole("button", { name: "Connect" }).click();
  await expect(owner.getByText("Telegram does not know this token.")).toBeVisible();

  const sandbox = await owner.context().newPage();
  await sandbox.goto(phones);
  const token = await sandbox.locator("code").first().textContent();
  await owner.getByLabel("Bot token").fill(token ?? "");
  await owner.getByLabel("Name").fill("Duka bot");
  await owner.getByRole("button", { name: "Connect" }).click();
  await expect(owner.getByRole("heading", { name: "Duka bot" })).toBeVisible();
  expect(await owner.content()).not.toContain(token);
  await owner.getByRole("button", { name: "Test the connection" }).click();
  await expect(owner.getByText("Duka bot answers. The connection works.")).toBeVisible();

  const id = `7${Date.now()}`;
  const name = `Achieng ${id}`;
  await postsThrice(sandbox, true);
  await sandbox.getByLabel("Who (id or number)").fill(id);
  await sandbox.getByLabel("Name").fill(name);
  await sandbox.getByLabel("Message").fill("Habari, is the shop open?");
  await sandbox.getByRole("button", { name: "Send" }).first().click();
  const phone = sandbox.getByRole("region", { name });
  await expect(phone.getByText("Habari, is the shop open?")).toBeVisible();

  const agent = await (await browser.newContext()).newPage();
  await signIn(agent, "agent@savanna.test", "/chat/inbox?view=waiting");
  await agent.getByRole("link", { name }).click();
  const log = agent.getByRole("log");
  await expect(log.getByText("Habari, is the shop open?")).toHaveCount(1);
  await agent.getByRole("button", { name: "Take this conversation" }).click();
  await agent.getByLabel("Your reply").fill("Karibu, until six.");
  await agent.getByRole("button", { name: "Send" }).click();
  await expect(log.getByText("Karibu, until six.")).toHaveCount(1);
  await expect(log.getByText("Sent")).toBeVisible();
  await expect(async () => {
    await sandbox.goto(phones);
    await expect(phone.getByText("Karibu, until six.")).toHaveCount(1, { timeout: 100 });
  }).toPass();

  await owner.goto(channel);
  await expect(owner.getByText(/Nothing new: it is in conversation \d+ already\./)).toHaveCount(2);
  await postsThrice(sandbox, false);
  // While the channel is off the agent is told so before they write.
  const turn = async (on: boolean) => {
    await owner.goto(channel);
    await owner.getByRole("checkbox", { name: /^On/ }).setChecked(on);
    await owner.getByRole("button", { name: "Save" }).click();
    await expect(owner.getByText("Duka bot was changed.")).toBeVisible();
    await agent.reload();
  };
  await turn(false);
  await expect(agent.getByText("This channel is switched off or disconnected").first()).toBeVisible();
  await expect(agent.getByLabel("Your reply")).toHaveAttribute("readonly");
  await turn(true);
  await expect(agent.getByLabel("Your reply")).not.toHaveAttribute("readonly");
  await agent.getByRole("button", { name: "End conversation" }).click();
  await expect(agent.getByText("This conversation has ended.").first()).toBeVisible();
  await owner.context().close();
  await agent.context().close();
});
