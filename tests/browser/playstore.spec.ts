import { expect, test } from "@playwright/test";
import { signIn } from "./people";

const channel = "/chat/channels/playstore";
const store = "/sandbox/playstore";

test("an app is connected by form, a customer reviews it, an agent answers, and the edited review comes back", async ({
  browser,
}) => {
  const owner = await (await browser.newContext()).newPage();
  await signIn(owner, "owner@savanna.test", channel);
  await owner.getByRole("link", { name: "Disconnect" }).click();
  await owner.getByRole("button", { name: "Disconnect" }).click();
  await expect(owner.getByRole("heading", { name: "Connect Play Store" })).toBeVisible();

  const sandbox = await owner.context().newPage();
  await sandbox.goto(store);
  const app = (await sandbox.locator("code").first().textContent()) ?? "";
  const key = await sandbox.getByLabel("Service account's JSON key").inputValue();
  await owner.getByLabel("Package name").fill("ke.co.another");
  await owner.getByLabel("JSON key").fill(key);
  await owner.getByRole("button", { name: "Connect" }).click();
  await expect(owner.getByText("Google Play has no app with this package name").first()).toBeVisible();
  expect(await owner.content()).not.toContain("PRIVATE KEY");
  await owner.getByLabel("Package name").fill(app);
  await owner.getByLabel("JSON key").fill(key);
  await owner.getByLabel("Name (optional)").fill("Duka app");
  await owner.getByRole("button", { name: "Connect" }).click();
  await expect(owner.getByRole("heading", { name: "Duka app" })).toBeVisible();
  await owner.getByRole("button", { name: "Test the connection" }).click();
  await expect(owner.getByText("Duka app answers. The connection works.")).toBeVisible();

  const name = `Achieng ${Date.now()}`;
  await sandbox.getByLabel("Who").fill(name);
  await sandbox.getByLabel("Stars").first().selectOption("2");
  await sandbox.getByLabel("Review").first().fill("It closes when I pay.");
  await sandbox.getByRole("button", { name: "Publish" }).click();

  const agent = await (await browser.newContext()).newPage();
  await signIn(agent, "agent@savanna.test", "/chat/inbox?view=waiting");
  await expect(async () => {
    await agent.reload();
    await expect(agent.getByRole("link", { name })).toBeVisible({ timeout: 500 });
  }).toPass();
  await agent.getByRole("link", { name }).click();
  const log = agent.getByRole("log");
  await expect(log.getByText("It closes when I pay.")).toHaveCount(1);
  await expect(log.getByText("Review · 2 of 5 stars · Tecno Spark 20 · Android 14 · version 2.3.1")).toBeVisible();
  await agent.getByRole("button", { name: "Take this conversation" }).click();
  await expect(agent.getByText("A new reply replaces the one before.")).toBeVisible();
  await agent.getByLabel("Your reply").fill("x".repeat(351));
  await expect(agent.getByText("351 of 350")).toBeVisible();
  await agent.getByLabel("Your reply").fill("Pole. Version 2.4 fixes it.");
  await expect(agent.getByText("27 of 350")).toBeVisible();
  await agent.getByRole("button", { name: "Send" }).click();
  await expect(log.getByText("Sent")).toBeVisible();
  const review = sandbox.getByRole("region", { name });
  await expect(async () => {
    await sandbox.goto(store);
    await expect(review.getByText("Business: Pole. Version 2.4 fixes it.")).toBeVisible({ timeout: 100 });
  }).toPass();

  await review.getByText("Change the review").click();
  await review.getByLabel("Stars").selectOption("5");
  await review.getByLabel("Review").fill("It works since the update.");
  await review.getByRole("button", { name: "Change", exact: true }).click();
  await expect(log.getByText("Edited review · 5 of 5 stars", { exact: false })).toBeVisible({ timeout: 90_000 });
  await expect(log.getByText("It works since the update.")).toHaveCount(1);
  await expect(log.getByText("Pole. Version 2.4 fixes it.")).toHaveCount(1);
  await agent.getByRole("button", { name: "End conversation" }).click();
  await expect(agent.getByText("This conversation has ended.").first()).toBeVisible();
  await owner.context().close();
  await agent.context().close();
});
