import { expect, test } from "@playwright/test";
import {
  agent,
  customerCalls,
  findCustomer,
  logIn,
  logOut,
  phoneLaunch,
  saveDisposition,
  soundFlows,
} from "./voice.agents";

test.use({ launchOptions: phoneLaunch });

test("a colleague is asked first: refused, spoken with and left, then joined with the caller, which their calls say", async ({
  browser,
}) => {
  const first = await agent(browser, "agent@savanna.test");
  const second = await agent(browser, "admin@savanna.test");
  const number = "254733000163";
  await logIn(first.page);
  await customerCalls(first.page.request, number);
  await first.phone.getByRole("button", { name: "Answer" }).click({ timeout: 90_000 });
  await expect(first.phone).toContainText("In call");
  await logIn(second.page);
  const isHeld = async () => (await findCustomer(first.page.request, number))?.onHold;
  const ask = async () => {
    await first.phone.getByRole("button", { name: "Transfer" }).click();
    await first.phone.getByLabel("Speak with them first").check();
    await first.phone.getByRole("button", { name: /free$/ }).first().click();
    await expect(second.phone).toContainText("Asks about +254 733 000 163");
    await expect(first.phone).toContainText("On hold");
    await expect.poll(isHeld).toBe(true);
  };

  await ask();
  await second.phone.getByRole("button", { name: "Decline" }).click();
  await expect(first.page.getByText(/The caller hears nothing until you resume/)).toBeVisible();
  await first.phone.getByRole("button", { name: "Resume" }).click();
  await expect(first.phone).toContainText("In call");

  await ask();
  await second.phone.getByRole("button", { name: "Answer" }).click();
  await expect(first.phone).toContainText("Talking with");
  await soundFlows(second.page);
  await soundFlows(first.page);
  await first.phone.getByRole("button", { name: "Back to the caller" }).click();
  await expect(first.phone).toContainText("In call");
  await expect.poll(isHeld).toBe(false);
  await expect(second.phone).toContainText("Phone ready");

  await ask();
  await second.phone.getByRole("button", { name: "Answer" }).click();
  await expect(first.phone).toContainText("Talking with");
  // By the keyboard alone.
  await first.page.keyboard.press("Alt+KeyP");
  await expect(first.phone.getByRole("button", { name: "Complete the transfer" })).toBeFocused();
  await first.page.keyboard.press("Enter");
  await expect(first.phone).toContainText("Wrap-up");
  await expect(second.phone).toContainText("+254 733 000 163");
  await expect(second.phone).toContainText("In call");
  await soundFlows(second.page);
  await saveDisposition(first.phone);
  await second.phone.getByRole("button", { name: "End call" }).click();
  await saveDisposition(second.phone);

  await second.page.goto("/voice/reports/calls?q=733000163");
  const rows = second.page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await rows.last().getByRole("link").first().click();
  const drawer = second.page.locator("dialog.drawer");
  await expect(drawer).toContainText("Transferred to");
  await expect(drawer.getByRole("region", { name: "Consultations" }).getByRole("listitem")).toHaveCount(6);
  await second.page.goto("/voice/reports/calls?q=733000163");
  await rows.first().getByRole("link").first().click();
  await expect(drawer).toContainText("Transferred by");
  // The drawer lies over the menu of the status.
  await second.page.goto("/voice/reports/calls");
  for (const { page, context } of [first, second]) {
    await logOut(page);
    await context.close();
  }
});
