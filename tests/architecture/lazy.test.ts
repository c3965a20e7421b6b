import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** Packages that a start would pay for and most processes never use: loaded by whoever needs them, when they do. */
const heavy = [
  ...["@aws-sdk/client-s3", "date-holidays", "file-type", "flydrive", "imapflow", "jose", "nodemailer"],
  ...[
    "oidc-provider",
    "openid-client",
    "pdfkit",
    "sanitize-html",
    "smtp-server",
    "undici",
    "@zxcvbn-ts/language-common",
  ],
];

test("heavy packages are loaded when they are first used, not when the application starts", () => {
  const files = ["services", "sandbox", "front", "rules"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => `${folder}/${file}`),
  );
  const early = [...files, "server.ts"].flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^import (?!type )[^;]*? from "([^".][^"]*)";/gm)]
      .map((found) => found[1] ?? "")
      .filter((name) => heavy.some((one) => name === one || name.startsWith(`${one}/`)))
      .map((name) => `${file}: ${name}`),
  );
  expect(early).toEqual([]);
});

test("the server starts without the demo's history: it is made in a thread that ends", () => {
  const server = readFileSync(join(root, "server.ts"), "utf8");
  expect(server).not.toMatch(/from "\.\/demo\/fill"/);
  expect(readFileSync(join(root, "demo/fill.apart.ts"), "utf8")).not.toMatch(/from "\.\/fill"/);
});

test("the demo's call flow finds its calendar without the holidays of the world", () => {
  expect(readFileSync(join(root, "demo/voice-flow.ts"), "utf8")).not.toMatch(/openHours/);
});
