import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { expect, test } from "vitest";
import { findBrowser } from "../../scripts/browser.mjs";

const isPackaged = process.platform === "linux" && process.arch === "x64";
const fresh = { HOME: process.env.HOME, PATH: process.env.PATH };

test.runIf(isPackaged)("a machine gets the browser of the package, whatever else it has", async () => {
  const { executablePath } = await findBrowser(fresh);
  expect(executablePath).toContain(join(".cache", "chromium-"));
});

test.runIf(isPackaged)("CHROMIUM_PATH names another, and one that does not start is a fault", async () => {
  const { executablePath } = await findBrowser(fresh);
  const named = await findBrowser({ ...fresh, CHROMIUM_PATH: executablePath });
  expect(named.executablePath).toBe(executablePath);
  await expect(findBrowser({ ...fresh, CHROMIUM_PATH: "/nowhere/chromium" })).rejects.toThrow("CHROMIUM_PATH");
});

test.runIf(isPackaged)("a machine without a font draws text", async () => {
  const { executablePath, args, env } = await findBrowser(fresh);
  const configuration = readFileSync(env.FONTCONFIG_FILE ?? "", "utf8");
  const [packed = ""] = [...configuration.matchAll(/<dir>(.*)<\/dir>/g)].map((match) => match[1]);
  expect(existsSync(packed)).toBe(true);
  expect(readdirSync(packed, { recursive: true }).some((file) => String(file).endsWith(".ttf"))).toBe(true);
  // The same configuration on a machine whose own folders of fonts are empty.
  const folder = mkdtempSync(join(tmpdir(), "jibu-fonts-"));
  const bare = join(folder, "fonts.conf");
  writeFileSync(bare, configuration.replace(/ *<dir>\/usr\/.*<\/dir>\n/g, ""));
  const browser = await chromium.launch({ executablePath, args, env: { ...env, FONTCONFIG_FILE: bare } });
  try {
    const page = await browser.newPage();
    await page.setContent("<p style='display: inline-block; font: 20px sans-serif'>Karibu</p>");
    const box = await page.locator("p").boundingBox();
    expect(box?.width).toBeGreaterThan(20);
    expect((await page.screenshot()).byteLength).toBeGreaterThan(0);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
