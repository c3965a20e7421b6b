import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "../../scripts/browser.mjs";

const browser = await findBrowser();
/** Three applications for the run, on ports of their own and in data folders that nobody else has. */
const firstPort = Number(process.env.BROWSER_TEST_PORT ?? 3210);
process.env.BROWSER_TEST_DATA ??= mkdtempSync(join(tmpdir(), "jibu-browser-"));
const folder = process.env.BROWSER_TEST_DATA;

function application(name: string, port: number) {
  const baseURL = `http://127.0.0.1:${port}`;
  const dataDir = join(folder, name);
  return {
    /** What a project says to have its tests use it (application.ts). */
    ofProject: { use: { baseURL }, metadata: { dataDir } },
    server: {
      command: "node scripts/start.mjs",
      cwd: join(import.meta.dirname, "../.."),
      url: `${baseURL}/readyz`,
      timeout: 180_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
      // The React that people get; the one for development takes twice as long for a page.
      env: { PORT: String(port), DATA_DIR: dataDir, NODE_ENV: "production", CHECK_ROWS: "on" },
    },
  };
}
const [one, two, three] = [
  application("one", firstPort),
  application("two", firstPort + 1),
  application("three", firstPort + 2),
];

/** The journeys of those who talk with customers; the others are about messages, money, people and the frame. */
const conversations = [
  ...["chat", "crm*", "hours", "inbox-work", "labels-and-teams", "live", "mailbox", "mobile", "playstore", "snooze"],
  ...["skills", "social", "survey*", "ticket-group", "tickets", "twitter", "voice*", "webchat", "whatsapp*"],
].map((name) => `${name}.spec.ts`);
const newcomers = ["signup.spec.ts", "first-sms.spec.ts"];
const examined = ["accessibility-and-layout.spec.ts", "accessibility-selftest.spec.ts"];

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../../test-results",
  // What a test waits for comes within a second; a machine that also does something else may stop for half a minute.
  timeout: 180_000,
  expect: { timeout: 45_000 },
  // Journeys wait for messages and phones: two of them leave room on two cores for a third that examines pages.
  workers: 3,
  projects: [
    // They change what the demo holds, some of them the same things: one after the other, in an application each.
    { name: "conversations", testMatch: conversations, workers: 1, ...two.ofProject },
    { name: "journeys", testIgnore: [...conversations, ...newcomers, ...examined], workers: 1, ...one.ofProject },
    // Each opens an account of its own and touches no other.
    { name: "newcomers", testMatch: newcomers, fullyParallel: true, ...one.ofProject },
    // It looks at what the demo holds while they change theirs, and, when they are done, runs beside itself.
    { name: "accessibility-and-layout", testMatch: examined, fullyParallel: true, ...three.ofProject },
  ],
  forbidOnly: true,
  retries: 0,
  use: {
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
  webServer: [one.server, two.server, three.server],
});
