import { type Browser, chromium } from "@playwright/test";
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
      return [...report("list page", loads), ...report("chat inbox", chats)];
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

/** A context of its own has an empty cache. @param row what is looked for on the screen */
async function coldLoad(browser: Browser, url: string, cookie: string, row: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies(
      cookie.split("; ").map((pair) => {
        const at = pair.indexOf("=");
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
      }),
    );
    const page = await context.newPage();
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

function report(what: string, loads: Load[]): Row[] {
  const median = (of: number[]) => [...of].sort((a, b) => a - b)[of.length >> 1] ?? Number.NaN;
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
