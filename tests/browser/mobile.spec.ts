import { expect, test } from "@playwright/test";
import { signIn } from "./people";

test("an app is added and pushes; its user writes from a phone, and hears of the answer by a notification", async ({
  browser,
}) => {
  const owner = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(owner, "owner@savanna.test", "/chat/channels/mobile/new");
  const name = `Duka app ${Date.now()}`;
  await owner.getByLabel("Name", { exact: true }).fill(name);
  await owner.getByRole("button", { name: "Add mobile app" }).click();
  await expect(owner.getByText("Enter the Android package name").first()).toBeVisible();
  await owner.getByLabel("Android package name").fill("ke.co.savanna.shop");
  await owner.getByLabel("Ask before a chat").uncheck();
  await owner.getByLabel("Consent before a chat, English").fill("We keep what you write to us.");
  await owner.getByLabel("When no one can answer, English").fill("We are back at 8.");
  await owner.getByRole("button", { name: "Add mobile app" }).click();
  await expect(owner.getByRole("heading", { name })).toBeVisible();
  await expect(owner.getByText("Consent", { exact: true })).toBeVisible();
  await expect(owner.getByText("We are back at 8.")).toBeVisible();
  const app = owner.url();

  await owner.getByRole("link", { name: "Sandbox: open the app on a phone" }).click();
  const key = await owner.getByLabel("Service account's JSON key").inputValue();
  const phoneName = `Mwende ${Date.now()}`;
  await owner.getByLabel("Owner of the phone").fill(phoneName);
  await owner.getByRole("button", { name: "Install the app" }).click();
  const phone = owner.getByRole("region", { name: phoneName });
  await phone.getByLabel("Message").fill("Is my order on its way?");
  await phone.getByRole("button", { name: "Send" }).click();
  const token = (await phone.locator("code").textContent()) ?? "";

  await owner.goto(app);
  await owner.getByLabel("JSON key of the service account").fill('{"type":"nonsense"}');
  await owner.getByRole("button", { name: "Test and connect" }).click();
  await expect(owner.getByText("This is not the JSON key of a Firebase service account.").first()).toBeVisible();
  await owner.getByLabel("JSON key of the service account").fill(key);
  await owner.getByRole("button", { name: "Test and connect" }).click();
  await expect(owner.getByText("is connected.")).toBeVisible();
  expect(await owner.content()).not.toContain("PRIVATE KEY");
  await owner.getByLabel("The start of the message").check();
  await owner.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Push notifications were changed.")).toBeVisible();
  await owner.getByLabel("Registration token of a phone").fill(token);
  await owner.getByRole("button", { name: "Push a test" }).click();
  await expect(owner.getByText("The test was pushed to the phone.")).toBeVisible();

  const agent = await (await browser.newContext()).newPage();
  await signIn(agent, "agent@savanna.test", "/chat/inbox?view=waiting");
  await agent.getByRole("link", { name: "Is my order on its way?" }).first().click();
  await agent.getByRole("button", { name: "Take this conversation" }).click();
  await agent.getByLabel("Your reply").fill("Ndiyo, it comes today.");
  await agent.getByRole("button", { name: "Send" }).click();
  await expect(async () => {
    await owner.goto("/sandbox/mobile");
    await expect(phone.getByText("it comes today.")).toBeVisible({ timeout: 100 });
  }).toPass();
  await phone.getByRole("button", { name: "Open the chat" }).click();
  await expect(phone.getByText("Is my order on its way?")).toBeVisible();
  await phone.getByRole("button", { name: "Remove the app" }).click();

  await agent.getByRole("button", { name: "End conversation" }).click();
  await expect(agent.getByText("This conversation has ended.").first()).toBeVisible();
  await owner.goto(app);
  await owner.getByRole("link", { name: "Disconnect", exact: true }).click();
  await owner.getByRole("button", { name: "Disconnect" }).click();
  await expect(owner.getByText("was disconnected.")).toBeVisible();
  await owner.context().close();
  await agent.context().close();
});
