import { expect, test } from "@playwright/test";
import { signIn } from "./people";

const channel = "/chat/channels/twitter";
const network = "/sandbox/twitter";

test("an account on X is connected by form; a mention is answered in public, a direct message privately", async ({
  browser,
}) => {
  const owner = await (await browser.newContext()).newPage();
  await signIn(owner, "owner@savanna.test", channel);
  await owner.getByRole("link", { name: "Disconnect" }).click();
  await owner.getByRole("button", { name: "Disconnect" }).click();
  await expect(owner.getByRole("heading", { name: "Connect X" })).toBeVisible();

  const x = await owner.context().newPage();
  await x.goto(network);
  const keys = await x.locator("code").allTextContents();
  const labels = ["API key", "API key secret", "Access token", "Access token secret"];
  for (const [n, label] of labels.entries())
    await owner.getByLabel(label, { exact: true }).fill(n === 3 ? "not-the-right-secret" : (keys[n] ?? ""));
  await owner.getByRole("button", { name: "Connect" }).click();
  await expect(owner.getByText("X does not accept these keys.").first()).toBeVisible();
  expect(await owner.content()).not.toContain(keys[1]);
  for (const [n, label] of labels.entries()) await owner.getByLabel(label, { exact: true }).fill(keys[n] ?? "");
  await owner.getByLabel("Name (optional)").fill("Duka on X");
  await owner.getByRole("button", { name: "Connect" }).click();
  await expect(owner.getByRole("heading", { name: "Duka on X" })).toBeVisible();
  await owner.getByRole("button", { name: "Test the connection" }).click();
  await expect(owner.getByText("Duka on X answers. The connection works.")).toBeVisible();

  const name = `Achieng ${Date.now()}`;
  await x.getByLabel("Who").fill(String(Date.now()));
  await x.getByLabel("Name").fill(name);
  await x.getByLabel("Handle").fill("achieng");
  await x.getByLabel("Text").fill("Where is my order?");
  await x.getByRole("button", { name: "Mention in public" }).click();
  const person = x.getByRole("region", { name });
  await person.getByLabel("Direct message").fill("It is number 55.");
  await person.getByRole("button", { name: "Send" }).last().click();

  const agent = await (await browser.newContext()).newPage();
  await signIn(agent, "agent@savanna.test", "/chat/inbox?view=waiting");
  const waiting = agent.getByRole("link", { name });
  await expect(async () => {
    await agent.reload();
    await expect(waiting).toHaveCount(2, { timeout: 500 });
  }).toPass();
  const log = agent.getByRole("log");

  await expect(waiting.filter({ hasText: "Direct messages" })).toHaveCount(1);
  await waiting.filter({ hasText: "Public thread" }).click();
  await expect(log.getByText("Public mention")).toBeVisible();
  await agent.getByRole("button", { name: "Take this conversation" }).click();
  await expect(agent.getByText("Reply on X as a public post")).toBeVisible();
  await expect(agent.getByText("Everyone sees it: your reply is a public post.")).toBeVisible();
  await agent.getByLabel("Your reply").fill(`See https://savanna.test/${"long".repeat(50)} 😀`);
  await expect(agent.getByText("30 of 280")).toBeVisible();
  await agent.getByLabel("Your reply").fill("Pole! Please tell us its number in a direct message.");
  await agent.getByRole("button", { name: "Send" }).click();
  await expect(log.getByText("Sent")).toBeVisible();
  await agent.getByRole("button", { name: "End conversation" }).click();
  await expect(agent.getByText("This conversation has ended.").first()).toBeVisible();

  await agent.goto("/chat/inbox?view=waiting");
  await waiting.click();
  await expect(log.getByText("It is number 55.")).toHaveCount(1);
  await agent.getByRole("button", { name: "Take this conversation" }).click();
  await expect(agent.getByText("Reply on X by direct message")).toBeVisible();
  await agent.getByLabel("Your reply").fill("Asante. It comes today.");
  await expect(agent.getByText("23 of 10,000")).toBeVisible();
  await agent.getByRole("button", { name: "Send" }).click();
  await expect(log.getByText("Sent")).toBeVisible();
  await agent.getByRole("button", { name: "End conversation" }).click();
  await expect(agent.getByText("This conversation has ended.").first()).toBeVisible();

  await expect(async () => {
    await x.goto(network);
    await expect(person.getByText("Business: Pole! Please tell us its number")).toBeVisible({ timeout: 100 });
    await expect(person.getByText("Business: Asante. It comes today.")).toBeVisible({ timeout: 100 });
  }).toPass();
  await owner.context().close();
  await agent.context().close();
});
