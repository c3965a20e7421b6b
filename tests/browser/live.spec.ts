import { type Browser, expect, type Page, test } from "@playwright/test";
import { signIn } from "./people";

async function come(browser: Browser, email: string, to = "/dashboard"): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  hearEvents(page);
  await signIn(page, email, to);
  return page;
}

/** The page's socket is open and has caught up. */
async function connected(page: Page): Promise<void> {
  await expect(page.locator('[data-live="on"]')).toBeAttached();
}

/** Opens a ticket and answers its number. */
async function ticket(page: Page, subject: string): Promise<string> {
  await page.goto("/ticketing/new");
  await page.getByLabel("Subject", { exact: true }).fill(subject);
  await page.getByRole("textbox", { name: "Name (optional)" }).fill("Njoki Karanja");
  await page.getByRole("button", { name: "Open the ticket" }).click();
  await page.waitForURL(/\/ticketing\/show\/\d+$/);
  return /(\d+)$/.exec(page.url())?.[1] ?? "";
}

type HeardEvent = { kind: string; body: { ids?: number[]; by?: string | null } };
/** The events that each page was told over its sockets. */
const told = new WeakMap<Page, HeardEvent[]>();

function hearEvents(page: Page): void {
  const events: HeardEvent[] = [];
  told.set(page, events);
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      // An event of socket.io: digits, then its name and what it brings.
      const [name, batch] = /^\d+\["(events|missed)",/.test(`${payload}`) ? frame(`${payload}`) : [];
      if (name) for (const [, kind, body] of batch ?? []) events.push({ kind, body });
    });
  });
}

function frame(payload: string): [name: string, batch: [number, string, HeardEvent["body"], number][]] {
  return JSON.parse(payload.replace(/^\d+/, ""));
}

/** The requests for the data of the boards from now on: the method of each, and after how many events it came. */
function readings(page: Page): () => string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/ticketing/boards.data")
      asked.push(`${request.method()} after ${told.get(page)?.length ?? 0}`);
  });
  return () => asked;
}

test("one moves a card, the other's board shows it; one's own move is not read twice", async ({ browser }) => {
  const mover = await come(browser, "owner@savanna.test");
  const number = await ticket(mover, `Moved live ${Date.now()}`);
  const watcher = await come(browser, "supervisor@savanna.test", `/ticketing/boards?q=${number}`);
  await mover.goto(`/ticketing/boards?q=${number}`);
  await Promise.all([connected(mover), connected(watcher)]);
  const [own, others] = [readings(mover), readings(watcher)];

  // What a person does is told with who did it; what a clock does, without.
  const isMove = ({ kind, body: { ids, by } }: HeardEvent) =>
    kind === "ticket" && by !== null && ids?.includes(Number(number)) === true;
  const moves = (page: Page) => (told.get(page) ?? []).filter(isMove).length;
  const before = [moves(mover), moves(watcher)] as const;
  // On a slow phone the event of the move is there before the page shows that the move is under way.
  const devtools = await mover.context().newCDPSession(mover);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 15 });
  const card = mover.locator(`[data-card="${number}"]`);
  await card.getByText("Move to").click();
  await card.getByRole("button", { name: "In progress" }).click();
  const there = watcher.locator(`[data-card="${number}"]`);
  await expect(watcher.getByRole("listitem").filter({ has: there }).getByRole("heading")).toContainText("In progress");
  await expect(mover.getByRole("listitem").filter({ has: card }).getByRole("heading")).toContainText("In progress");
  await expect.poll(() => moves(mover)).toBe(before[0] + 1);
  await expect.poll(() => moves(watcher)).toBe(before[1] + 1);
  // A clock of some ticket may run out meanwhile, or the telephone of the same person say where it is in another page:
  // each is worth a reading too.
  const elsewhere = (page: Page) => (told.get(page) ?? []).filter((event) => !isMove(event)).length;
  const known = JSON.stringify({ own: own(), others: others(), mover: told.get(mover), watcher: told.get(watcher) });
  expect(others().length).toBeGreaterThanOrEqual(1);
  expect(others().length, known).toBeLessThanOrEqual(1 + elsewhere(watcher));
  // Its post, and the page that the post leads to.
  expect(own().length, known).toBeLessThanOrEqual(2 + elsewhere(mover));
  await Promise.all([mover.context().close(), watcher.context().close()]);
});

test("the list shows a ticket that someone opens", async ({ browser }) => {
  const watcher = await come(browser, "supervisor@savanna.test", "/ticketing/tickets");
  await connected(watcher);
  const opener = await come(browser, "owner@savanna.test");
  const subject = `Opened live ${Date.now()}`;
  await ticket(opener, subject);
  await expect(watcher.getByText(subject)).toBeVisible();
  await Promise.all([watcher.context().close(), opener.context().close()]);
});

