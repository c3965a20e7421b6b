import { type Browser, chromium, type Page } from "@playwright/test";
import { findBrowser } from "../browser.mjs";
import { bigGroup, signIn, startedApplication } from "./application";

type Row = { name: string; figure: string; limit: string; peer?: string; ok: boolean };
/** Bytes on the wire with their headers, by kind; milliseconds from the start of the navigation. */
type Load = { bytes: Map<string, number>; rows: number };

/**
 * First loads of signed-in pages in a Chromium that has never seen the application: the list of 50 out of 100,000 rows,
 * and the chat inbox with a conversation open.
 */
export default async function bench(): Promise<Row[]> {
  const app = await startedApplication();
  try {
    const group = await bigGroup(app.dataDir);
    const cookie = await signIn(app.url);
    const page = `${app.url}/contacts/contact-group/details?id=${group}&per_page=50`;
    // The browser is new, the server is not.
    for (let n = 0; n < 5; n++) await (await fetch(page, { headers: { cookie } })).text();
    const { executablePath, args, env } = await findBrowser();
    const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } as never });
    try {
      const loads: Load[] = [];
      for (let n = 0; n < 7; n++) loads.push(await coldLoad(browser, page, cookie, "main tbody tr"));
      const inbox = await openConversation(app.url, cookie);
      const chats: Load[] = [];
      for (let n = 0; n < 3; n++) chats.push(await coldLoad(browser, inbox, cookie, "[data-row]"));
      const list = await slowLoads(browser, `${app.url}/sms/history`, cookie, "main tbody tr");
      // On a phone an open conversation has the whole window: its messages are what one waits for.
      const talk = await slowLoads(browser, inbox, cookie, 'section[aria-label^="Conversation with"] ol > li');
      return [
        ...report("list page", loads),
        ...report("chat inbox", chats),
        ...slowReport("/sms/history", list),
        ...slowReport("chat inbox", talk),
      ];
    } finally {
      await browser.close();
    }
  } finally {
    await app.stop();
  }
}

/** The inbox with the first conversation of its list open. */
async function openConversation(url: string, cookie: string): Promise<string> {
  const list = await (await fetch(`${url}/chat/inbox`, { headers: { cookie } })).text();
  const chat = /data-row="(\d+)"/.exec(list)?.[1];
  if (!chat) throw new Error("the inbox has no conversation");
  return `${url}/chat/inbox?chat=${chat}`;
}

/** A signed-in window that has never seen the application: a context of its own has an empty cache. */
async function newWindow(browser: Browser, url: string, cookie: string, width: number, height: number): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height } });
  await context.addCookies(
    cookie.split("; ").flatMap((pair) => {
      const at = pair.indexOf("=");
      const name = pair.slice(0, at);
      return name.endsWith("_styles") ? [] : [{ name, value: pair.slice(at + 1), url }];
    }),
  );
  return context.newPage();
}

/** Milliseconds from the start of the navigation. */
type SlowLoad = { rows: number; ready: number };

/** First visits of a phone on a slow line: 400 kbit/s, 400 ms a round trip, a processor four times as slow as this. */
async function slowLoads(browser: Browser, url: string, cookie: string, row: string): Promise<SlowLoad[]> {
  const loads: SlowLoad[] = [];
  for (let n = 0; n < 5; n++) {
    const page = await newWindow(browser, url, cookie, 390, 844);
    try {
      const wire = await page.context().newCDPSession(page);
      await wire.send("Network.enable");
      const speed = (400 * 1024) / 8;
      const line = { offline: false, latency: 400, downloadThroughput: speed, uploadThroughput: speed };
      await wire.send("Network.emulateNetworkConditions", line);
      await wire.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.addInitScript(watchRows, row);
      await page.addInitScript(watchReady);
      await page.goto(url, { waitUntil: "commit" });
      await page.waitForFunction(() => "rowsVisible" in window && "ready" in window, undefined, { timeout: 60_000 });
      loads.push(
        await page.evaluate(() => {
          const { rowsVisible, ready } = window as unknown as { rowsVisible: number; ready: number };
          return { rows: rowsVisible, ready };
        }),
      );
    } finally {
      await page.context().close();
    }
  }
  return loads;
}

