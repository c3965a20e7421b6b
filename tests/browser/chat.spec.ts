import { type Browser, expect, type Page, test } from "@playwright/test";
import { auditFindings } from "./audit";
import { channelOf, customerEnds, customerWrites } from "./chat.customers";
import { signIn } from "./people";

/** Nobody is online in these tests, so that every conversation waits until it is taken by hand. */
async function agent(browser: Browser, email: string, to: string, javaScriptEnabled = true): Promise<Page> {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage();
  await signIn(page, email, to);
  return page;
}

const someone = () => {
  const id = `c${Date.now()}${Math.floor(Math.random() * 1000)}`;
  return { id, name: `Wanjiku ${id}` };
};
const inbox = (chat: number) => `/chat/inbox?chat=${chat}`;

test("a customer is answered without script: taken, a reply, a note, an end, a disposition", async ({ browser }) => {
  const who = someone();
  const chat = await customerWrites(await channelOf("webchat"), who, "Habari, mko? <b>bold</b>");
  const page = await agent(browser, "agent@savanna.test", "/chat/inbox?view=waiting", false);
  await page.getByRole("link", { name: who.name }).click();
  await expect(page.getByText("Habari, mko? <b>bold</b>").first()).toBeVisible();
  await page.getByRole("button", { name: "Take this conversation" }).click();

  await page.getByLabel("Your reply").fill("Karibu, tupo.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log").getByText("Karibu, tupo.")).toBeVisible();

  await page.getByText("Private note", { exact: true }).click();
  await page.locator("#compose-text").fill("Asks twice a week.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("only your team sees this")).toBeVisible();

  await page.getByRole("button", { name: "End conversation" }).click();
  await expect(page.getByText("This conversation has ended.").first()).toBeVisible();
  await page.goto(`/chat/inbox/details/dispositions?chat=${chat}`);
  await page.locator("[data-dispositions] input").first().check();
  await page.getByRole("button", { name: "Save the disposition" }).click();
  await page.goto("/chat/inbox?view=undisposed");
  await expect(page.getByRole("link", { name: who.name })).toBeHidden();
  await page.context().close();
});

test("two agents take the same conversation: one has it, the other sees who", async ({ browser }) => {
  const who = someone();
  const channel = await channelOf("webchat");
  const chat = await customerWrites(channel, who, "Who takes me?");
  // Without script the second page cannot know that the first was faster.
  const first = await agent(browser, "agent@savanna.test", inbox(chat), false);
  const second = await agent(browser, "supervisor@savanna.test", inbox(chat), false);
  await first.getByRole("button", { name: "Take this conversation" }).click();
  await expect(first.getByText("Assigned to you")).toBeVisible();
  await second.getByRole("button", { name: "Take this conversation" }).click();
  await expect(second.getByText(/was faster/)).toBeVisible();
  await expect(second.getByText("answers this conversation.")).toBeVisible();
  await customerEnds(channel, who);
  await first.context().close();
  await second.context().close();
});

test("with script: words of the customer come by themselves, a reply is there at once, the draft stays", async ({
  browser,
}) => {
  const who = someone();
  const channel = await channelOf("webchat");
  const chat = await customerWrites(channel, who, "First words");
  const page = await agent(browser, "agent@savanna.test", inbox(chat));
  await page.getByRole("button", { name: "Take this conversation" }).click();
  await expect(page.getByText("Assigned to you")).toBeVisible();
  await expect(page.locator('[data-live="on"]')).toBeAttached();

  await customerWrites(channel, who, "Second words");
  await expect(page.getByRole("log").getByText("Second words")).toBeVisible();

  const field = page.getByLabel("Your reply");
  await field.fill("Karibu sana");
  await field.press("Control+Enter");
  await expect(page.getByRole("log").getByText("Karibu sana")).toHaveCount(1);
  await expect(page.getByRole("log").getByText(/You · .*Sent/)).toBeVisible();
  await expect(field).toHaveValue("");

  await field.fill("Half a sent");
  await page.reload();
  await expect(field).toHaveValue("Half a sent");
  expect(await auditFindings(page, "and habits")).toEqual([]);
  await customerEnds(channel, who);
  await page.context().close();
});

test("a key is heard from the moment that the page has its keys", async ({ browser }) => {
  const page = await agent(browser, "agent@savanna.test", "/notifications");
  await page.addInitScript(() => {
    // As on a busy phone: React finds its time used up whenever it looks, and puts off what can wait.
    const now = performance.now.bind(performance);
    let lost = 0;
    performance.now = () => {
      lost += 10;
      return now() + lost;
    };
    const watch = new MutationObserver(() => {
      if (!document.querySelector("[data-keys-help]")) return;
      watch.disconnect();
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }));
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  await page.goto("/chat/inbox");
  await expect(page.getByRole("searchbox", { name: "Search conversations" })).toBeFocused();
  await page.context().close();
});

test("by keyboard alone: found, taken, answered, ended, disposed of", async ({ browser }) => {
  const who = someone();
  await customerWrites(await channelOf("webchat"), who, "Keys only");
  const page = await agent(browser, "agent@savanna.test", "/chat/inbox");
  await expect(page.locator("[data-keys-help]")).toBeAttached();
  await page.keyboard.press("/");
  await page.keyboard.type(who.id);
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-row]")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/chat=\d+/);
  await expect(page.getByRole("button", { name: "Take this conversation" })).toBeVisible();
  await page.keyboard.press("t");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Assigned to you")).toBeVisible();
  await page.keyboard.press("r");
  await page.keyboard.type("Asante");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("log").getByText("Asante")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This conversation has ended and wants one.")).toBeVisible();
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys of the inbox" })).toBeVisible();
  await page.context().close();
});

