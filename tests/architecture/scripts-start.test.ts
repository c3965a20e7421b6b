import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sentenceFor } from "../../scripts/cli.mjs";
import { oldNode } from "../../scripts/node-version.mjs";
import { clear, command, freePort, makeCheckout, postmaster, signalGroup } from "./scripts/checkout";

const start = [process.execPath, "scripts/start.mjs"];
let folder: string;
let port: number;

beforeAll(async () => {
  folder = makeCheckout();
  port = await freePort();
});
afterAll(() => clear(folder));

function settings(more: Record<string, string> = {}) {
  return { PORT: String(port), ...more };
}

async function gone(): Promise<void> {
  await vi.waitFor(() => expect(postmaster(join(folder, ".data"))).toBeUndefined(), { timeout: 5_000 });
}

describe("npm start", () => {
  test("says in its last lines where it is and who may sign in, as no superuser of the database", async () => {
    const jibu = command(folder, start, settings());
    const url = await jibu.ready;
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect(jibu.printed()).toMatch(/started the database\s+\d+\.\d s/);
    await vi.waitFor(() => expect(jibu.printed()).toMatch(/Jibu is ready on \S+\n\s+owner@savanna.test\s+Owner\n$/));
    expect(await (await fetch(url)).json()).toMatchObject({ role: "jibu_owner" });
    jibu.child.kill("SIGTERM");
    expect(await jibu.ended).toEqual({ code: 0, signal: null });
    await gone();
  });

  for (const signal of ["SIGINT", "SIGHUP"] as const)
    test(`${signal} stops the application and then its database`, async () => {
      const jibu = command(folder, start, settings());
      await jibu.ready;
      jibu.child.kill(signal);
      expect((await jibu.ended).code).toBe(0);
      await gone();
    });

  for (const [who, send] of [
    ["npm alone", (pid: number) => process.kill(pid, "SIGTERM")],
    ["the whole group, as Ctrl-C does", (pid: number) => signalGroup(pid, "SIGINT")],
    ["npm alone, with SIGKILL", (pid: number) => process.kill(pid, "SIGKILL")],
  ] as const)
    test(`a signal to ${who} reaches the application through npm's shell`, async () => {
      const jibu = command(folder, ["npm", "start"], settings());
      const url = await jibu.ready;
      send(jibu.child.pid ?? 0);
      await vi.waitFor(() => expect(fetch(url)).rejects.toThrow(), { timeout: 5_000 });
      await gone();
    });

  test("an application that will not stop is ended within 5 s, with its database", async () => {
    const jibu = command(folder, start, settings({ STAND_IN: "never stops" }));
    await jibu.ready;
    const from = performance.now();
    jibu.child.kill("SIGTERM");
    await jibu.ended;
    expect(performance.now() - from).toBeLessThan(5_000);
    await gone();
  });

  test("a second Ctrl-C ends it at once", async () => {
    const jibu = command(folder, start, settings({ STAND_IN: "never stops" }));
    await jibu.ready;
    jibu.child.kill("SIGINT");
    const again = setInterval(() => jibu.child.kill("SIGINT"), 300);
    expect((await jibu.ended).code).toBe(130);
    clearInterval(again);
    await gone();
  });

  test("kill -9 loses no acknowledged row and the next start needs no help", async () => {
    const first = command(folder, start, settings());
    const url = await first.ready;
    const before = ((await (await fetch(url, { method: "POST" })).json()) as { count: number }).count;
    first.child.kill("SIGKILL");
    const pid = postmaster(join(folder, ".data"));
    if (pid) process.kill(pid, "SIGKILL");
    await first.ended;
    const second = command(folder, start, settings());
    expect(await (await fetch(await second.ready)).json()).toMatchObject({ count: before });
    second.child.kill("SIGTERM");
    await second.ended;
    await gone();
  });
});

