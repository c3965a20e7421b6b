import { expect, test } from "@playwright/test";
import { signIn } from "./people";
import { agent, logIn, logOut, phoneLaunch, saveDisposition, soundFlows } from "./voice.agents";

test.use({ launchOptions: phoneLaunch });

test("a list is called automatically: the phone of a free agent rings, they talk, and the list says so", async ({
  browser,
}) => {
  const taker = await agent(browser, "agent@savanna.test");
  const manager = await (await browser.newContext()).newPage();
  await signIn(manager, "owner@savanna.test", "/voice/settings/targets");
  await manager.getByLabel("Calls from").fill("00:00");
  await manager.getByLabel("Calls until").fill("23:59");
  for (const day of await manager.getByRole("group", { name: "Days" }).getByRole("checkbox").all()) await day.check();
  await manager.getByRole("button", { name: "Save", exact: true }).click();
  await expect(manager.getByText("Call targets saved")).toBeVisible();
  await manager.goto("/voice/settings/uploads");
  await manager.getByRole("link", { name: "Delivery times" }).click();
  const card = manager.getByRole("region", { name: "How it is called" });
  await expect(card).toContainText("Paused");
  const figure = (label: string) => card.locator(".card", { hasText: label });
  await expect(card.getByLabel("When an answering machine answers")).toHaveValue("hang_up");
  await card.getByRole("button", { name: "Start" }).click();
  await expect(card).toContainText("Running");
  await expect(card.getByText("No agent is free now.")).toBeVisible();

  await logIn(taker.page);
  // The first number has an answering machine, on which no agent is spent.
  await expect(taker.phone.getByRole("button", { name: "Answer" })).toBeVisible({ timeout: 90_000 });
  await expect(taker.phone).toContainText("+254 712 555 020");
  await taker.phone.getByRole("button", { name: "Answer" }).click();
  await expect(taker.phone).toContainText("In call");
  await soundFlows(taker.page);
  await expect(figure("Talking")).toContainText("1");
  await card.getByRole("button", { name: "Pause" }).click();
  await expect(card).toContainText("Paused");
  await taker.phone.getByRole("button", { name: "End call" }).click();
  await saveDisposition(taker.phone);
  await expect(figure("Talking")).toContainText("0");
  await expect(card.getByText("of 1 answered by a person in 30 days")).toBeVisible();
  await manager.goto("/voice/reports/calls?status=AnsweringMachine");
  await expect(manager.locator("tbody tr")).toHaveCount(1);
  await expect(manager.locator("tbody")).toContainText("+254 712 555 008");
  await manager.goto("/voice/outbound/dashboard/details?q=712555008");
  await expect(manager.locator("tbody")).toContainText("Answering machine");
  await logOut(taker.page);
  await taker.context.close();
  await manager.context().close();
});
