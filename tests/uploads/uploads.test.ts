import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { purposes } from "../../rules/files";
import { inProcess } from "../../services/kit/client";
import { serviceToken } from "../../services/kit/principal";
import { openStorage, type Storage } from "../../services/kit/storage";
import { openFile } from "../../services/uploads/open-file";
import { uploadsService, uploadsTasks } from "../../services/uploads/service";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";
import { caller, person, surroundings } from "../setup/people";
import {
  csv,
  gif,
  html,
  multipart,
  pdf,
  png,
  polyglot,
  program,
  streamOf,
  svg,
  type UploadRequest,
  xlsx,
} from "./files.fixtures";

let database: TestDatabase;
let storage: Storage;
let dataDir: string;
const secret = surroundings({}).serviceSecret;
const people = {
  owner: person(),
  agent: person({ id: "2", name: "Kevin Kiptoo", roles: [{ name: "Agent" }] }),
  other: person({ id: "9", customer_account: "200002", name: "Achieng Odhiambo" }),
};

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "jibu-files-"));
  storage = openStorage({ dataDir });
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const as = (who: string) => inProcess(uploadsService(database, storage, surroundings(people)), caller(who));
const service = (account = "100001") => as(serviceToken(secret, account));

async function send(files: UploadRequest[], purpose: (typeof purposes)[number] = "issue", who = "agent") {
  const answer = await as(who).chatUploads({ stream: multipart(files), query: { purpose: purpose as "issue" } });
  return answer.status === 201
    ? { status: 201, files: answer.body.files, message: "" }
    : { status: answer.status, files: [], message: answer.body.message };
}

/** Every file of the store, the half-received ones too. */
function stored(): string[] {
  const root = join(dataDir, "files");
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function opened(url: string, account: string | undefined = "100001") {
  const { pathname, searchParams } = new URL(url, "http://here.invalid");
  const answer = await openFile({ database, storage, secret }, pathname.slice(7), searchParams, async () =>
    account === undefined ? undefined : { customer_account: account, roles: [] },
  );
  if ("refused" in answer) return answer.refused;
  const pieces: Buffer[] = [];
  for await (const piece of answer.bytes) pieces.push(piece as Buffer);
  return { ...answer.file, bytes: Buffer.concat(pieces) };
}

describe("what may be sent with an issue (R059, Q047)", () => {
  test.each([
    ["photo.png", png, "image/png"],
    ["photo.gif", gif, "image/gif"],
    ["slip.pdf", pdf, "application/pdf"],
    ["list.xlsx", xlsx(), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ])("%s is kept as what it is and comes back byte by byte", async (name, bytes, type) => {
    const { status, files } = await send([{ name, bytes, type: "text/html" }]);
    expect(status).toBe(201);
    expect(files[0]).toMatchObject({ name, type, bytes: bytes.length, purpose: "issue", by: "Kevin Kiptoo" });
    expect(await opened(files[0]?.url ?? "")).toMatchObject({ name, type, bytes });
  });

  test.each([
    ["a page", "photo.png", html],
    ["a drawing with a script", "photo.svg", svg],
    ["a program", "invoice.pdf", program],
    ["a list of text", "list.csv", csv],
    ["an archive", "list.xlsx", Buffer.from("504b0506000000000000000000000000000000000000", "hex")],
    ["nothing", "photo.png", Buffer.alloc(0)],
  ])("%s named %s is refused in words and leaves nothing", async (_, name, bytes) => {
    const before = stored();
    const { status, message } = await send([{ name, bytes }]);
    expect(status).toBe(422);
    expect(message).toMatch(/images, PDF and Excel|empty/);
    expect(stored()).toEqual(before);
  });

  test("one wrong file among right ones refuses all of them", async () => {
    const before = stored();
    expect(
      (
        await send([
          { name: "a.png", bytes: png },
          { name: "b.png", bytes: html },
        ])
      ).status,
    ).toBe(422);
    expect(stored()).toEqual(before);
  });

  test("five files are taken, six are not, nor one of more than 10 MB", async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `${n}.png`, bytes: png }));
    expect((await send(many(5))).files.map(({ name }) => name)).toEqual(["0.png", "1.png", "2.png", "3.png", "4.png"]);
    const before = stored();
    expect(await send(many(6))).toMatchObject({ status: 422, message: expect.stringMatching(/5 files/) });
    const big = Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]);
    expect(await send([{ name: "big.png", bytes: big }])).toMatchObject({ status: 422, message: /10 MB/ });
    expect((await send([{ name: "edge.png", bytes: big.subarray(0, 10 * 1024 * 1024) }])).status).toBe(201);
    expect(stored().length).toBe(before.length + 1);
  });

  test("a bomb in a workbook is not unpacked: it costs what was sent", async () => {
    const bomb = xlsx({ bomb: true });
    const began = process.memoryUsage().arrayBuffers;
    const { files } = await send([{ name: "bomb.xlsx", bytes: bomb }]);
    expect(files[0]?.bytes).toBeLessThan(200_000);
    expect(process.memoryUsage().arrayBuffers - began).toBeLessThan(50_000_000);
  });

  test("a picture that is a page as well is a picture, and nothing else, wherever it goes", async () => {
    const { files } = await send([{ name: "polyglot.html", bytes: polyglot, type: "text/html" }]);
    expect(files[0]).toMatchObject({ name: "polyglot.html.gif", type: "image/gif" });
  });

  test("an upload that ends in the middle leaves nothing", async () => {
    const before = stored();
    const { bytes, type } = multipart([
      { name: "a.png", bytes: png },
      { name: "b.pdf", bytes: pdf },
    ]);
    const cut = bytes.subarray(0, bytes.length - 60);
    expect((await as("agent").chatUploads({ stream: { body: streamOf(cut), type } })).status).toBe(422);
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(cut));
        controller.error(new Error("the connection was lost"));
      },
    });
    expect(await as("agent").chatUploads({ stream: { body: broken, type } })).toMatchObject({
      status: 422,
      body: { message: "The upload did not arrive whole. Send it again." },
    });
    expect(stored()).toEqual(before);
  });

  test("a form without a file, and a body that is no form, are refused in words", async () => {
    expect((await send([])).message).toBe("Choose a file.");
    const stream = { body: streamOf(Buffer.from("{}")), type: "application/json" };
    expect((await as("agent").chatUploads({ stream })).status).toBe(422);
  });
});

