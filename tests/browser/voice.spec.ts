import { expect, test } from "@playwright/test";
import { settled } from "./audit";
import { signIn } from "./people";
import {
  agent,
  chooseStatus,
  customerCalls,
  findCustomer,
  logIn,
  logOut,
  phoneLaunch,
  saveDisposition,
  soundFlows,
} from "./voice.agents";

test.use({ launchOptions: phoneLaunch });

test("a customer rings: answered, muted, held, keyed, carried through pages, transferred, ended and disposed", async ({
  browser,
}) => {
  const { page, context, phone } = await agent(browser, "agent@savanna.test");
  const number = "254733000141";
  await logIn(page);

  await customerCalls(page.request, number);
  await expect(phone).toContainText("Incoming", { timeout: 90_000 });
  await expect(phone).toContainText("+254 733 000 141");
  await expect(phone).toContainText("open ticket");
  await phone.getByRole("button", { name: "Answer" }).click();
  await expect(phone).toContainText("In call");
  await soundFlows(page);
  await expect(phone).toContainText("Recording");

  const hears = async () => (await findCustomer(page.request, number))?.packets ?? 0;
  const heard = await hears();
  await expect.poll(hears).toBeGreaterThan(heard);

  await phone.getByRole("button", { name: "Mute" }).click();
  await expect(phone).toContainText("The caller cannot hear you.");
  await phone.getByRole("button", { name: "Hold" }).click();
  await expect(phone).toContainText("On hold");
  await expect.poll(async () => (await findCustomer(page.request, number))?.onHold).toBe(true);
  await phone.getByRole("button", { name: "Resume" }).click();
  await expect(phone.getByRole("button", { name: "Muted" })).toBeVisible();
  await phone.getByRole("button", { name: "Muted" }).click();

  await phone.getByRole("button", { name: "Keypad" }).click();
  await page.keyboard.type("402");
  await expect(phone.getByLabel("Keys pressed")).toHaveText("402");
  await expect.poll(async () => (await findCustomer(page.request, number))?.digits).toBe("402");
  await phone.getByRole("button", { name: "Hide keypad" }).click();

  const menu = page.locator('nav[aria-label="Main"] .nav-main a');
  const paths = await menu.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const path of paths.slice(0, 6)) {
    await page.evaluate((to) => document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)?.click(), path);
    await settled(page);
    await soundFlows(page);
    await expect(phone).toContainText("In call");
  }

  await phone.getByRole("button", { name: "End call" }).click();
  await expect(phone).toContainText("Wrap-up");
  await saveDisposition(phone);
  const log = await (await page.request.get(`/phone?part=caller&number=%2B${number}`)).json();
  expect(log.calls.data[0]).toMatchObject({
    status: "Complete",
    type: "inbound",
    note: "Asked when the fridge comes.",
  });
  await expect
    .poll(async () => {
      const { calls } = await (await page.request.get(`/phone?part=caller&number=%2B${number}`)).json();
      return calls.data[0].recorded;
    })
    .toBe(true);
  // The phone says why the queue does not ring it.
  await chooseStatus(page, "Lunch", "On Break");
  await expect(phone).toContainText("Lunch");
  await chooseStatus(page, "End Break", "Logged In");
  await expect(phone).not.toContainText("Lunch");
  await logOut(page);
  await expect(phone).toContainText("Logged Out");
  await context.close();
});

test("numbers are dialled by hand and from a ticket; one that is busy says so, one that is wrong is not dialled", async ({
  browser,
}) => {
  const { page, context, phone } = await agent(browser, "agent@savanna.test");
  await phone.getByRole("button", { name: "Dial" }).click();
  await phone.getByLabel("Phone number in Kenya").fill("0712 00");
  await phone.getByRole("button", { name: "Call", exact: true }).click();
  await expect(phone).toContainText("4 digits are missing");
  await expect(
    page.getByText("Please provide a valid phone number or select an outbound number from the list"),
  ).toBeVisible();

  await phone.getByLabel("Call from").selectOption({ index: 1 });
  await phone.getByLabel("Phone number in Kenya").fill("0712 000 118");
  await phone.getByLabel("Phone number in Kenya").press("Enter");
  await expect(phone).toContainText("In call");
  await soundFlows(page);
  await phone.getByRole("button", { name: "End call" }).click();
  await saveDisposition(phone);

  await page.goto("/ticketing/main");
  const tickets = await page
    .locator("tbody a.name")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const link = page.locator('section[aria-label="Customer"] a[href^="tel:"]');
  for (const ticket of tickets) {
    await page.goto(ticket ?? "");
    if ((await link.count()) > 0) break;
  }
  await expect(phone).toContainText("Phone ready", { timeout: 90_000 });
  const number = (await link.getAttribute("href"))?.slice("tel:".length) ?? "";
  await link.click();
  await expect(phone.getByLabel("Phone number in Kenya")).toHaveValue(number);
  await phone.getByRole("button", { name: "Close the dialler" }).click();

  await phone.getByRole("button", { name: "Dial" }).click();
  await phone.getByLabel("Call from").selectOption({ index: 1 });
  await phone.getByLabel("Phone number in Kenya").fill("0712 000 101");
  await phone.getByRole("button", { name: "Call", exact: true }).click();
  await expect(page.getByText("The number is busy.")).toBeVisible();
  await expect(phone).toContainText("Phone ready");
  await context.close();
});