/** Runs in the page: the time at which it is hydrated. Remix takes the scroll position over in an effect of its root. */
function watchReady(): void {
  const look = () => {
    if (history.scrollRestoration !== "manual") requestAnimationFrame(look);
    else (window as unknown as { ready: number }).ready = performance.now();
  };
  requestAnimationFrame(look);
}

function slowReport(what: string, loads: readonly SlowLoad[]): Row[] {
  const figure = (name: string, times: number[], most: number): Row => {
    const time = median(times);
    return {
      name: `first visit of ${what} on a slow phone (400 kbit/s, 400 ms, 4x processor): ${name}`,
      figure: `${(time / 1000).toFixed(2)} s`,
      limit: `${most / 1000} s`,
      ok: time <= most,
    };
  };
  return [
    figure(
      "rows visible",
      loads.map(({ rows }) => rows),
      1_400,
    ),
    figure(
      "hydrated",
      loads.map(({ ready }) => ready),
      4_000,
    ),
  ];
}

/** @param row what is looked for on the screen */
async function coldLoad(browser: Browser, url: string, cookie: string, row: string): Promise<Load> {
  const page = await newWindow(browser, url, cookie, 1440, 900);
  const context = page.context();
  try {
    const wire = await context.newCDPSession(page);
    const kinds = new Map<string, string>();
    const bytes = new Map<string, number>();
    wire.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
    wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId) ?? "Other";
      bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength);
    });
    await wire.send("Network.enable");
    await page.addInitScript(watchRows, row);
    await page.goto(url, { waitUntil: "load" });
    await page.waitForFunction(() => "rowsVisible" in window);
    // The live line never falls silent: what the page asks for by itself is there by then.
    await page.waitForTimeout(3_000);
    const rows = await page.evaluate(() => (window as unknown as { rowsVisible?: number }).rowsVisible);
    if (rows === undefined) throw new Error("the rows were never visible");
    return { bytes, rows };
  } finally {
    await context.close();
  }
}

/** Runs in the page: the time at which a frame with the first rows of the list was on the screen. */
function watchRows(first: string): void {
  const look = () => {
    const row = document.querySelector(first);
    if (!row || row.getBoundingClientRect().height === 0) requestAnimationFrame(look);
    // The frame that is being made shows the row; the next one begins when that is done.
    else
      requestAnimationFrame((now) => {
        (window as unknown as { rowsVisible: number }).rowsVisible = now;
      });
  };
  requestAnimationFrame(look);
}

function median(of: readonly number[]): number {
  return [...of].sort((a, b) => a - b)[of.length >> 1] ?? Number.NaN;
}

function report(what: string, loads: Load[]): Row[] {
  const kilobytes = (load: Load) => [...load.bytes.values()].reduce((sum, some) => sum + some, 0) / 1024;
  const heaviest = Math.max(...loads.map(kilobytes));
  const visible = median(loads.map(({ rows }) => rows));
  const kinds = [...(loads[0]?.bytes ?? [])].sort((a, b) => b[1] - a[1]);
  return [
    {
      name: `cold load of the ${what} in Chromium: on the wire`,
      figure: `${heaviest.toFixed(0)} KB`,
      limit: "250 KB",
      peer: kinds.map(([kind, some]) => `${kind} ${(some / 1024).toFixed(0)}`).join(", "),
      ok: heaviest <= 250,
    },
    {
      name: `cold load of the ${what} in Chromium: rows visible`,
      figure: `${visible.toFixed(0)} ms`,
      limit: "500 ms",
      ok: visible <= 500,
    },
  ];
}
