import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenCookie } from "../../app/shell/session.server";
import { filesDoor } from "../../front/files";
import type { GateEnv } from "../../front/proxies";
import type { Purpose } from "../../rules/files";
import { voiceNote } from "../../sandbox/chat-wire";
import { inProcess } from "../../services/kit/client";
import { signLink } from "../../services/kit/file-links";
import { openStorage } from "../../services/kit/storage";
import { uploadsService } from "../../services/uploads/service";
import { freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";
import { multipart, pdf, png, polyglot } from "./files.fixtures";

const people = { owner: person(), other: person({ id: "9", customer_account: "200002" }) };
const serveOptions = surroundings(people);
const pages = {
  sessionSecret: "a-secret-for-tests-that-is-long-enough",
  secure: false,
  clientId: "jibu-web",
  demo: false,
};
let database: TestDatabase;
let dataDir: string;
let endpoint: Hono<GateEnv>;
let send: (name: string, bytes: Buffer, purpose?: Purpose) => Promise<{ id: string; url: string }>;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "jibu-door-"));
  const storage = openStorage({ dataDir });
  endpoint = new Hono<GateEnv>();
  const { introspect } = serveOptions;
  endpoint.get("/files/:id", filesDoor({ database, storage, secret: serveOptions.serviceSecret, introspect, pages }));
  const ask = inProcess(uploadsService(database, storage, serveOptions), caller("owner"));
  send = async (name, bytes, purpose = "issue") => {
    const query = { purpose: purpose as "issue" };
    const answer = await ask.chatUploads({ stream: multipart([{ name, bytes }]), query });
    if (answer.status !== 201 || !answer.body.files[0]) throw new Error("not sent");
    return answer.body.files[0];
  };
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(url: string, who?: keyof typeof people, method = "GET", more = {}): Promise<Response> {
  const cookie = who ? await tokenCookie(pages).serialize(who) : "";
  return endpoint.request(`http://here.invalid${url}`, { method, headers: { ...(cookie ? { cookie } : {}), ...more } });
}

test("a picture is shown in place, anything else is given to keep; nothing of it may run", async () => {
  for (const [name, bytes, type, how] of [
    ["photo.png", png, "image/png", "inline"],
    ["both.html", polyglot, "image/gif", "inline"],
    ["Ankara ya Ñandú.pdf", pdf, "application/pdf", "attachment"],
  ] as const) {
    const response = await open((await send(name, bytes)).url, "owner");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(type);
    expect(response.headers.get("content-disposition")).toMatch(
      new RegExp(`^${how}; filename="[\\x20-\\x7e]+"; filename\\*=UTF-8''`),
    );
    expect(response.headers.get("content-security-policy")).toMatch(/^sandbox;/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("cache-control")).toMatch(/private, no-store/);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  }
});

test("a name cannot break out of its header", async () => {
  const response = await open((await send("a%22; x=%0d%0aset-cookie: a=b.png", png)).url, "owner");
  expect(response.headers.get("set-cookie")).toBeNull();
  expect(response.headers.get("content-disposition")).not.toMatch(/[\r\n]/);
});

test("a guest signs in first, another account finds nothing, an old link is gone, a changed one unknown", async () => {
  const file = await send("a.png", png);
  const guest = await open(file.url);
  expect(guest.status).toBe(302);
  expect(new URL(guest.headers.get("location") ?? "", "http://here").searchParams.get("to")).toBe(file.url);
  expect((await open(file.url, "other")).status).toBe(404);
  expect((await open(`${file.url}x`, "owner")).status).toBe(404);
  expect((await open("/files/1", "owner")).status).toBe(404);
  const old = signLink(serveOptions.serviceSecret, {
    account: "100001",
    id: file.id,
    expires: 1_700_000_000,
    open: false,
  });
  expect((await open(old, "owner")).status).toBe(410);
  expect((await open(old, "other")).status).toBe(404);
  const head = await open(file.url, "owner", "HEAD");
  expect([head.status, head.headers.get("content-length"), (await head.text()).length]).toEqual([
    200,
    String(png.length),
    0,
  ]);
});

test("a player gets the stretch it asks for, and the whole of what can't be given in part", async () => {
  const { bytes } = voiceNote;
  const { url } = await send("voice.ogg", Buffer.from(bytes), "chat");
  const end = bytes.length - 1;
  for (const [range, from, to] of [
    ["bytes=0-", 0, end],
    ["bytes=10-19", 10, 19],
    ["bytes=10-999999", 10, end],
    ["bytes=-5", end - 4, end],
    ["bytes=-999999", 0, end],
  ] as const) {
    const answer = await open(url, "owner", "GET", { range });
    expect([range, answer.status]).toEqual([range, 206]);
    expect(answer.headers.get("content-range")).toBe(`bytes ${from}-${to}/${bytes.length}`);
    expect(answer.headers.get("content-length")).toBe(String(to - from + 1));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(bytes).subarray(from, to + 1));
  }
  const beyond = await open(url, "owner", "GET", { range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${bytes.length}`]);
  for (const more of [
    { range: "bytes=5-2" },
    { range: "bytes=0-1,4-5" },
    { range: "lines=1-2" },
    { range: "bytes=0-1", "if-range": "x" },
    {},
  ]) {
    const answer = await open(url, "owner", "GET", more);
    expect([more, answer.status, answer.headers.get("accept-ranges")]).toEqual([more, 200, "bytes"]);
    expect((await answer.arrayBuffer()).byteLength).toBe(bytes.length);
  }
  const head = await open(url, "owner", "HEAD", { range: "bytes=0-1" });
  expect([head.status, head.headers.get("content-length")]).toEqual([206, "2"]);
});
