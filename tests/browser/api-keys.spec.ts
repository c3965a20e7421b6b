import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { auditFindings } from "./audit";
import { signIn } from "./people";

const run = promisify(execFile);

/** Runs an example as it stands on the page. */
async function runExample(
  page: Page,
  language: string,
  key: string,
  about = "Send one message",
): Promise<{ id: string; status: string }> {
  const folder = await mkdtemp(join(tmpdir(), "example-"));
  try {
    const code = await page.getByRole("region", { name: `${about}, ${language}`, includeHidden: true }).textContent();
    const [program, name] =
      { curl: ["bash", "a.sh"], Node: ["node", "a.mjs"], Python: ["python3", "a.py"] }[language] ?? [];
    if (!program || !name) throw new Error(`no program runs ${language}`);
    await writeFile(join(folder, name), code ?? "");
    const { stdout } = await run(program, [join(folder, name)], { env: { ...process.env, API_KEY: key } });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("a developer makes a key, sends with the examples of the page, and is told of the delivery once", async ({
  page,
}) => {
  await signIn(page, "owner@savanna.test", "/settings/api/new");
  await page.getByLabel("Name", { exact: true }).fill("  ");
  await page.getByRole("button", { name: "Create API key" }).click();
  await expect(page.getByText("Give the key a name.").first()).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Till at Moi Avenue");
  await page.getByRole("checkbox", { name: /^Send SMS/ }).check();
  await page.getByRole("checkbox", { name: /^Read SMS/ }).check();
  await page.getByRole("button", { name: "Create API key" }).click();
  const key = await page.getByRole("textbox", { name: "API key" }).inputValue();
  expect(key).toMatch(/^key\./);

  await page.goto("/sandbox/receiver");
  const address = (await page.getByText(/^http:\/\/127/).textContent()) ?? "";
  await page.goto("/settings/api/webhooks/new");
  await page.getByLabel("Address").fill(address);
  await page.getByRole("button", { name: "Add the web hook" }).click();
  const secret = await page.getByRole("textbox", { name: "Secret" }).inputValue();
  await page.getByRole("link", { name: "See what it is told" }).click();
  await expect(page.getByText("Nothing was sent yet")).toBeVisible();
  const hook = page.url();
  await page.goto("/sandbox/receiver");
  await page.getByLabel("Secret").fill(secret);
  await page.getByRole("button", { name: "Save" }).click();

  await page.goto("/settings/api/guide");
  const sent = [];
  // The same idempotency key: one message, whatever sends it.
  for (const language of ["curl", "Node", "Python"]) sent.push(await runExample(page, language, key));
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);

  await expect(async () => {
    await page.goto(hook);
    await expect(page.locator("tbody").getByText("Delivered", { exact: true })).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await auditFindings(page)).toEqual([]);
  await page.locator("summary", { hasText: "Message status" }).click();
  await expect(page.getByText(`"id":"${sent[0]?.id}"`)).toBeVisible();
  await page.goto("/sandbox/receiver");
  await expect(page.getByText(/signature right/)).toHaveCount(1);

  // What it sent is in the history; a key that was revoked is refused.
  await page.goto("/sms/history?view=programs");
  await expect(page.getByText("Your order 1001 is ready.")).toBeVisible();
  await page.goto("/settings/api");
  await expect(page.getByRole("cell", { name: "Never" })).toHaveCount(0);
  await page.getByRole("link", { name: "Till at Moi Avenue" }).click();
  expect(await auditFindings(page)).toEqual([]);
  await page.getByRole("link", { name: "Revoke" }).click();
  expect(await auditFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Revoke the key" }).click();
  await expect(page.getByRole("cell", { name: "Revoked" })).toBeVisible();
  const refused = await page.request.get(`/api/messaging/messages/${sent[0]?.id}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(refused.status()).toBe(401);
});

test("a developer's program adds leads with the examples of the page, and may do nothing else", async ({ page }) => {
  await signIn(page, "owner@savanna.test", "/settings/api/new");
  await page.getByLabel("Name", { exact: true }).fill("Online shop");
  await page.getByRole("checkbox", { name: /^Add and change leads/ }).check();
  expect(await auditFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Create API key" }).click();
  const key = await page.getByRole("textbox", { name: "API key" }).inputValue();
  await page.goto("/settings/api/guide");
  const made = [];
  for (const language of ["curl", "Node", "Python"]) made.push(await runExample(page, language, key, "Add a lead"));
  await page.goto(`/crm/lead/${made.at(-1)?.id}`);
  await expect(page.getByRole("heading", { name: "Amina Hassan" })).toBeVisible();
  await expect(page.getByText("Online shop (API key)").first()).toBeVisible();
  const refused = await page.request.get("/api/crm/leads", { headers: { authorization: `Bearer ${key}` } });
  expect(refused.status()).toBe(403);
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("a web hook is added, changed and deleted", async ({ page }) => {
    await signIn(page, "owner@savanna.test", "/settings/api/webhooks/new");
    await page.getByLabel("Address").fill("ftp://shop.example/hooks");
    await page.getByRole("button", { name: "Add the web hook" }).click();
    await expect(page.getByText("Enter an address that begins with https://.").first()).toBeVisible();
    await expect(page.getByLabel("Address")).toHaveValue("ftp://shop.example/hooks");
    await page.getByLabel("Address").fill("https://shop.example/hooks/plain");
    await page.getByRole("button", { name: "Add the web hook" }).click();
    await page.getByRole("link", { name: "See what it is told" }).click();
    await page.getByRole("link", { name: "Change", exact: true }).click();
    await page.getByRole("checkbox", { name: "Switched on" }).uncheck();
    await page.getByRole("button", { name: "Save the web hook" }).click();
    await expect(page.getByText("Off", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Delete", exact: true }).click();
    await page.getByRole("button", { name: "Delete the web hook" }).click();
    await expect(page.getByText("https://shop.example/hooks/plain")).toHaveCount(0);
  });
});
