import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { type Browser, chromium, type Page } from "@playwright/test";
import { findBrowser } from "../browser.mjs";
import { type Application, signIn, signInForToken, startedApplication } from "./application";
import { must } from "./chat/http";
import { endFlow, hearRecording, noteEverything, type PhoneWindow, watchFlow } from "./phone.page";
import type { BenchRow } from "./sms.stage";

/** An address of no one (RFC 5737): a STUN server there never answers. */
const stun = "stun:192.0.2.1:3478";
const tones = "0712 000 118";
const navigations = 20;
const cpuSeconds = 12;

/**
 * The phone in a browser against the sandbox's PBX: how soon a call leaves, how sound goes on through pages, how ends and
 * losses are noticed, and what recording is worth and costs.
 */
export default async function bench(): Promise<BenchRow[]> {
  const app = await startedApplication({ VOICE_STUN_SERVERS: stun });
  const found = await findBrowser();
  const media = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];
  const args = [...found.args, ...media, "--autoplay-policy=no-user-gesture-required"].map((arg) =>
    arg.startsWith("--disable-features=") ? `${arg},WebRtcHideLocalIpsWithMdns` : arg,
  );
  const browser = await chromium.launch({ executablePath: found.executablePath, args, env: found.env });
  try {
    const stage = await openPhone(app, browser);
    return [
      ...(await callThroughPages(stage)),
      ...(await costOfRecording(stage)),
      await vanishedPeer(stage),
      ...(await reconnecting(stage)),
      await secondTab(stage),
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

type Stage = { app: Application; browser: Browser; page: Page; headers: { authorization: string } };

async function openPhone(app: Application, browser: Browser): Promise<Stage> {
  const headers = { authorization: `Bearer ${await signInForToken(app.url)}` };
  const context = await browser.newContext({ permissions: ["microphone"] });
  const cookies = (await signIn(app.url, "agent@savanna.test")).split("; ").map((pair) => {
    const at = pair.indexOf("=");
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: app.url };
  });
  await context.addCookies(cookies);
  await context.addInitScript(noteEverything);
  const page = await context.newPage();
  await page.goto(`${app.url}/dashboard`);
  const stage = { app, browser, page, headers };
  await says(page, "Phone ready");
  return stage;
}

const phoneOf = (page: Page) => page.locator("section.phone");
/** Waits until the phone says so. @throws with what it says instead */
async function says(page: Page, words: string, timeout = 60_000): Promise<void> {
  const phone = phoneOf(page);
  await phone
    .getByText(words)
    .first()
    .waitFor({ timeout })
    .catch(async () => {
      throw new Error(
        `the phone does not say "${words}" but: ${await phone.textContent({ timeout: 1_000 }).catch(() => "nothing")}`,
      );
    });
}

/** Whether calls are recorded from now on. */
async function setRecording({ app, headers }: Stage, recording: "always" | "never"): Promise<void> {
  const address = `${app.url}/api/voice/voice/settings`;
  const now = await must(address, { headers });
  await must(address, { method: "PUT", headers, body: { ...now, recording, require_disposition: false } });
}

/** Dials and waits until somebody talks. @returns ms from the press until the INVITE left */
async function dial({ page }: Stage): Promise<number> {
  const phone = phoneOf(page);
  await phone.getByRole("button", { name: "Dial" }).click();
  await phone.getByLabel("Call from").selectOption({ index: 1 });
  await phone.getByLabel("Phone number in Kenya").fill(tones);
  const began = await page.evaluate(() => {
    const own = window as unknown as PhoneWindow;
    own.kept.sip.length = 0;
    const button = [...document.querySelectorAll("section.phone button")].find((one) => one.textContent === "Call");
    const at = performance.now();
    (button as HTMLButtonElement | undefined)?.click();
    return at;
  });
  await says(page, "In call");
  const sip = await page.evaluate(() => (window as unknown as PhoneWindow).kept.sip);
  return (sip.find(({ way, line }) => way === "out" && line.startsWith("INVITE"))?.at ?? Number.NaN) - began;
}

/** Hangs up. @returns seconds from the answer until the end, as the messages went over the line */
async function hangUp({ page }: Stage): Promise<number> {
  const phone = phoneOf(page);
  await phone.getByRole("button", { name: "End call" }).click();
  await says(page, "Wrap-up");
  const sip = await page.evaluate(() => (window as unknown as PhoneWindow).kept.sip);
  const answered = sip.find(({ way, line, method }) => way === "in" && / 200 /.test(line) && method === "INVITE")?.at;
  const ended = sip.find(({ way, line }) => way === "out" && line.startsWith("BYE"))?.at;
  await saveWrapUp(page);
  return ((ended ?? Number.NaN) - (answered ?? Number.NaN)) / 1_000;
}

async function saveWrapUp(page: Page): Promise<void> {
  await phoneOf(page).getByLabel("Disposition").selectOption({ index: 1 });
  await phoneOf(page).getByRole("button", { name: "Save and take calls" }).click();
  await says(page, "Phone ready");
}

async function callThroughPages(stage: Stage): Promise<BenchRow[]> {
  const { page, app, headers } = stage;
  await setRecording(stage, "always");
  const left = await dial(stage);
  await watchFlow(page);
  const menu = page.locator('nav[aria-label="Main"] .nav-main a');
  const paths = await menu.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (let n = 0; n < navigations; n += 1) {
    const path = paths[n % paths.length] ?? "";
    await page.evaluate((to) => document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)?.click(), path);
    await page.waitForURL((url) => url.pathname.startsWith(path.split("?")[0] ?? ""), { timeout: 60_000 });
    await pause(300);
  }
  const { worst, packets } = await endFlow(page);
  const length = await hangUp(stage);
  const bytes = await loadRecording(app.url, headers);

  const heard = await hearRecording(page, bytes);
  const off = Math.abs(heard.seconds - length);
  return [
    upTo("phone: until the INVITE leaves, with a STUN server that never answers", left / 1_000, 1.5),
    {
      ...upTo(`phone: longest lack of sound through ${navigations} pages`, worst / 1_000, 0.5),
      peer: `${packets} packets`,
    },
    { ...upTo("phone: a recording's length beside the call's", off, 0.5), peer: `a call of ${length.toFixed(1)} s` },
    {
      ...{ name: "phone: seconds of the recording with the customer, with the agent", limit: "50 %, 50 %" },
      ...{
        figure: `${percent(heard.customer)}, ${percent(heard.agent)}`,
        ok: heard.customer > 0.5 && heard.agent > 0.5,
      },
    },
    {
      ...{ name: "phone: the loudest sample of the recording", limit: "under 1" },
      ...{ figure: heard.peak.toFixed(2), ok: heard.peak < 0.99 },
    },
  ];
}

