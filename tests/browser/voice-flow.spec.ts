import { type APIRequestContext, type Browser, expect, type Page, test } from "@playwright/test";
import { createMp3Encoder } from "wasm-media-encoders";
import { origin } from "./application";
import { signIn } from "./people";
import { agent, customerCalls, logIn, logOut, phoneLaunch, saveDisposition } from "./voice.agents";

test.use({ launchOptions: phoneLaunch });

const number = "+254709000300";
const spokenMessage = "Tafadhali acha ujumbe.";

type FlowCall = { reference: string; from: string; state: string; flow?: { heard: string[]; records: boolean } };

/** The newest call of a customer at the sandbox's PBX. */
async function queueCall(request: APIRequestContext, from: string): Promise<FlowCall | undefined> {
  const { queue } = (await (await request.get("/sandbox/pbx/calls")).json()) as { queue: FlowCall[] };
  return queue.filter((call) => call.from === from && call.state !== "gone").at(-1);
}

async function tone(): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: 16_000, channels: 1, bitrate: 32 });
  const samples = Float32Array.from({ length: 16_000 }, (_, at) => 0.2 * Math.sin(at / 6));
  const sound = Buffer.from(encoder.encode([samples]));
  return Buffer.concat([sound, Buffer.from(encoder.finalize())]);
}

/** Builds a flow on pages without script: a menu, a queue that goes on to voicemail. */
async function buildFlow(browser: Browser): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, "owner@savanna.test", "/voice/settings/sounds/new");
  const save = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.getByLabel("What it says").fill("For sales press 1, else leave a message.");
  await page
    .getByLabel("Sound", { exact: true })
    .setInputFiles({ name: "menu.mp3", mimeType: "audio/mpeg", buffer: await tone() });
  await save("Save the sound");
  await expect(page.getByRole("link", { name: "Enter a name." })).toBeVisible();
  await expect(page.getByLabel("What it says")).toHaveValue("For sales press 1, else leave a message.");
  await page.getByLabel("Name", { exact: true }).fill("Journey menu");
  await save("Save the sound");
  await expect(page.getByRole("link", { name: "Journey menu" })).toBeVisible();

  await page.goto("/voice/settings/flows");
  await page.getByLabel("Name of a new call flow").fill("Journey");
  await save("Add the call flow");
  const addStep = async (kind: string, fill: () => Promise<unknown>) => {
    await page.getByRole("link", { name: `+ ${kind}` }).click();
    await fill();
    await save("Save the step");
    await expect(page.getByRole("heading", { name: "Journey", level: 1 })).toBeVisible();
  };
  const choose = (label: string, option: string) => page.getByLabel(label, { exact: true }).selectOption(option);
  await addStep("Voicemail", async () => {
    await page.getByLabel("Text that is spoken").fill(spokenMessage);
    await page.getByLabel("Voice", { exact: true }).selectOption("Swahili: Rafiki, a man");
    await save("Make the sound");
    await expect(page.getByRole("region", { name: "The sound" }).locator("audio")).toHaveAttribute("src", /\/files\//);
  });
  await addStep("Queue", async () => {
    await page.getByLabel("Queue", { exact: true }).fill("Sales");
    // The agent of the demo who answers below has it.
    await page.getByLabel(/^Skill/).selectOption("Swahili");
    await choose("When no one answers", "Voicemail");
  });
  await addStep("Menu", async () => {
    await choose("Key 1", "Queue");
    await choose("Without a right key", "Voicemail");
  });
  await expect(page.getByRole("link", { name: "Menu: choose a sound." })).toBeVisible();
  await expect(page.getByRole("button", { name: "Switch on" })).toHaveCount(0);
  await page.getByRole("link", { name: "Menu: choose a sound." }).click();
  await choose("Sound", "Journey menu");
  await save("Save the step");
  await choose("A call begins with", "Menu");
  await page.getByLabel("+254 709 000 300").check();
  await save("Save name and numbers");

  await page.getByLabel("Keys pressed").fill("1");
  await page.getByLabel("Someone answers").check();
  await save("Try the call flow");
  const trial = page.getByRole("region", { name: "What the caller meets" });
  await expect(trial).toContainText("Hears “For sales press 1, else leave a message.”");
  await expect(trial).toContainText("Answered by an agent");
  await save("Switch on");
  await expect(page.getByText("Calls follow these steps.")).toBeVisible();
  await context.close();
}

