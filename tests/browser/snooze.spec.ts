import { expect, test } from "@playwright/test";
import { channelOf, customerEnds, customerWrites } from "./chat.customers";
import { signIn } from "./people";

test("without script: a conversation is snoozed, is in its own view, and comes back when the customer writes", async ({
  browser,
}) => {
  const mark = `${Date.now()}`.slice(-7);
  const who = { id: `s${mark}`, name: `Atieno ${mark}` };
  const channel = await channelOf("whatsapp");
  const chat = await customerWrites(channel, who, "Please answer me on Monday.");
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page, "supervisor@savanna.test", `/chat/inbox?chat=${chat}`);
  await page.getByRole("button", { name: "Take this conversation" }).click();
  await page.getByRole("link", { name: "Snooze", exact: true }).first().click();
  await page.getByRole("radio", { name: "At a set time" }).check();
  await page.getByRole("textbox", { name: "Date" }).fill("2020-01-01");
  await page.getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(page.getByText("Choose a time that is still to come.").first()).toBeVisible();
  await expect(page.getByRole("radio", { name: "At a set time" })).toBeChecked();
  await page.getByRole("radio", { name: "Monday at 8:00" }).check();
  await page.getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(page.getByText(/^Snoozed by .* at 8:00/)).toBeVisible();
  await page.goto("/chat/inbox?view=snoozed");
  await expect(page.getByRole("link", { name: who.name })).toBeVisible();
  await page.goto("/chat/inbox?view=mine");
  await expect(page.getByRole("link", { name: who.name })).toHaveCount(0);

  await customerWrites(channel, who, "One more thing.");
  await page.goto("/chat/inbox?view=mine");
  await expect(page.getByRole("link", { name: who.name })).toBeVisible();
  await customerEnds(channel, who);
  await page.context().close();
});
