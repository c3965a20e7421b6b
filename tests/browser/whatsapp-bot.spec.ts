import { expect, test } from "@playwright/test";
import { signIn } from "./people";
import { until } from "./until";

test.use({ javaScriptEnabled: false });

const phones = "/sandbox/whatsapp";

test("the bot is tried and switched on; it greets, the customer chooses, is handed over, and an agent answers and ends", async ({
  browser,
}) => {
  const open = async () => (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const owner = await open();
  await signIn(owner, "owner@savanna.test", "/whatsapp/bot");
  await owner.getByRole("link", { name: "Open the bot" }).click();
  await expect(owner.getByText("No problems.")).toBeVisible();
  const tester = owner.getByRole("region", { name: "Test" });
  await tester.getByLabel("Message").fill("Habari");
  await tester.getByRole("button", { name: "Send to the draft" }).click();
  await tester.getByRole("button", { name: "Prices" }).click();
  await expect(tester.getByText("Which price would you like to know?")).toBeVisible();
  await tester.getByLabel("Message").fill("two");
  await tester.getByRole("button", { name: "Send to the draft" }).click();
  await expect(tester.getByText("KES 27,500")).toBeVisible();

  // A draft with a dead end is not switched on; what was typed into its form stays when it is refused.
  await owner.getByRole("link", { name: "Add an answer" }).click();
  await owner.getByLabel("Text").fill("We are on holiday.");
  await owner.getByLabel("Choice 1", { exact: true }).fill("Until when?");
  await owner.getByRole("button", { name: "Save the answer" }).click();
  await expect(owner.getByText("Give the answer a name.").first()).toBeVisible();
  await expect(owner.getByLabel("Choice 1", { exact: true })).toHaveValue("Until when?");
  await owner.getByLabel("Name").fill("Holiday");
  await owner.getByRole("button", { name: "Save the answer" }).click();
  await expect(owner.getByText("“Until when?” leads nowhere.")).toBeVisible();
  await owner.getByRole("link", { name: "Delete Holiday" }).click();
  await owner.getByRole("button", { name: "Delete the answer" }).click();
  // Enter in a text saves the texts only; what is typed is saved when the bot is switched on.
  await owner.getByLabel("Button that opens a list").fill("Chagua");
  await owner.getByLabel("Button that opens a list").press("Enter");
  await expect(owner.getByText("The texts were saved.")).toBeVisible();
  await expect(owner.getByRole("button", { name: "Switch on" })).toBeVisible();
  await owner.getByLabel("Away answer").fill("Tumefunga. Tutakujibu kesho.");
  await owner.getByRole("button", { name: "Switch on" }).click();
  await expect(owner.getByText("The bot is on.")).toBeVisible();
  await expect(owner.getByLabel("Away answer")).toHaveValue("Tumefunga. Tutakujibu kesho.");

  const id = `2547${String(Date.now()).slice(-8)}`;
  const name = `Amina ${id}`;
  const sandbox = await open();
  await signIn(sandbox, "owner@savanna.test", phones);
  await sandbox.getByLabel("Who (id or number)").fill(id);
  await sandbox.getByLabel("Name").fill(name);
  await sandbox.getByLabel("Message").fill("Habari");
  await sandbox.getByRole("button", { name: "Send" }).first().click();
  const phone = sandbox.getByRole("region", { name });
  await until(sandbox, false, () => phone.getByText("Tukusaidie nini?").isVisible());
  await expect(phone.getByText(/Karibu!/)).toBeVisible();
  await phone.getByRole("button", { name: "Talk to a person" }).click();
  await until(sandbox, false, () => phone.getByText("Mmoja wetu atakujibu hapa.").isVisible());

  const agent = await open();
  await signIn(agent, "agent@savanna.test", "/chat/inbox?view=waiting");
  await agent.getByRole("link", { name }).click();
  const log = agent.getByRole("log");
  await expect(log.getByText("Tukusaidie nini?").first()).toBeVisible();
  await expect(log.getByRole("list", { name: "Choices" }).getByText("Our shops")).toBeVisible();
  await expect(agent.getByText("The bot handed it over: the customer asked for a person")).toBeAttached();
  await agent.getByRole("button", { name: "Take this conversation" }).click();
  await agent.getByLabel("Your reply").fill("Habari Amina, ni mimi Joy.");
  await agent.getByRole("button", { name: "Send" }).click();
  await until(sandbox, false, () => phone.getByText("ni mimi Joy").isVisible());
  await agent.getByRole("button", { name: "End conversation" }).click();
  await expect(agent.getByText("This conversation has ended.").first()).toBeVisible();

  await owner.getByRole("button", { name: "Switch off" }).click();
  await expect(owner.getByText("The bot is off.").first()).toBeVisible();
  await expect(owner.getByRole("region", { name: "Last 30 days" }).getByText("Handed over")).toBeVisible();
  for (const one of [owner, sandbox, agent]) await one.context().close();
});