test.each([
  ["../../etc/passwd.png", "passwd.png"],
  ["..\\..\\windows\\a.png", "a.png"],
  ["a\u0000b\u0007.png", "ab.png"],
  ["gnp.\u202Eexe.png", "gnp.exe.png"],
  ["\u200B.htaccess.png", "htaccess.png"],
  ["photo.exe", "photo.exe.png"],
  ["...", "file.png"],
  ['<img src=x onerror="a">.png', "_img src=x onerror=_a__.png"],
  [`${"a".repeat(400)}.png`, `${"a".repeat(120)}.png`],
])("the name %j is kept as %j and is no path", async (given, kept) => {
  const name = given.replaceAll("\\", "\\\\").replaceAll('"', "%22");
  const { files } = await send([{ name, bytes: png }]);
  expect(files[0]?.name).toBe(kept);
  expect(stored().every((path) => /[/\\][0-9a-f]{32}$/.test(path))).toBe(true);
});

describe("who may open a file", () => {
  test("its sender, an administrator and our services get a link; others of the account and of another do not", async () => {
    const { files } = await send([{ name: "mine.png", bytes: png }]);
    const params = { id: files[0]?.id ?? "" };
    for (const who of ["agent", "owner"]) expect((await as(who).file({ params })).status, who).toBe(200);
    expect((await service().file({ params })).status).toBe(200);
    expect((await as("other").file({ params })).status).toBe(404);
    const { files: theirs } = await send([{ name: "slip.pdf", bytes: pdf }], "slip", "owner");
    expect((await as("agent").file({ params: { id: theirs[0]?.id ?? "" } })).status).toBe(404);
    expect((await service("200002").file({ params })).status).toBe(404);
    expect((await as("owner").file({ params: { id: "1" } })).status).toBe(404);
  });

  test("a link opens for its account only, ends, and cannot be made longer or turned to another file", async () => {
    const [one, two] = (
      await send([
        { name: "a.png", bytes: png },
        { name: "b.pdf", bytes: pdf },
      ])
    ).files;
    const url = one?.url ?? "";
    expect(await opened(url)).toMatchObject({ name: "a.png" });
    expect(await opened(url, "200002")).toBe("unknown");
    expect(
      await openFile(
        { database, storage, secret },
        one?.id ?? "",
        new URL(url, "http://x").searchParams,
        async () => undefined,
      ),
    ).toEqual({ refused: "sign-in" });
    expect(await opened(url.replace(/e=\d+/, "e=99999999999"))).toBe("unknown");
    expect(await opened(url.replace(one?.id ?? "", two?.id ?? ""))).toBe("unknown");
    expect(await opened(`/files/${one?.id}`)).toBe("unknown");
    expect(await opened("/files/..%2f..%2fsecrets.json")).toBe("unknown");
    const past = await service().link({ params: { id: one?.id ?? "" }, query: { seconds: 60 } });
    const old = past.status === 200 ? past.body.url : "";
    const realNow = Date.now;
    Date.now = () => realNow() + 61_000;
    try {
      expect(await opened(old)).toBe("expired");
    } finally {
      Date.now = realNow;
    }
  });

  test("an open link needs no session: only our services make one", async () => {
    const [file] = (await send([{ name: "a.png", bytes: png }])).files;
    const params = { id: file?.id ?? "" };
    const link = await service().link({ params, query: { open: true } });
    const url = new URL(link.status === 200 ? link.body.url : "", "http://x");
    expect(
      await openFile({ database, storage, secret }, params.id, url.searchParams, async () => undefined),
    ).toHaveProperty("file");
    expect((await as("owner").link({ params })).status).toBe(403);
  });

  test("a photo opens for everyone of its account, and for no one else", async () => {
    const [file] = (await send([{ name: "me.png", bytes: png }], "photo")).files;
    expect(file?.url).toBe(`/files/${file?.id}`);
    expect(await opened(file?.url ?? "")).toMatchObject({ type: "image/png" });
    expect(await opened(file?.url ?? "", "200002")).toBe("unknown");
  });
});

