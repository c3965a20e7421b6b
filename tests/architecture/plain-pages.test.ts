import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Application, startApplication } from "../setup/application";

/** The guest pages of a survey as a telephone with a slow line loads them. */
let application: Application;
beforeAll(async () => {
  application = await startApplication();
}, 120_000);
afterAll(() => application.stop());

const link = "/respond/after-delivery-demo";
const maxBytes = 60_000;

/** What comes over the line for an address: its head and its body as they are sent, compressed. */
function transfer(path: string): Promise<{ bytes: number; status: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(application.url + path, { headers: { "accept-encoding": "gzip, deflate, br" } }, (answer) => {
      let bytes = answer.rawHeaders.join(": ").length;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("end", () => resolve({ bytes, status: answer.statusCode ?? 0 }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

/** Every address that a page or a style sheet loads by itself. */
function loads(text: string): string[] {
  const tags = text.match(/<(?:link|script|img|iframe|source)\b[^>]*>/g) ?? [];
  const named = tags.flatMap((tag) => / (?:href|data-href|src)="([^"]+)"/.exec(tag)?.[1] ?? []);
  const sheets = [...text.matchAll(/(?:url\(|@import )["']?([^"')]+)/g)].map(([, address = ""]) => address);
  return [...named, ...sheets].filter((address) => !address.startsWith("data:"));
}

async function wholePage(path: string): Promise<{ bytes: number; addresses: string[] }> {
  const addresses = [path];
  let bytes = 0;
  for (const address of addresses) {
    const { bytes: own, status } = await transfer(address);
    expect([address, status]).toEqual([address, 200]);
    bytes += own;
    if (!/\.(svg|woff2|png)$/.test(address))
      for (const more of loads(await (await fetch(application.url + address)).text()))
        if (!addresses.includes(more)) addresses.push(more);
  }
  return { bytes, addresses };
}

async function begin(): Promise<string> {
  const body = new URLSearchParams({ language: "en" });
  const headers = { origin: application.url };
  const begun = await fetch(application.url + link, { method: "POST", headers, body, redirect: "manual" });
  return begun.headers.get("location") ?? "";
}

describe("a page of a survey", () => {
  test("is at most 60 KB with all that it loads, its first page and its questions", async () => {
    for (const path of [link, await begin()]) {
      const { bytes, addresses } = await wholePage(path);
      expect(addresses.filter((address) => address.endsWith(".css"))).toHaveLength(1);
      expect(bytes).toBeGreaterThan(2_000);
      expect(bytes).toBeLessThan(maxBytes);
    }
  });

  test("comes without the program of the application and without a font", async () => {
    for (const path of [link, await begin()]) {
      const { addresses } = await wholePage(path);
      expect(addresses.filter((address) => /\.(js|woff2)$/.test(address))).toEqual([]);
      expect(await (await fetch(application.url + path)).text()).not.toContain("__remix");
    }
  });

  test("that is not there says so in the same plain way", async () => {
    const answer = await fetch(`${application.url}/respond/${"a".repeat(16)}`);
    const html = await answer.text();
    expect(answer.status).toBe(404);
    expect(html).toContain("There is no such survey.");
    expect(html).not.toContain("<script");
    expect(html).toMatch(/<link rel="stylesheet" href="\/assets\/plain-/);
  });
});