test("a caller is transferred to a second agent; a second tab has no phone of its own; offline is said and ends", async ({
  browser,
}) => {
  const first = await agent(browser, "agent@savanna.test");
  const second = await agent(browser, "admin@savanna.test");
  await logIn(first.page);
  await customerCalls(first.page.request, "254733000155");
  await first.phone.getByRole("button", { name: "Answer" }).click({ timeout: 90_000 });
  await expect(first.phone).toContainText("In call");
  await logIn(second.page);

  await first.phone.getByRole("button", { name: "Transfer" }).click();
  await first.phone.getByRole("button", { name: /free$/ }).first().click();
  await expect(second.phone).toContainText("+254 733 000 155");
  await second.phone.getByRole("button", { name: "Answer" }).click();
  await expect(second.phone).toContainText("In call");
  await soundFlows(second.page);
  await expect(first.phone).toContainText("Wrap-up");
  await saveDisposition(first.phone);

  const other = await second.context.newPage();
  await other.goto("/dashboard");
  const otherPhone = other.locator("section.phone");
  await expect(otherPhone).toContainText("Phone is in another tab", { timeout: 90_000 });
  await expect(otherPhone).toContainText("In a call with");
  await other.close();
  await second.phone.getByRole("button", { name: "End call" }).click();
  await saveDisposition(second.phone);

  await first.context.setOffline(true);
  await expect(first.page.getByText("You are offline.").first()).toBeVisible();
  await first.context.setOffline(false);
  await expect(first.phone).toContainText("Phone ready", { timeout: 90_000 });
  await logOut(first.page);
  await logOut(second.page);
  await first.context.close();
  await second.context.close();
});

test("a file of numbers is uploaded and called one by one, with a call-back and a ticket after the call", async ({
  browser,
}) => {
  const owner = await browser.newContext();
  const desk = await owner.newPage();
  await signIn(desk, "owner@savanna.test", "/voice/settings/targets");
  await desk.getByLabel("Calls from").fill("00:00");
  await desk.getByLabel("Calls until").fill("23:59");
  await desk.getByLabel("Sunday").check();
  await desk.getByRole("button", { name: "Save" }).click();
  await expect(desk.getByText("Call targets saved")).toBeVisible();
  await desk.goto("/voice/settings/uploads/new?template=collection");
  await desk.getByLabel("File", { exact: true }).setInputFiles({
    name: "journey.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Phone,Name,Amount due\n0712000218,Amina Journey,KES 4500\nnothing,Brian,\n"),
  });
  await desk.getByRole("button", { name: "Upload the file" }).click();
  await expect(desk.getByRole("link", { name: "1 row not called" })).toBeVisible({ timeout: 90_000 });
  await desk.getByRole("link", { name: "1 row not called" }).click();
  await expect(desk.locator("main")).toContainText("Brian");
  await owner.close();

  const { page, context, phone } = await agent(browser, "agent@savanna.test");
  await page.goto("/voice/outbound");
  await page.getByLabel("List", { exact: true }).selectOption("journey");
  await page.getByRole("button", { name: "Next number" }).click();
  await expect(page.locator("main")).toContainText("KES 4500");
  await expect(phone).toContainText("Phone ready", { timeout: 90_000 });
  await page.locator("main").getByRole("link", { name: "+254 712 000 218" }).click();
  await phone.getByLabel("Call from").selectOption({ index: 1 });
  await phone.getByRole("button", { name: "Call", exact: true }).click();
  await expect(phone).toContainText("In call");
  await soundFlows(page);
  await phone.getByRole("button", { name: "End call" }).click();
  await expect(phone).toContainText("Wrap-up");

  await phone.getByText("Call back later").click();
  await phone.getByLabel("Day").fill(new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10));
  await phone.getByLabel(/^Time/).fill("10:30");
  await phone.getByLabel("What to say").fill("Pays after the weekend.");
  await phone.getByRole("button", { name: "Plan the call-back" }).click();
  await expect(phone).toContainText("The call-back is planned.");
  await phone.getByText("Open a ticket").click();
  await phone.getByLabel("Subject").fill("Amina asks for an invoice");
  await phone.getByRole("button", { name: "Open the ticket" }).click();
  await expect(phone).toContainText("The ticket is open.");
  await saveDisposition(phone);
  await page.goto("/voice/outbound");
  await expect(page.locator("main")).toContainText("Pays after the weekend.");
  await expect(page.getByRole("button", { name: "Next number" })).toBeVisible();
  await context.close();
});
