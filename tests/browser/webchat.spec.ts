import { connect, createServer, type Socket } from "node:net";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, expect, type FrameLocator, type Page, test } from "@playwright/test";
import { demoPassword } from "../../demo/accounts";

/** The visitor's own way to us, which can be cut: what a browser calls offline leaves open streams as they are. */
async function cable(port: number) {
  const open = new Set<Socket>();
  let cut = false;
  const server = createServer((near) => {
    if (cut) return near.destroy();
    const far = connect(port, "127.0.0.1");
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      open.add(one);
      one.pipe(other);
      one
        .on("error", () => undefined)
        .on("close", () => {
          open.delete(one);
          other.destroy();
        });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    pull() {
      cut = true;
      for (const socket of open) socket.destroy();
    },
    plug: () => {
      cut = false;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const requestId = () => crypto.randomUUID().replaceAll("-", "");

/** An agent, through the documented calls. */
async function agentAt(baseURL: string) {
  const body = new URLSearchParams({
    ...{ username: "agent@savanna.test", password: demoPassword },
    ...{ grant_type: "password", client_id: "jibu-web", scope: "*" },
  });
  const signIn = await fetch(`${baseURL}/api/identity/login/token`, { method: "POST", body });
  const { access_token } = (await signIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${baseURL}/api/chat${path}`, { method, headers, ...init });
    expect(response.status, `${method} ${path}`).toBeLessThan(300);
    return (await response.json()) as T;
  }
  type Row = { contact_id: number; name: string; ended: boolean; opened: boolean };
  return {
    online: () => ask("POST", "/participants/status", { status: "online" }),
    async take(name: string): Promise<number> {
      const { data } = await ask<{ data: Row[] }>("GET", `/contacts?view=all&q=${encodeURIComponent(name)}`);
      const found = data.find((one) => one.name === name && !one.ended);
      if (!found) throw new Error(`${name} is not in the inbox`);
      if (!found.opened) await ask("POST", `/contacts/${found.contact_id}/start`, {});
      return found.contact_id;
    },
    say: (contact: number, message: string) =>
      ask("POST", `/contacts/${contact}/messages`, { request_id: requestId(), message }),
    end: (contact: number) => ask("POST", `/contacts/${contact}/end`, {}),
    async thread(contact: number): Promise<string[]> {
      const { data } = await ask<{ data: { message: string }[] }>("GET", `/contacts/${contact}/messages`);
      return data.map(({ message }) => message);
    },
  };
}

async function openShop(browser: Browser, url: string): Promise<{ page: Page; chat: FrameLocator }> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await page.goto("/sandbox/shop");
  return { page, chat: page.frameLocator("iframe") };
}

test("a visitor of a shop on another origin writes, is answered, loses the network, and rates", async ({
  browser,
  baseURL,
}) => {
  const agent = await agentAt(baseURL ?? "");
  await agent.online();
  const way = await cable(Number(new URL(baseURL ?? "").port));
  const { page, chat } = await openShop(browser, way.url);
  const name = `Mwende ${Date.now()}`;
  const bubble = (text: string) => chat.locator(".bubble", { hasText: text });

  // Nothing but the loader until it is tapped, and the page is not moved (statement M43).
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(page.getByRole("button", { name: "Chat with us" })).toBeVisible();
  expect(asked.filter((path) => path.startsWith("/webchat") || path.startsWith("/assets"))).toEqual([
    "/webchat/v1/loader.js",
  ]);
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
  expect(shift).toBe(0);

  await page.getByRole("button", { name: "Chat with us" }).click();
  await chat.getByLabel("Your name").fill(name);
  for (const box of await chat.getByRole("checkbox").all()) await box.check();
  await chat.getByRole("button", { name: "Start the chat" }).click();
  const write = chat.getByLabel("Your message");
  await write.fill("Is order 20127 coming today?");
  await write.press("Enter");
  await expect(chat.getByText("Sent")).toBeVisible();

  const contact = await agent.take(name);
  expect(await agent.thread(contact)).toContain("Is order 20127 coming today?");
  await agent.say(contact, "Yes, about 4:30 pm. <b>Asante</b>");
  await expect(bubble("Yes, about 4:30 pm. <b>Asante</b>")).toBeVisible({ timeout: 3_000 });

  way.pull();
  for (const text of ["First", "Second", "Third"]) {
    await write.fill(text);
    await write.press("Enter");
  }
  await write.fill("Half a sentence");
  await expect(chat.getByText("No network. 3 kept, will be sent automatically.")).toBeVisible();
  for (const text of ["Away one", "Away two"]) await agent.say(contact, text);
  way.plug();
  await expect(bubble("Away two")).toBeVisible({ timeout: 90_000 });
  await expect(chat.getByText("Waits for the network")).toHaveCount(0, { timeout: 90_000 });
  const expected = [
    "Is order 20127 coming today?",
    "Yes, about 4:30 pm. <b>Asante</b>",
    "Away one",
    "Away two",
    "First",
    "Second",
    "Third",
  ];
  const arrived = async () => (await agent.thread(contact)).filter((text) => expected.includes(text)).sort();
  await expect.poll(arrived, { timeout: 90_000 }).toEqual([...expected].sort());
  for (const text of expected) await expect(bubble(text)).toHaveCount(1);

  // Shut, the badge tells how many were not seen, also when the page is loaded again (statement M44).
  await chat.getByRole("button", { name: "Close the chat" }).click();
  await agent.say(contact, "While it was shut");
  const launcher = page.getByRole("button", { name: "Chat with us, 1 unread" });
  await expect(launcher).toBeVisible();
  await page.reload();
  await launcher.click();
  await expect(bubble("While it was shut")).toBeVisible();
  await expect(chat.getByLabel("Your message")).toHaveValue("Half a sentence");

  await agent.end(contact);
  await expect(chat.getByText("The chat has ended.")).toBeVisible();
  await chat.getByLabel("5 of 5").check({ force: true });
  await chat.getByRole("button", { name: "Send" }).first().click();
  await expect(chat.getByText("Thank you for telling us.")).toBeVisible();
  await page.context().close();
  await way.close();
});

test("axe finds nothing in the widget, in both languages, light and dark, on a phone", async ({ browser, baseURL }) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({
      baseURL: baseURL ?? "",
      colorScheme,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    await page.goto("/sandbox/shop");
    await page.getByRole("button", { name: "Chat with us" }).click();
    const frame = page.frameLocator("iframe");
    await expect(frame.getByRole("heading", { name: "Savanna shop" })).toBeVisible();
    for (const language of ["English", "Kiswahili"]) {
      const faults = (await new AxeBuilder({ page }).analyze()).violations;
      expect(faults.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
      if (language === "English") await frame.getByRole("button", { name: "Kiswahili" }).click();
    }
    await expect(frame.getByText("Yanayoulizwa sana")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: /Chat with us|Ongea nasi/ })).toBeFocused();
    await context.close();
  }
});
