import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openStorage, type Storage } from "../../services/kit/storage";
import { html, pdf, png } from "./files.fixtures";

const access = { key: "JIBUTESTKEY", secret: "jibu-test-secret-of-the-bucket", region: "af-south-1", bucket: "files" };
const rules = { maxBytes: 1_000_000, types: ["image/png", "application/pdf"] as const };

/**
 * A counterpart that speaks the part of S3 which we use, over real HTTP: path-style PUT, HEAD, GET and DELETE of an
 * object. It works out the Signature Version 4 of each request with the shared secret and answers 403 when the one that
 * came differs; it checks the announced length, and knows nothing of versions, ACLs, parts or checksums.
 */
const objects = new Map<string, Buffer>();
let seen: { method: string; path: string; length: string | undefined }[] = [];
let failing = false;
let server: Server;
let storage: Storage;
let dataDir: string;

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function signatureOf(request: IncomingMessage): { given: string; wanted: string } {
  const header = request.headers.authorization ?? "";
  const [, day, signed, given] =
    /^AWS4-HMAC-SHA256 Credential=JIBUTESTKEY\/(\d{8})\/af-south-1\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      header,
    ) ?? [];
  if (!day || !signed || !given) return { given: header, wanted: "a SigV4 header" };
  const url = new URL(request.url ?? "/", "http://here");
  const query = [...url.searchParams].map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(v)}`).sort();
  const headers = signed.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const payload = String(request.headers["x-amz-content-sha256"]);
  const canonical = [request.method, url.pathname, query.join("&"), headers.join(""), signed, payload].join("\n");
  const scope = `${day}/af-south-1/s3/aws4_request`;
  const digest = createHash("sha256").update(canonical).digest("hex");
  const text = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, digest].join("\n");
  const key = ["af-south-1", "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${access.secret}`, day));
  return { given, wanted: hmac(key, text).toString("hex") };
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    const body = Buffer.concat(await request.toArray());
    seen.push({ method: request.method ?? "", path, length: request.headers["content-length"] });
    const { given, wanted } = signatureOf(request);
    const found = objects.get(path);
    const answer = (status: number, content: Buffer | string = "", headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(content);
    if (given !== wanted) return answer(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
    if (failing) return answer(400, "<Error><Code>InvalidRequest</Code></Error>");
    if (request.method === "PUT") {
      if (body.length !== Number(request.headers["content-length"])) return answer(411);
      objects.set(path, body);
      return answer(200, "", { etag: '"1"' });
    }
    if (request.method === "DELETE") {
      objects.delete(path);
      return answer(204);
    }
    if (!found) return answer(404, request.method === "HEAD" ? "" : "<Error><Code>NoSuchKey</Code></Error>");
    return answer(200, request.method === "HEAD" ? "" : found, { "content-length": String(found.length) });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  dataDir = mkdtempSync(join(tmpdir(), "jibu-s3-"));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  storage = openStorage({ dataDir, s3: { url, ...access } });
});
beforeEach(() => {
  seen = [];
  failing = false;
});
afterAll(() => {
  server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const waiting = () => readdirSync(join(dataDir, "files", "incoming"));
const bytesOf = (content: Buffer) => Readable.from([content.subarray(0, 10), content.subarray(10)]);

test("a file goes to the bucket signed and with its length, comes back byte by byte, and is deleted", async () => {
  const kept = await storage.put("100001", bytesOf(pdf), rules);
  expect(kept).toMatchObject({ type: "application/pdf", bytes: pdf.length });
  expect(kept.sha256).toEqual(createHash("sha256").update(pdf).digest());
  expect(seen).toEqual([{ method: "PUT", path: `/files/${kept.key}`, length: String(pdf.length) }]);
  expect(kept.key).toMatch(/^100001\/[0-9a-f]{32}$/);
  expect(objects.get(`/files/${kept.key}`)).toEqual(pdf);
  expect(Buffer.concat((await (await storage.get(kept.key))?.toArray()) ?? [])).toEqual(pdf);
  await storage.remove(kept.key);
  expect(objects.size).toBe(0);
  expect(await storage.get(kept.key)).toBeUndefined();
  expect(waiting()).toEqual([]);
});

test("what is refused never reaches the bucket", async () => {
  await expect(storage.put("100001", bytesOf(html), rules)).rejects.toThrow(/images? and PDF|images, PDF|kind/);
  await expect(storage.put("100001", bytesOf(Buffer.alloc(2_000_000)), rules)).rejects.toThrow(/larger/);
  expect(seen).toEqual([]);
  expect(waiting()).toEqual([]);
});

test("a bucket that refuses is an error, and nothing is left half kept", async () => {
  failing = true;
  await expect(storage.put("100001", bytesOf(png), rules)).rejects.toThrow();
  expect(objects.size).toBe(0);
  expect(waiting()).toEqual([]);
});

test("a wrong secret is refused by the counterpart: the signature is looked at", async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const wrong = openStorage({ dataDir, s3: { url, ...access, secret: "another" } });
  await expect(wrong.put("100001", bytesOf(png), rules)).rejects.toThrow();
  expect(objects.size).toBe(0);
});
