import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "../../scripts/browser.mjs";

const browser = await findBrowser();
/** One application for the run, on a port of its own and in a data folder that nobody else has. */
const port = Number(process.env.BROWSER_TEST_PORT ?? 3210);
process.env.BROWSER_TEST_PORT = String(port);
process.env.BROWSER_TEST_DATA ??= mkdtempSync(join(tmpdir(), "jibu-browser-"));

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../../test-results",
  // What a test waits for comes within a second; a machine that also does something else may stop for half a minute.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  workers: 2,
  projects: [
    // They change what the demo holds, some of them the same things: one after the other.
    {
      name: "journeys",
      testIgnore: [
        "accessibility-and-layout.spec.ts",
        "accessibility-selftest.spec.ts",
        "signup.spec.ts",
        "first-sms.spec.ts",
      ],
      workers: 1,
    },
    // Each opens an account of its own and touches no other.
    { name: "newcomers", testMatch: ["signup.spec.ts", "first-sms.spec.ts"], fullyParallel: true },
    // It changes nothing, so it may run beside them and, when they are done, beside itself.
    {
      name: "accessibility-and-layout",
      testMatch: ["accessibility-and-layout.spec.ts", "accessibility-selftest.spec.ts"],
      fullyParallel: true,
    },
  ],
  forbidOnly: true,
  retries: 0,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: "en-KE",
    timezoneId: "Africa/Nairobi",
    // A failure says its place and what the page held; to record every step makes a third more time: `--trace on` does.
    trace: "off",
    // A window of its own for each test reads the whole program anew; this one is emptied between two tests instead.
    reuseContext: true,
    launchOptions: {
      executablePath: browser.executablePath,
      args: browser.args,
      env: { ...process.env, ...browser.env },
    },
  },
  webServer: {
    command: "node scripts/start.mjs",
    cwd: join(import.meta.dirname, "../.."),
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: { PORT: String(port), DATA_DIR: process.env.BROWSER_TEST_DATA },
  },
});
