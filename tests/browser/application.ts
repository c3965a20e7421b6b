import { test } from "@playwright/test";

/** The address of the application that the tests of this project use, without a slash at its end. */
export function origin(): string {
  const { baseURL } = test.info().project.use;
  if (!baseURL) throw new Error("The project of this test names no application: see playwright.config.ts.");
  return baseURL;
}

/** The folder with its data. */
export function dataFolder(): string {
  return String(test.info().project.metadata.dataDir);
}
