import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
} from "@playwright/test";
import { findBrowser } from "../../scripts/browser.mjs";
import { origin } from "./application";
import { signIn } from "./people";

const found = await findBrowser();
// A microphone that beeps once a second, and addresses that another process on this machine can be reached at.
const quiet = found.args.map((arg) =>
  arg.startsWith("--disable-features=") ? `${arg},WebRtcHideLocalIpsWithMdns` : arg,
);
const media = [
  "--use-fake-device-for-media-stream",
  "--use-fake-ui-for-media-stream",
  "--autoplay-policy=no-user-gesture-required",
];
/** How a browser is started that has a phone. */
export const phoneLaunch = { executablePath: found.executablePath, args: [...quiet, ...media], env: found.env };

/** The sandbox's customers: one calls our number, and what they hear. */
export async function customerCalls(request: APIRequestContext, from: string, to = "+254709000100"): Promise<void> {
  const answer = await request.post("/sandbox/pbx/calls", {
    form: { from, to },
    headers: { accept: "application/json", origin: origin() },
  });
  expect(answer.status()).toBe(201);
}

type Agent = { page: Page; context: BrowserContext; phone: Locator };

/** An agent whose page counts what comes in over its connections. */
export async function agent(browser: Browser, email: string): Promise<Agent> {
  const context = await browser.newContext({ permissions: ["microphone"] });
  await context.addInitScript(() => {
    const peers: RTCPeerConnection[] = [];
    const Native = window.RTCPeerConnection;
    window.RTCPeerConnection = new Proxy(Native, {
      construct(target, args) {
        const made = new target(...(args as ConstructorParameters<typeof Native>));
        peers.push(made);
        return made;
      },
    });
    Object.assign(window, { peers });
  });
  const page = await context.newPage();
  await signIn(page, email, "/dashboard");
  const phone = page.locator("section.phone");
  await expect(phone).toContainText("Phone ready", { timeout: 30_000 });
  return { page, context, phone };
}

/** Chooses one's status at the phone in the topbar. */
export async function chooseStatus(page: Page, option: string, becomes: string): Promise<void> {
  const summary = page.locator('summary[aria-label^="Voice status"]');
  if ((await summary.getAttribute("aria-label")) === `Voice status: ${becomes}`) return;
  await summary.click();
  await page.getByRole("button", { name: option, exact: true }).click();
  await expect(page.locator(`summary[aria-label="Voice status: ${becomes}"]`)).toBeVisible();
}
export const logIn = (page: Page) => chooseStatus(page, "Login", "Logged In");
export const logOut = (page: Page) => chooseStatus(page, "Logout", "Logged Out");

export async function saveDisposition(phone: Locator): Promise<void> {
  await phone.getByLabel("Disposition").selectOption({ index: 1 });
  await phone.getByLabel("Note").fill("Asked when the fridge comes.");
  await phone.getByRole("button", { name: "Save and take calls" }).click();
  await expect(phone).toContainText("Phone ready");
}

type CustomerCall = {
  number: string;
  state: string;
  packets: number;
  loudness: number;
  digits: string;
  onHold: boolean;
  referred: string;
};

/** The newest call of a simulated customer; one that goes on before one that ended. */
export async function findCustomer(request: APIRequestContext, number: string): Promise<CustomerCall | undefined> {
  const { calls } = (await (await request.get("/sandbox/pbx/calls")).json()) as { calls: CustomerCall[] };
  return calls
    .filter((call) => call.number === number)
    .sort((a, b) => Number(a.state === "ended") - Number(b.state === "ended"))[0];
}

/** Bytes of sound that have come in over the newest connection. */
async function bytesIn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const peer = (window as unknown as { peers: RTCPeerConnection[] }).peers.at(-1);
    let bytes = 0;
    for (const [, row] of await (peer?.getStats() ?? new Map()))
      if (row.type === "inbound-rtp") bytes += row.bytesReceived ?? 0;
    return bytes;
  });
}
/** Waits until sound comes in. */
export async function soundFlows(page: Page): Promise<void> {
  const before = await bytesIn(page);
  await expect.poll(() => bytesIn(page)).toBeGreaterThan(before + 2_000);
}