/** Holds the answer to the next post of the inbox back until `release` is called; what it changed is live before. */
async function heldPost(page: Page): Promise<{ release(): void }> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let first = true;
  await page.route(
    ({ pathname }) => pathname === "/chat/inbox.data",
    async (route) => {
      if (route.request().method() !== "POST" || !first) return route.continue();
      first = false;
      const response = await route.fetch({ maxRedirects: 0 });
      await held;
      // By then the page may ask for something else.
      await route.fulfill({ response }).catch(() => undefined);
    },
  );
  return { release: () => release() };
}

test("a conversation is ended by keys while the answer to taking it is still on its way", async ({ browser }) => {
  const who = someone();
  const chat = await customerWrites(await channelOf("webchat"), who, "Quickly");
  const page = await agent(browser, "agent@savanna.test", inbox(chat));
  await expect(page.locator('[data-live="on"]')).toBeAttached();
  const { release } = await heldPost(page);
  await page.getByRole("button", { name: "Take this conversation" }).click();
  await expect(page.getByText("Assigned to you")).toBeVisible();
  await page.keyboard.press("e");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This conversation has ended and wants one.")).toBeVisible();
  release();
  await page.context().close();
});

test("a disposition is saved by keys while the answer to the end is still on its way", async ({ browser }) => {
  const who = someone();
  const chat = await customerWrites(await channelOf("webchat"), who, "In a hurry");
  const page = await agent(browser, "agent@savanna.test", inbox(chat));
  await page.getByRole("button", { name: "Take this conversation" }).click();
  await expect(page.getByText("Assigned to you")).toBeVisible();
  await expect(page.locator('[data-live="on"]')).toBeAttached();
  const { release } = await heldPost(page);
  await page.getByRole("button", { name: "End conversation" }).click();
  await expect(page.getByText("This conversation has ended and wants one.")).toBeVisible();
  await page.keyboard.press("2");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  release();
  await page.context().close();
});

test("the last words of another conversation stay inside the details, with their date", async ({ browser }) => {
  const who = someone();
  const channel = await channelOf("webchat");
  await customerWrites(
    channel,
    who,
    "I have asked about the delivery to Kitengela three times, and nobody could tell me where it is",
  );
  await customerEnds(channel, who);
  const chat = await customerWrites(channel, who, "Again me");
  const page = await agent(browser, "agent@savanna.test", inbox(chat));
  const details = page.getByRole("complementary", { name: "Details" });
  const other = details.getByRole("link", { name: /delivery to Kitengela/ });
  for (const width of [1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const [box, within] = [await other.boundingBox(), await details.boundingBox()];
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((within?.x ?? 0) + (within?.width ?? 0));
  }
  await customerEnds(channel, who);
  await page.context().close();
});

test("on a phone: the list, the conversation, the details, and back by the browser", async ({ browser }) => {
  const who = someone();
  await customerWrites(await channelOf("webchat"), who, "On a phone");
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signIn(page, "agent@savanna.test", "/chat/inbox?view=waiting");
  await page.getByRole("link", { name: who.name }).click();
  await expect(page.getByRole("log")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeHidden();
  await page.getByRole("link", { name: "Details", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Details" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("log")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  await page.context().close();
});

test("on a phone: the telephone has its place before it is ready, below the field for the reply", async ({
  browser,
}) => {
  const who = someone();
  const chat = await customerWrites(await channelOf("webchat"), who, "Before the telephone");
  const places: number[] = [];
  for (const javaScriptEnabled of [false, true]) {
    const viewport = { width: 390, height: 844 };
    const page = await (await browser.newContext({ viewport, javaScriptEnabled })).newPage();
    await signIn(page, "agent@savanna.test", `/chat/inbox?chat=${chat}`);
    if (javaScriptEnabled) await expect(page.locator(".phone")).toContainText("Phone ready");
    const [field, bar] = [
      await page.locator("#compose-text").boundingBox(),
      await page.locator(".phone").boundingBox(),
    ];
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    places.push(bar?.y ?? 0);
    await page.context().close();
  }
  expect(places).toEqual([places[0], places[0]]);
});

test("a drawer that came with the page is not drawn again when the page's program is there", async ({ browser }) => {
  const who = someone();
  const chat = await customerWrites(await channelOf("webchat"), who, "Who helps me?");
  const page = await (await browser.newContext()).newPage();
  await signIn(page, "agent@savanna.test", `/chat/inbox?chat=${chat}`);
  await page.goto(`/chat/inbox?chat=${chat}&drawer=transfer`, { waitUntil: "commit" });
  const drawn = await page.waitForSelector("#transfer-note");
  await page.waitForFunction(() => history.scrollRestoration === "manual");
  await page.waitForLoadState("networkidle");
  expect(await drawn.evaluate((field) => field.isConnected)).toBe(true);
  await page.context().close();
});