describe("what a file belongs to", () => {
  test("a file that nothing names is dropped; one that was attached stays, and goes with its record", async () => {
    const tasks = uploadsTasks(database, storage);
    const [loose, kept] = (
      await send([
        { name: "a.png", bytes: png },
        { name: "b.png", bytes: png },
      ])
    ).files;
    const ids = [kept?.id ?? ""];
    const to = { subject: "ticket", subject_id: "7" };
    expect((await service().attach({ body: { ids, ...to, user_id: "2" } })).status).toBe(201);
    expect((await service().attach({ body: { ids, ...to } })).status).toBe(201);
    for (const file of [loose, kept]) await tasks["uploads.forget-loose"]?.({ account: "100001", id: file?.id });
    await removals(tasks);
    expect(await opened(loose?.url ?? "")).toBe("unknown");
    expect(await opened(kept?.url ?? "")).toMatchObject({ name: "b.png" });
    const listed = await service().filesOf({ query: to });
    expect(listed.status === 200 && listed.body.files.map(({ name }) => name)).toEqual(["b.png"]);
    expect(await service().dropOf({ body: to })).toMatchObject({ body: { removed: 1 } });
    await removals(tasks);
    expect(await opened(kept?.url ?? "")).toBe("unknown");
  });

  test("no one attaches another's file, another account's, or one that belongs to something", async () => {
    const [file] = (await send([{ name: "a.png", bytes: png }])).files;
    const ids = [file?.id ?? ""];
    const attach = (body: object, account?: string) =>
      service(account).attach({ body: { ids, subject: "ticket", subject_id: "8", ...body } });
    expect((await attach({ user_id: "1" })).status).toBe(404);
    expect((await attach({}, "200002")).status).toBe(404);
    expect((await attach({})).status).toBe(201);
    expect((await attach({ subject_id: "9" })).status).toBe(404);
    expect((await as("agent").removeFile({ params: { id: ids[0] ?? "" } })).status).toBe(409);
  });

  test("the sender takes a file back while it is loose; no one else does", async () => {
    const [file] = (await send([{ name: "a.png", bytes: png }])).files;
    const params = { id: file?.id ?? "" };
    expect((await as("owner").removeFile({ params })).status).toBe(404);
    expect((await as("agent").removeFile({ params })).status).toBe(200);
    expect((await as("agent").removeFile({ params })).status).toBe(404);
  });
});

test("a whole form comes back: the good files kept, the bad named, every field as it was typed", async () => {
  const form = multipart(
    [
      { name: "a.png", bytes: png },
      { name: "b.png", bytes: html },
    ],
    { text: "Habari\r\nyako", n: "7" },
  );
  const answer = await as("agent").form({ stream: form, query: { purpose: "ticket" } });
  expect(answer).toMatchObject({
    status: 201,
    body: {
      files: [{ name: "a.png" }],
      refused: [{ name: "b.png", message: expect.stringMatching(/kind/) }],
      fields: [
        ["text", "Habari\r\nyako"],
        ["n", "7"],
      ],
    },
  });
});

test("a file that is too large is named, and takes no other file and nothing typed with it", async () => {
  const big = Buffer.concat([png, Buffer.alloc(12 * 1024 * 1024)]);
  const form = multipart(
    [
      { name: "big.png", bytes: big },
      { name: "a.png", bytes: png },
    ],
    { text: "Habari" },
  );
  expect(await as("agent").form({ stream: form, query: { purpose: "ticket" } })).toMatchObject({
    status: 201,
    body: {
      files: [{ name: "a.png" }],
      refused: [{ name: "big.png", message: expect.stringMatching(/10 MB/) }],
      fields: [["text", "Habari"]],
    },
  });
});

test("files older than the account keeps them go, of the named purposes only", async () => {
  const [old] = (await send([{ name: "old.png", bytes: png }])).files;
  await asOwner(
    database.url,
    `select set_config('app.account', '100001', false);
     update uploads.files set at = now() - interval '1 year' where id = '${old?.id}'`,
  );
  const before = new Date(Date.now() - 30 * 24 * 3_600_000).toISOString();
  expect(await service().dropOlder({ body: { before, purposes: ["slip"] } })).toMatchObject({ body: { removed: 0 } });
  expect(await service("200002").dropOlder({ body: { before, purposes: ["issue"] } })).toMatchObject({
    body: { removed: 0 },
  });
  expect(await service().dropOlder({ body: { before, purposes: ["issue"] } })).toMatchObject({
    body: { removed: 1, more: false },
  });
});

/** Does the queued removals, as the worker would. */
async function removals(tasks: ReturnType<typeof uploadsTasks>): Promise<void> {
  const { rows } = await asOwner(
    database.url,
    `select j.id, p.payload from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
     where j.task_identifier = 'uploads.remove'`,
  );
  for (const { payload } of rows) await tasks["uploads.remove"]?.(payload);
}