/** Presses keys or speaks as the customer does. */
async function customerDoes(page: Page, call: string, what: "keys" | "message", form: Record<string, string> = {}) {
  await page.request.post(`/sandbox/pbx/calls/${call}/${what}`, {
    form,
    headers: { origin: origin() },
    maxRedirects: 0,
  });
}

test("a flow is built and tried without script; a caller presses a key and is answered, another leaves a message", async ({
  browser,
}) => {
  await buildFlow(browser);

  const { page, context, phone } = await agent(browser, "agent@savanna.test");
  await logIn(page);
  const [buyer, writer] = ["+254733000161", "+254733000162"];
  await customerCalls(page.request, buyer, number);
  await expect
    .poll(async () => (await queueCall(page.request, buyer))?.flow?.heard)
    .toEqual(["For sales press 1, else leave a message."]);
  await customerDoes(page, (await queueCall(page.request, buyer))?.reference ?? "", "keys", { key: "1" });
  await expect(phone).toContainText("Incoming", { timeout: 90_000 });
  await phone.getByRole("button", { name: "Answer" }).click();
  await expect(phone).toContainText("In call");
  await phone.getByRole("button", { name: "End call" }).click();
  await saveDisposition(phone);
  await logOut(page);
  await context.close();

  const supervisor = await browser.newContext();
  const desk = await supervisor.newPage();
  await signIn(desk, "owner@savanna.test", "/voice/voicemails");
  await customerCalls(desk.request, writer, number);
  await expect.poll(async () => (await queueCall(desk.request, writer))?.flow?.heard.length).toBe(1);
  // A wrong key says the menu again; the third time it goes to voicemail, which says its text.
  for (const heard of [2, 3, 4]) {
    await customerDoes(desk, (await queueCall(desk.request, writer))?.reference ?? "", "keys", { key: "9" });
    await expect.poll(async () => (await queueCall(desk.request, writer))?.flow?.heard.length).toBe(heard);
  }
  await expect.poll(async () => (await queueCall(desk.request, writer))?.flow?.records).toBe(true);
  expect((await queueCall(desk.request, writer))?.flow?.heard.at(-1)).toBe(spokenMessage);
  await customerDoes(desk, (await queueCall(desk.request, writer))?.reference ?? "", "message");
  await expect
    .poll(
      async () => {
        await desk.goto("/voice/voicemails?q=733000162");
        return desk
          .locator("tbody")
          .getByRole("link", { name: /^#\d+$/ })
          .count();
      },
      { timeout: 90_000 },
    )
    .toBe(1);
  await desk.locator("tbody").getByRole("link", { name: "+254 733 000 162" }).click();
  const drawer = desk.getByRole("dialog");
  await expect(drawer).toContainText("Not yet");
  await drawer.getByRole("button", { name: /^Listen/ }).click();
  await expect(drawer.locator("audio")).toHaveAttribute("src", /\/files\//);
  await expect
    .poll(() => drawer.locator("audio").evaluate((sound: HTMLAudioElement) => sound.duration))
    .toBeGreaterThan(5);
  await expect(drawer).not.toContainText("Not yet");
  await drawer.getByRole("link", { name: /^#\d+$/ }).click();
  await expect(desk.getByRole("heading", { name: /Voicemail from/ })).toBeVisible();
  await expect(desk.locator("main")).toContainText("voicemail.mp3");

  await desk.goto("/voice/reports/flows?q=7330001");
  await expect(desk.locator("tbody")).toContainText("Answered by an agent");
  await expect(desk.locator("tbody")).toContainText("Left a message");
  await supervisor.close();
});
