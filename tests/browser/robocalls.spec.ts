import { createHash } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { origin } from "./application";
import { auditPage } from "./audit";
import { signIn } from "./people";

test.use({ javaScriptEnabled: false });

/** Makes a contact group with these numbers, and answers what its pages are opened with. */
async function makeGroup(page: Page, name: string, phones: readonly string[]): Promise<string> {
  await signIn(page, "owner@savanna.test", "/contacts/contact-group/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create group" }).click();
  await page.waitForURL(/\/contact-group\/details\?id=\d+/);
  const { search } = new URL(page.url());
  for (const phone of phones) {
    await page.goto(`/contacts/contact-group/details/contact${search}`);
    await page.getByLabel("Phone number").fill(phone);
    await page.getByRole("button", { name: "Add contact" }).click();
    await page.waitForURL((url) => url.pathname === "/contacts/contact-group/details");
  }
  return search;
}

type Placed = { to: string; heard: string[]; sounds: { sha256: string }[]; pressed: string; isMachine: boolean };

test("a robocall is composed, priced, started and paid, and a person presses a key", async ({ page, browser }) => {
  const save = (name: string | RegExp) => page.getByRole("button", { name }).click();
  // One presses 1, one's number is not in service, and one has an answering machine.
  const search = await makeGroup(page, "Reminders", ["+254733000911", "+254733000903", "+254733000908"]);

  await page.goto("/voice/robocalls/new");
  await page.getByLabel("Contact group").selectOption({ label: "Reminders (3)" });
  await page.locator("#label_1").fill("I will pay");
  await save("Continue to the price");
  await expect(page.getByRole("link", { name: "Enter a name." })).toBeVisible();
  await expect(page.locator("#label_1")).toHaveValue("I will pay");
  await page.getByLabel("Name", { exact: true }).fill("Payment reminder");
  await page.getByLabel("Sound", { exact: true }).selectOption({ label: "Menu" });
  for (const day of ["Saturday", "Sunday"]) await page.getByLabel(day).check();
  await page.locator("#call_from").fill("00:00");
  await page.locator("#call_until").fill("00:00");
  await page
    .getByLabel("When an answering machine answers")
    .selectOption({ label: "The sound is left on it after its greeting" });
  await save("Continue to the price");
  await expect(page.getByRole("heading", { name: "Payment reminder", level: 1 })).toBeVisible();
  await expect(page.getByRole("region", { name: "Price" })).toContainText("KES 9.00");
  await expect(page.locator("main")).toContainText("The sound is left on it after its greeting");
  await save("Start calling 3 numbers");
  const own = new URL(page.url()).pathname;
  await expect
    .poll(async () => (await page.goto(own)) && page.locator("main").textContent(), { timeout: 90_000 })
    .toMatch(/Finished.*Charged.*KES 3\.00/s);

  await page.getByRole("link", { name: "I will pay: 1" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.locator("tbody")).toContainText("1: I will pay");
  await page.goto(own);
  await page.getByRole("link", { name: "Answering machine" }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.locator("tbody")).toContainText("Message left on an answering machine");
  const file = await (await page.request.get(`${own}/calls.csv`)).text();
  expect(file).toMatch(/733000908.*Message left on an answering machine.*Answering machine/);
  const { placed } = (await (await page.request.get("/sandbox/pbx/calls")).json()) as { placed: Placed[] };
  const left = placed.find(({ to }) => to === "+254733000908");
  expect(left).toMatchObject({ isMachine: true, pressed: "" });
  expect(left?.heard).toHaveLength(1);

  const scripted = await browser.newContext({ javaScriptEnabled: true });
  const desk = await scripted.newPage();
  await signIn(desk, "owner@savanna.test", own);
  await auditPage(desk, own);
  await auditPage(desk, `${own}/calls`);
  await scripted.close();
  await page.goto(`/contacts/contact-group/details/delete${search}`);
  await save(/^Delete/);
});

test("a robocall is stopped only after it was said that it can't go on", async ({ page }) => {
  const search = await makeGroup(page, "Stopped", ["+254733000913"]);
  await page.goto("/voice/robocalls/new");
  await page.getByLabel("Contact group").selectOption({ label: "Stopped (1)" });
  await page.getByLabel("Name", { exact: true }).fill("Made by mistake");
  await page.getByLabel("Sound", { exact: true }).selectOption({ label: "Menu" });
  await page.getByRole("button", { name: "Continue to the price" }).click();
  await expect(page.getByRole("heading", { name: "Made by mistake", level: 1 })).toBeVisible();
  const stop = page.getByRole("button", { name: "Stop this robocall" });
  await expect(stop).toBeHidden();
  await page.getByText("Stop permanently").click();
  await expect(page.getByRole("region", { name: "Price" })).toContainText("cannot be started afterwards");
  await stop.click();
  await expect(page.getByText("Stopped", { exact: true }).first()).toBeVisible();
  await expect(page.getByText("Stop permanently")).toBeHidden();
  await page.goto(`/contacts/contact-group/details/delete${search}`);
  await page.getByRole("button", { name: /^Delete/ }).click();
});

/** What the next texts meet at the provider. */
async function setSpeech(page: Page, speak: string): Promise<void> {
  const answer = await page.request.post("/sandbox/speech", { form: { speak }, headers: { origin: origin() } });
  expect(answer.ok()).toBe(true);
}

test("a text for a robocall is typed, listened to, saved and sent; the customer hears that sound", async ({
  page,
  browser,
}) => {
  const save = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();
  const search = await makeGroup(page, "Swahili", ["+254733000912"]);
  const text = "Habari. Malipo yako <leo> & kesho. Bonyeza 2 kukubali.";

  await page.goto("/voice/robocalls/new");
  await page.getByLabel("Contact group").selectOption({ label: "Swahili (1)" });
  await page.locator("#label_2").fill("Ninakubali");
  await page.getByLabel("Text that is spoken").fill("Habari {{name}}");
  await save("Make the sound");
  await expect(page.locator("#words-error")).toContainText("without fields");
  await page.getByLabel("Text that is spoken").fill(text);
  await page.getByLabel("Voice").selectOption({ label: "Swahili: Zuri, a woman" });
  await setSpeech(page, "fail");
  await save("Make the sound");
  await expect(page.locator("main")).toContainText("The speech service has a fault now.");
  await setSpeech(page, "accept");
  await expect(page.getByLabel("Text that is spoken")).toHaveValue(text);
  await page.getByLabel("Sound", { exact: true }).selectOption({ label: "Menu" });
  await save("Continue to the price");
  await expect(page.locator("#sound_id-error")).toContainText("not both");
  await page.getByLabel("Sound", { exact: true }).selectOption({ label: "Choose a sound" });
  await save("Continue to the price");
  await expect(page.locator("#words-error")).toContainText("Press Make the sound");
  await save("Make the sound");
  const player = page.getByRole("region", { name: "The sound" });
  await expect(player).toContainText(text);
  const heard = await page.request.get((await player.locator("audio").getAttribute("src")) ?? "");
  expect(heard.headers()["content-type"]).toBe("audio/mpeg");
  const sha256 = createHash("sha256")
    .update(await heard.body())
    .digest("hex");
  await expect(page.locator("#label_2")).toHaveValue("Ninakubali");

  for (const day of ["Saturday", "Sunday"]) await page.getByLabel(day).check();
  await page.locator("#call_from").fill("00:00");
  await page.locator("#call_until").fill("00:00");
  await save("Continue to the price");
  await expect(page.getByRole("link", { name: "Enter a name." })).toBeVisible();
  await expect(player.locator("audio")).toHaveAttribute("src", /\/files\//);
  await page.getByLabel("Name", { exact: true }).fill("Malipo");
  await save("Continue to the price");
  await expect(page.getByRole("heading", { name: "Malipo", level: 1 })).toBeVisible();
  await save("Start calling 1 number");
  const own = new URL(page.url()).pathname;
  await expect
    .poll(async () => (await page.goto(own)) && page.locator("main").textContent(), { timeout: 90_000 })
    .toMatch(/Finished/);
  const { placed } = (await (await page.request.get("/sandbox/pbx/calls")).json()) as { placed: Placed[] };
  const call = placed.find(({ to }) => to === "+254733000912");
  expect(call).toMatchObject({ heard: [text], sounds: [{ sha256 }], pressed: "2" });

  // It is a sound of the account by now, whose text is changed and made again.
  await page.goto("/voice/settings/sounds");
  await page.getByRole("link", { name: "Malipo" }).click();
  await page.getByRole("link", { name: "Change the text" }).click();
  await expect(page.getByLabel("Text that is spoken")).toHaveValue(text);
  await page.getByLabel("Text that is spoken").fill("Asante kwa malipo.");
  await save("Save the sound");
  await expect(page.locator("#words-error")).toContainText("Make the sound");
  await save("Make the sound");
  await save("Save the sound");
  await expect(page.getByText("Sound changed")).toBeVisible();
  await expect(page.getByRole("dialog")).toContainText("Asante kwa malipo.");

  const scripted = await browser.newContext({ javaScriptEnabled: true });
  const desk = await scripted.newPage();
  await signIn(desk, "owner@savanna.test", "/voice/settings/sounds/spoken");
  await desk.getByLabel("Name", { exact: true }).fill("Karibu");
  await desk.getByLabel("Text that is spoken").fill("Karibu dukani, tunafungua saa mbili.");
  await desk.getByRole("button", { name: "Make the sound" }).click();
  const sound = desk.getByRole("dialog").locator("audio");
  await expect.poll(() => sound.evaluate((one: HTMLAudioElement) => one.duration)).toBeGreaterThan(2);
  await desk.getByRole("button", { name: "Save the sound" }).click();
  await expect(desk.getByRole("link", { name: "Karibu" })).toBeVisible();
  await scripted.close();
  await page.goto(`/contacts/contact-group/details/delete${search}`);
  await save(/^Delete/);
});