describe("one sentence that says what to do", () => {
  async function said(env: Record<string, string>): Promise<string> {
    const jibu = command(folder, start, settings(env));
    expect(await jibu.ended).toEqual({ code: 1, signal: null });
    return jibu.printed().replace("Jibu is starting\n", "").trim();
  }

  test("a port in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    expect(await said({})).toBe(
      `Port ${port} is in use: stop the program that has it, or choose another, as in PORT=${port + 1} npm start.`,
    );
    await new Promise((resolve) => other.close(resolve));
  });

  test("a port that is none, and an address that is not ours", async () => {
    expect(await said({ PORT: "web" })).toBe('PORT is "web": set it to a number from 1 to 65535.');
    expect(await said({ HOST: "203.0.113.9" })).toMatch(
      /^HOST is "203.0.113.9", which is no address of this machine: .*\.$/,
    );
  });

  test("packages that are out of date behind a symbolic link: whose folder they are in keeps them", async () => {
    const linked = makeCheckout();
    const modules = join(linked, "node_modules");
    const theirs = join(linked, "theirs");
    rmSync(modules, { recursive: true });
    mkdirSync(theirs);
    writeFileSync(join(theirs, "kept"), "");
    symlinkSync(theirs, modules);
    const jibu = command(linked, start, settings());
    expect(await jibu.ended).toEqual({ code: 1, signal: null });
    expect(jibu.printed()).toContain(
      `\nnode_modules is a symbolic link to ${theirs}, whose packages are not those of package-lock.json, ` +
        "and installing them would empty that folder: remove the link and start again.\n",
    );
    expect(readdirSync(theirs)).toEqual(["kept"]);
    clear(linked);
  });

  test("a data folder that cannot be written", async () => {
    expect(await said({ DATA_DIR: "package.json/data" })).toMatch(
      /is no folder: set DATA_DIR to one that can be written\.$/,
    );
    expect(await said({ DATA_DIR: "/sys/jibu" })).toMatch(/cannot be written|read-only disk/);
  });

  test("a database that does not answer", async () => {
    expect(await said({ DATABASE_URL: `postgres://jibu@127.0.0.1:${port}/jibu` })).toBe(
      "The database of DATABASE_URL cannot be reached (ECONNREFUSED): check that it runs, its address and its password.",
    );
  });

  test("an old Node", () => {
    expect(oldNode("18.20.4")).toMatch(/^Jibu needs Node 20\.19 or newer and this is 18\.20\.4: install Node 24 .*\.$/);
    expect(oldNode("20.18.3")).toBeDefined();
    for (const version of ["20.19.0", "22.12.0", "24.1.0"]) expect(oldNode(version)).toBeUndefined();
  });

  test("an old Node, said by the command itself before anything that such a Node would not understand", async () => {
    const preload = join(folder, ".older.cjs");
    writeFileSync(preload, `Object.defineProperty(process.versions, "node", { value: "18.20.4" });`);
    const jibu = command(folder, [process.execPath, "--require", preload, "scripts/start.mjs"], settings());
    expect((await jibu.ended).code).toBe(1);
    expect(jibu.printed().trim()).toBe(oldNode("18.20.4"));
  });

  /** A file system of its own, as `mount` makes it, for one command; only where this user may have one. */
  const mounted = (options: string) => [
    "unshare",
    "-Urm",
    "sh",
    "-c",
    `mount -t tmpfs -o ${options} none "$0" && exec "$@"`,
  ];
  const mayMount = spawnSync("unshare", ["-Urm", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

  for (const [what, options, sentence] of [
    ["full", "size=3m", /^The disk is full: free some space for .* and start again\.$/],
    [
      "read-only",
      "ro",
      /is on a read-only disk: set DATA_DIR to a folder that can be written, or use a writable copy\.$/,
    ],
  ] as const)
    test.runIf(mayMount)(`a disk that is ${what}, for real`, async () => {
      const disk = join(folder, `.${what}`);
      mkdirSync(disk, { recursive: true });
      const jibu = command(folder, [...mounted(options), disk, ...start], settings({ DATA_DIR: join(disk, "data") }));
      expect((await jibu.ended).code).toBe(1);
      expect(jibu.printed().replace("Jibu is starting\n", "").trim()).toMatch(sentence);
    });

  test("a full disk, whoever noticed it", () => {
    const full = "The disk is full: free some space for /data and start again.";
    expect(sentenceFor(Object.assign(new Error("write"), { code: "ENOSPC" }), "/data")).toBe(full);
    expect(sentenceFor({ output: "initdb: error: could not write: No space left on device" }, "/data")).toBe(full);
    expect(sentenceFor(new Error("permission denied for table users"), "/data")).toBeUndefined();
  });
});