/** The newest recording of the account, as soon as it has arrived. */
async function loadRecording(url: string, headers: { authorization: string }): Promise<Uint8Array> {
  const cookie = await signIn(url);
  for (let tries = 0; tries < 300; tries += 1) {
    const { data } = (await must(`${url}/api/voice/voice/calls/recent/`, { headers })) as { data: { id: number }[] };
    const address = `${url}/api/voice/voice/calls/${data[0]?.id}/recording`;
    const asked = await fetch(address, { method: "POST", headers });
    if (asked.status === 201) {
      const link = ((await asked.json()) as { url: string }).url;
      return new Uint8Array(await (await fetch(new URL(link, url), { headers: { cookie } })).arrayBuffer());
    }
    await pause(100);
  }
  throw new Error("the recording did not arrive");
}

/** The browser's CPU in a call on a page that stands still, in turns with and without recording. */
async function costOfRecording(stage: Stage): Promise<BenchRow[]> {
  const { page, app } = stage;
  await page.goto(`${app.url}/dashboard`);
  await says(page, "Phone ready");
  const shares = { always: [] as number[], never: [] as number[] };
  for (const recording of ["never", "always", "always", "never"] as const) {
    await setRecording(stage, recording);
    await page.reload();
    await says(page, "Phone ready");
    await dial(stage);
    await pause(3_000);
    const before = await cpuOf(stage.browser);
    await pause(cpuSeconds * 1_000);
    shares[recording].push((await cpuOf(stage.browser)) - before);
    await hangUp(stage);
  }
  const mean = (given: readonly number[]) => given.reduce((sum, one) => sum + one, 0) / given.length / cpuSeconds;
  const [on, off] = [mean(shares.always), mean(shares.never)];
  return [
    {
      ...{ name: "phone: CPU of one core that recording takes", limit: "1.5 %", ok: on - off <= 0.015 },
      ...{ figure: percent(on - off, 1), peer: `the browser in a call without it ${percent(off, 1)}` },
    },
  ];
}

