import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { settled } from "./audit";
import { channelOf, customerEnds, customerWrites } from "./chat.customers";
import { signIn } from "./people";

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

type Box = { x: number; y: number; width: number; height: number };

function isOver(one: Box, other: Box): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > 0;
}

/** What one works with in the inbox: fields, buttons and links that are not of the notice, as far as one can see them. */
function covered(all: Locator): Promise<string[]> {
  return all.evaluateAll((ones) => {
    const names: string[] = [];
    for (const one of ones) {
      if (one.closest(".notice") || !one.checkVisibility({ visibilityProperty: true })) continue;
      const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      for (const [x, y] of [
        [(left + right) / 2, (top + bottom) / 2],
        [left + 2, top + 2],
        [right - 2, top + 2],
        [left + 2, bottom - 2],
        [right - 2, bottom - 2],
      ] as const) {
        if (document.elementFromPoint(x, y)?.closest(".notice")) {
          names.push(one.getAttribute("aria-label") ?? one.textContent ?? one.id);
          break;
        }
      }
    }
    return names;
  });
}

const controls = (page: Page) =>
  page.locator("#main").locator("a[href], button, input, textarea, select, summary, label");

async function waiting(browser: Browser, viewport: (typeof windows)[number], javaScriptEnabled = true) {
  const id = `n${Date.now()}${Math.floor(Math.random() * 1000)}`;
  const who = { id, name: `Naliaka ${id}` };
  const channel = await channelOf("webchat");
  const chat = await customerWrites(channel, who, "Is the shop open?");
  const page = await (await browser.newContext({ viewport, javaScriptEnabled })).newPage();
  await signIn(page, "agent@savanna.test", `/chat/inbox?chat=${chat}`);
  return { page, who, channel, chat };
}

for (const viewport of windows) {
  test(`at ${viewport.width} px a notice lies over nothing one works with in the inbox`, async ({ browser }) => {
    const { page, who, channel, chat } = await waiting(browser, viewport);
    const field = page.locator("#compose-text");
    await field.fill("We close at six.");
    const send = page.getByRole("button", { name: "Take and send" });
    // Another font, and what the program adds, make the button wider; the phone below it comes with a program of its own.
    await settled(page);
    await expect(page.getByRole("region", { name: "Phone", exact: true })).toContainText("Phone ready");
    const before = await send.boundingBox();

    await page.route(/\.data/, (route) => route.abort("internetdisconnected"));
    await page.getByRole("button", { name: /^Take/ }).first().click();
    const notice = page.locator(".notice").filter({ hasText: "No connection" });
    await expect(notice).toBeVisible();
    expect(await send.boundingBox()).toEqual(before);
    const [over, at] = await Promise.all([page.locator("form:has(#compose-text)").boundingBox(), notice.boundingBox()]);
    expect(isOver(at as Box, over as Box)).toBe(false);
    expect(await covered(controls(page))).toEqual([]);
    // It is read beside the conversation it speaks of.
    expect(
      isOver(at as Box, (await page.getByRole("region", { name: /^Conversation with/ }).boundingBox()) as Box),
    ).toBe(true);

    await page.unroute(/\.data/);
    await notice.getByRole("button", { name: /^Close/ }).click();
    await expect(notice).toBeHidden();
    await page.getByRole("button", { name: /^Take/ }).first().click();
    await expect(page.locator("#end-conversation")).toBeVisible();

    await page.goto(`/chat/inbox/details/dispositions?chat=${chat}`);
    await expect(page.locator("[data-keys-help]")).toBeAttached();
    await page.route(/\.data/, (route) => route.abort("internetdisconnected"));
    await page.locator("[data-dispositions] input").first().check();
    await page.getByRole("button", { name: "End with this disposition" }).click();
    await expect(notice).toBeVisible();
    expect(await covered(controls(page))).toEqual([]);
    await page.unroute(/\.data/);
    await customerEnds(channel, who);
    await page.context().close();
  });

  test(`at ${viewport.width} px without script a notice lies over no part of the composer`, async ({ browser }) => {
    const { page, who, channel, chat } = await waiting(browser, viewport, false);
    await page.getByRole("button", { name: /^Take/ }).first().click();
    await page.goto(`/chat/inbox?chat=${chat}&drawer=transfer`);
    await page.getByLabel("Back to the queue").check();
    await page.getByRole("button", { name: "Transfer", exact: true }).click();
    const notice = page.locator(".notice").filter({ hasText: "Transferred" });
    await expect(notice).toBeVisible();
    const [over, at] = await Promise.all([page.locator("form:has(#compose-text)").boundingBox(), notice.boundingBox()]);
    expect(isOver(at as Box, over as Box)).toBe(false);
    await customerEnds(channel, who);
    await page.context().close();
  });
}