test("who else has a ticket open is said, and what they write comes in while one's own words stay", async ({
  browser,
}) => {
  const first = await come(browser, "owner@savanna.test");
  const number = await ticket(first, `Together ${Date.now()}`);
  await connected(first);
  const second = await come(browser, "supervisor@savanna.test", `/ticketing/show/${number}`);
  await connected(second);
  const said = (page: Page, words: RegExp) => page.getByRole("status").filter({ hasText: words });
  await expect(said(first, /is looking at this/)).toBeVisible();
  await expect(said(second, /is looking at this/)).toBeVisible();

  await first.getByLabel("Write a comment").fill("I am still");
  await expect(said(second, /is writing/)).toBeVisible();
  await second.getByLabel("Write a comment").fill("The courier has it.");
  await second.getByRole("button", { name: "Add the comment" }).click();
  await expect(first.locator("article").getByText("The courier has it.")).toBeVisible();
  await expect(first.getByLabel("Write a comment")).toHaveValue("I am still");
  await expect(second.getByLabel("Write a comment")).toHaveValue("");

  await second.goto("/dashboard");
  await expect(said(first, /is looking at this/)).toBeHidden();
  await Promise.all([first.context().close(), second.context().close()]);
});

test("an unsaved choice stays while the page goes on being read, and a comment to what changed asks first", async ({
  browser,
}) => {
  const first = await come(browser, "owner@savanna.test");
  const number = await ticket(first, `Chosen live ${Date.now()}`);
  const second = await come(browser, "supervisor@savanna.test", `/ticketing/show/${number}`);
  await Promise.all([connected(first), connected(second)]);
  await second.getByLabel("Write a comment").fill("We start on Monday");
  // By keyboard a choice is saved when the field is left: until then it is unsaved.
  await second.getByRole("combobox", { name: "Type" }).press("I");
  await first.getByRole("button", { name: "Resolve" }).click();
  await expect(second.getByRole("button", { name: "Reopen" })).toBeVisible();
  await expect(second.getByRole("combobox", { name: "Type" }).locator("option:checked")).toHaveText("Incident");
  await expect(second.getByText("This ticket changed in the meantime.")).toBeVisible();
  // Sent without leaving the field: its own save would read the ticket anew, before or after the comment is sent.
  await second
    .getByRole("button", { name: "Add the comment" })
    .evaluate((button: HTMLButtonElement) => button.form?.requestSubmit(button));
  await expect(second.getByText(/This ticket changed while you wrote/)).toBeVisible();
  await expect(second.getByLabel("Write a comment")).toHaveValue("We start on Monday");
  await second.getByRole("button", { name: "Add the comment" }).click();
  await expect(second.locator("article").getByText("We start on Monday")).toBeVisible();
  await Promise.all([first.context().close(), second.context().close()]);
});

test("the bell rings for who is given a ticket, on any page", async ({ browser }) => {
  const giver = await come(browser, "owner@savanna.test");
  const number = await ticket(giver, `Given live ${Date.now()}`);
  const taker = await come(browser, "agent@savanna.test", "/notifications");
  await connected(taker);
  const bell = taker.getByRole("link", { name: /^Notifications/ });
  const before = Number(/(\d+) unread/.exec((await bell.getAttribute("aria-label")) ?? "")?.[1] ?? 0);
  await giver.goto(`/ticketing/show/${number}/member`);
  await giver.locator("#add-member").selectOption({ label: "Kevin Kiptoo" });
  await giver
    .locator("form", { has: giver.locator("#add-member") })
    .getByRole("button", { name: "Add" })
    .click();
  await expect(bell).toHaveAttribute("aria-label", `Notifications, ${before + 1} unread`);
  await expect(taker.getByText(`#${number}`).first()).toBeVisible();
  await Promise.all([giver.context().close(), taker.context().close()]);
});

test("who signs out in one tab is signed out in the others within five seconds", async ({ browser }) => {
  const page = await come(browser, "sales@savanna.test");
  const other = await page.context().newPage();
  await other.goto("/dashboard");
  await connected(other);
  await page.locator("summary.tool").click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(other).toHaveURL(/\/login/, { timeout: 5_000 });
  await page.context().close();
});

test("a lost connection is found again, and what was missed is shown", async ({ browser }) => {
  const watcher = await (await browser.newContext()).newPage();
  let shut = false;
  await watcher.routeWebSocket(/\/live\/socket\//, (socket) => {
    if (shut) return void socket.close();
    const server = socket.connectToServer();
    const timer = setInterval(() => {
      if (!shut) return;
      clearInterval(timer);
      server.close();
      socket.close();
    }, 50);
  });
  await signIn(watcher, "supervisor@savanna.test", "/ticketing/tickets");
  await connected(watcher);
  shut = true;
  await expect(watcher.locator('[data-live="lost"]')).toBeAttached();
  const opener = await come(browser, "owner@savanna.test");
  const subject = `Missed ${Date.now()}`;
  await ticket(opener, subject);
  await expect(watcher.getByText("Reconnecting…")).toBeVisible();
  await expect(watcher.getByText(subject)).toBeHidden();
  shut = false;
  await expect(watcher.getByText(subject)).toBeVisible({ timeout: 90_000 });
  await expect(watcher.getByText(/changes? while you were away/)).toBeVisible();
  await Promise.all([watcher.context().close(), opener.context().close()]);
});

test("without script nothing of it is shown and all of it works", async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await signIn(page, "supervisor@savanna.test", "/ticketing/tickets");
  await expect(page.getByRole("heading", { name: "Tickets" })).toBeVisible();
  await expect(page.locator('[data-live="off"]')).toBeHidden();
  await page.context().close();
});
