import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./people";
import { agent, customerCalls, phoneLaunch, saveDisposition } from "./voice.agents";

test.use({ launchOptions: phoneLaunch });

/** How long the wrap-up is, and whether it ends with a disposition only. */
async function setWrapUp(page: Page, seconds: string, isNeeded: boolean): Promise<void> {
  await page.goto("/voice/settings");
  await page.getByLabel("Wrap-up (seconds)").fill(seconds);
  await page.getByLabel("A disposition is needed before the next call").setChecked(isNeeded);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Voice settings saved")).toBeVisible();
}

test("what is typed at the phone stays: when a call is not made, when the wrap-up is over, while another call rings", async ({
  browser,
}) => {
  const owner = await browser.newContext();
  const desk = await owner.newPage();
  await signIn(desk, "owner@savanna.test", "/voice/settings");
  await setWrapUp(desk, "5", false);
  const { page, context, phone } = await agent(browser, "agent@savanna.test");

  // The server refuses the call: the number is there for another try.
  await phone.getByRole("button", { name: "Dial" }).click();
  await phone.getByLabel("Call from").selectOption({ index: 2 });
  const number = phone.getByLabel("Phone number in Kenya");
  await number.fill("0712 000 118");
  const refusal = { status: 403, contentType: "application/json", body: '{"message":"Not now."}' };
  await page.route("**/phone", (route) =>
    route.request().method() === "POST" ? route.fulfill(refusal) : route.continue(),
  );
  await number.press("Enter");
  await expect(page.getByText("Not now.").first()).toBeVisible();
  await expect(number).toHaveValue("0712 000 118");
  await expect(phone.getByLabel("Call from")).toHaveValue("2549");
  await page.unroute("**/phone");
  await number.press("Enter");
  await expect(phone).toContainText("In call");

  // Focus is not lost with the controls that it was in.
  const focused = () => page.evaluate(() => document.activeElement?.closest("section.phone") !== null);
  await phone.getByRole("button", { name: "Transfer" }).press("Enter");
  await phone.getByRole("button", { name: "Keep the call" }).press("Enter");
  await expect(phone.getByRole("button", { name: "Transfer" })).toBeFocused();
  await phone.getByRole("button", { name: "End call" }).press("Enter");
  await expect(phone.getByLabel("Disposition")).toBeFocused();

  await phone.getByLabel("Note").fill("Pays on Friday, wants a");
  await expect(phone).toContainText("The time is over: calls can ring.", { timeout: 20_000 });
  // To the extension: a caller in the queue would ring again.
  await customerCalls(page.request, "254733000161", "1001");
  await expect(phone).toContainText("Incoming", { timeout: 90_000 });
  await phone.getByRole("button", { name: "Decline" }).press("Enter");
  await expect(phone.getByLabel("Note")).toHaveValue("Pays on Friday, wants a");
  expect(await focused()).toBe(true);
  await expect(phone).toContainText("+254 712 000 118");
  await page.reload();
  await expect(phone.getByLabel("Note")).toHaveValue("Pays on Friday, wants a");
  await expect(phone).toContainText("+254 712 000 118");

  await saveDisposition(phone);
  await page.reload();
  await expect(phone).toContainText("Phone ready", { timeout: 30_000 });
  await context.close();
  await setWrapUp(desk, "30", true);
  await owner.close();
});

test("a number that is pressed during the wrap-up is dialled after it, and the phone says so", async ({ browser }) => {
  const { page, context, phone } = await agent(browser, "agent@savanna.test");
  await phone.getByRole("button", { name: "Dial" }).click();
  await phone.getByLabel("Call from").selectOption({ index: 1 });
  await phone.getByLabel("Phone number in Kenya").fill("0712 000 118");
  await phone.getByLabel("Phone number in Kenya").press("Enter");
  await expect(phone).toContainText("In call");
  await phone.getByRole("button", { name: "End call" }).click();
  await page.locator('nav[aria-label="Main"] a[href="/voice/outbound"]').evaluate((link: HTMLElement) => link.click());
  await page.locator('main a[href="tel:+254712555077"]').click();
  await expect(page.getByText("The dialler opens with this number after it.")).toBeVisible();
  await phone.getByLabel("Disposition").selectOption({ index: 1 });
  await phone.getByRole("button", { name: "Save and take calls" }).click();
  await expect(phone.getByLabel("Phone number in Kenya")).toHaveValue("+254712555077");
  await context.close();
});

test("numbers that were added to a list leave the form, and those that were not stay in it", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/voice/settings/targets");
  const list = page.getByLabel("List", { exact: true });
  const numbers = page.getByLabel("Numbers, one on each line");
  await list.fill("By hand");
  await numbers.fill("0712 555 901, Amina\n\nhello, Dan\n0712 555 902");
  await page.getByRole("button", { name: "Add the numbers" }).click();
  await expect(page.getByText("2 of 3 numbers were added to By hand.").first()).toBeVisible();
  await expect(page.getByRole("alert").first()).toContainText("Line 1, hello: not a Kenyan mobile number.");
  await expect(numbers).toHaveValue("hello, Dan");
  await numbers.fill("0712 555 903, Dan");
  await page.getByRole("button", { name: "Add the numbers" }).click();
  await expect(page.getByText("1 added to By hand")).toBeVisible();
  await expect(numbers).toHaveValue("");
});