/** Seconds of CPU that the pages' processes have used. */
async function cpuOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The customers' phones stop without a word, as one does whose network is gone. */
async function vanishedPeer(stage: Stage): Promise<BenchRow> {
  await dial(stage);
  const pids = execFileSync("pgrep", ["-P", String(stage.app.child.pid), "-f", "sandbox-customers"])
    .toString()
    .split("\n");
  const pid = Number(pids[0]);
  process.kill(pid, "SIGSTOP");
  const began = performance.now();
  try {
    await says(stage.page, "Wrap-up", 90_000);
  } finally {
    process.kill(pid, "SIGCONT");
  }
  const seconds = (performance.now() - began) / 1_000;
  await saveWrapUp(stage.page);
  return upTo("phone: until the call of a vanished customer ends", seconds, 30);
}

async function reconnecting({ page, app }: Stage): Promise<BenchRow[]> {
  await page.goto(`${app.url}/dashboard`);
  await says(page, "Phone ready");
  const lost = await page.evaluate(() => {
    const { sockets } = window as unknown as PhoneWindow;
    sockets.tries.length = 0;
    sockets.refuse = true;
    const at = performance.now();
    for (const one of sockets.open) one.close();
    return at;
  });
  await says(page, "Tried 3 times.");
  const sockets = await page.evaluate(() => {
    const { tries, most } = (window as unknown as PhoneWindow).sockets;
    return { tries, most };
  });
  const at = sockets.tries.map((time) => (time - lost) / 1_000);
  const right = at.length === 3 && at.every((seconds, n) => Math.abs(seconds - n * 5) <= 0.5);
  return [
    {
      ...{ name: "phone: tries to connect again after a loss", limit: "0, 5, 10 s (0.5)", ok: right },
      figure: `${at.map((seconds) => seconds.toFixed(2)).join(", ")} s`,
    },
    { name: "phone: sockets at once meanwhile", figure: `${sockets.most}`, limit: "1", ok: sockets.most === 1 },
  ];
}

async function secondTab({ page, app }: Stage): Promise<BenchRow> {
  await page.reload();
  await says(page, "Phone ready");
  const other = await page.context().newPage();
  await other.goto(`${app.url}/dashboard`);
  await says(other, "Phone is in another tab");
  const counts = await Promise.all(
    [page, other].map((one) =>
      one.evaluate(() => (window as unknown as PhoneWindow).sockets.open.filter((ws) => ws.readyState <= 1).length),
    ),
  );
  const all = counts.reduce((sum, one) => sum + one, 0);
  return { name: "phone: registrations of two tabs", figure: `${all}`, limit: "1", ok: all === 1 };
}

const percent = (share: number, digits = 0) => `${(share * 100).toFixed(digits)} %`;

function upTo(name: string, seconds: number, most: number): BenchRow {
  return { name, figure: `${seconds.toFixed(2)} s`, limit: `${most} s`, ok: seconds <= most };
}
