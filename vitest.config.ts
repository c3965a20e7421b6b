import { defineConfig } from "vitest/config";
import { Longest } from "./tests/setup/order";

/** Their own process each: they stand in for a module, or read what a whole process counted. */
const apart = [
  "tests/billing/{by-use,statement}.test.ts",
  "tests/front/{health,observe}.test.ts",
  "tests/kit/metrics.test.ts",
  // They look like a browser to JsSIP, and would to every other file after them.
  "tests/phone/line.test.ts",
  "tests/sandbox/pbx.test.ts",
  "tests/peers/kamailio.test.ts",
];
/** They start the whole application from the build, or its programs: one reading of it serves them all. */
const whole = ["tests/architecture/**/*.test.ts"];

const limits = { testTimeout: 60_000, hookTimeout: 120_000 };
/** The build is read as Node reads it: to take its 7 MB apart once more cost 13 s of processor time. */
const server = { deps: { external: [/\/build\//] } };

export default defineConfig({
  test: {
    globalSetup: ["tests/setup/cluster.ts"],
    maxWorkers: 2,
    sequence: { sequencer: Longest },
    projects: [
      {
        test: {
          name: "whole",
          include: whole,
          server,
          // Its React is the one that people get.
          env: { NODE_ENV: "production" },
          isolate: false,
          ...limits,
        },
      },
      { test: { name: "apart", include: apart, env: { NODE_ENV: "production" }, ...limits } },
      {
        test: {
          name: "together",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: ["tests/browser/**", ...apart, ...whole],
          server,
          // What a file leaves behind in a module is what a request leaves behind for the next: nothing that counts.
          // Reading the same modules again for each of 170 files took longer than most of them.
          isolate: false,
          ...limits,
        },
      },
    ],
  },
});
