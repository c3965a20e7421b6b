import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FileProblem } from "../../services/kit/contact-file/problem";
import { builtWorkerUrl, lookInWorker, stageInWorker } from "../../services/kit/contact-file/run";
import { bundleWorker, folder, sheetOf, xlsx } from "./contact-file.fixtures";

const files = folder();
let workerUrl: URL;

beforeAll(() => {
  const path = files.file("worker.mjs", "");
  bundleWorker(path);
  workerUrl = pathToFileURL(path);
});
afterAll(() => files.remove());

function how(batch = 2_000) {
  return { workerUrl, country: "KE", maxRefused: 100, batch } as const;
}

/** The rows of a batch as the database will read them. */
function linesOf({ text }: { text: Uint8Array }): string[][] {
  return new TextDecoder()
    .decode(text)
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"));
}

function manyRows(count: number): string {
  let text = "Name,Phone,Amount\n";
  for (let n = 0; n < count; n++) text += `Asha Njeri ${n},07${String(n).padStart(8, "0")},${n * 10}\n`;
  return text;
}

describe("reading in a worker thread", () => {
  test("looks at a file, then reads it with the mapping", async () => {
    const path = files.file("contacts.csv", "Name,Phone\nAsha,0712345678\nBad,12\n");
    const look = await lookInWorker(path, { workerUrl });
    expect(look).toMatchObject({
      bytes: 34,
      format: { kind: "text", delimiter: "," },
      sample: [{ line: 2 }, { line: 3 }],
    });
    const batches = [];
    for await (const batch of stageInWorker(path, look.mapping, how())) batches.push(batch);
    expect(batches).toMatchObject([{ rows: 2, refused: 1 }]);
    expect(batches.flatMap(linesOf)).toEqual([
      ["2", "+254712345678", "Asha", "\\N", "{}", "\\N", "\\N", "\\N"],
      ["3", "\\N", "\\N", "\\N", "\\N", "refused", "too few digits", '["Bad","12"]'],
    ]);
  });

  test("refused rows above the most that are kept are counted only, and every text comes as COPY takes it", async () => {
    const rows = [
      "Phone,Name,Note",
      ...Array.from({ length: 150 }, (_, n) => `${n},x,`),
      '0712345678,"a\\b\tc\nd",\ud83d\ude00\0',
    ];
    const path = files.file("odd.csv", rows.join("\n"));
    const { mapping } = await lookInWorker(path, { workerUrl });
    const batches = [];
    for await (const batch of stageInWorker(path, mapping, how(40))) batches.push(batch);
    expect(batches.map(({ rows, refused }) => [rows, refused])).toEqual([
      [40, 40],
      [40, 40],
      [40, 40],
      [31, 30],
    ]);
    const lines = batches.flatMap(linesOf);
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toEqual([
      "152",
      "+254712345678",
      "a\\\\b c d",
      "\\N",
      '{"note":"\ud83d\ude00"}',
      "\\N",
      "\\N",
      "\\N",
    ]);
  });

  test("reads a workbook", async () => {
    const path = files.file("contacts.xlsx", xlsx({ sheets: { One: sheetOf([["Phone"], [712345678]]) } }));
    const look = await lookInWorker(path, { workerUrl });
    expect(look.format).toEqual({ kind: "xlsx", sheet: "One", sheets: ["One"] });
  });

  test("a problem arrives as the same problem", async () => {
    const path = files.file("broken.csv", `Phone,Name\n0712345678,Asha\n0722418306,"Zoë\n`);
    await expect(lookInWorker(path, { workerUrl })).rejects.toMatchObject({ code: "unclosed-quote", line: 3 });
    await expect(lookInWorker(files.file("empty.csv", ""), { workerUrl })).rejects.toBeInstanceOf(FileProblem);
  });

  test("a problem far down comes after the batches before it", async () => {
    const path = files.file("late.csv", `${manyRows(6000)}"x,0799999999\n`);
    const { mapping } = await lookInWorker(path, { workerUrl });
    let count = 0;
    const reading = (async () => {
      for await (const batch of stageInWorker(path, mapping, how(1000))) count += batch.rows;
    })();
    await expect(reading).rejects.toMatchObject({ code: "unclosed-quote", line: 6002 });
    expect(count).toBeGreaterThan(0);
  });

  test("the worker waits for a slow reader, and ends when the reader leaves", async () => {
    const path = files.file("many.csv", manyRows(20_000));
    const { mapping } = await lookInWorker(path, { workerUrl });
    const lines: number[] = [];
    for await (const batch of stageInWorker(path, mapping, how(500))) {
      await new Promise((resolve) => setImmediate(resolve));
      lines.push(...linesOf(batch).map(([line]) => Number(line)));
    }
    expect(lines).toEqual(Array.from({ length: 20_000 }, (_, n) => n + 2));
    for await (const batch of stageInWorker(path, mapping, how(500))) {
      expect(batch.rows).toBe(500);
      break;
    }
  });

  test("the caller may stop it", async () => {
    const path = files.file("stopped.csv", manyRows(5000));
    const { mapping } = await lookInWorker(path, { workerUrl });
    const stop = new AbortController();
    const reading = (async () => {
      for await (const _batch of stageInWorker(path, mapping, { ...how(100), signal: stop.signal })) stop.abort();
    })();
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
  });

  test("other work goes on meanwhile", async () => {
    const path = files.file("busy.csv", manyRows(50_000));
    const { mapping } = await lookInWorker(path, { workerUrl });
    let turns = 0;
    let reading = true;
    const turn = () => {
      turns++;
      if (reading) setImmediate(turn);
    };
    setImmediate(turn);
    let [count, batches] = [0, 0];
    for await (const batch of stageInWorker(path, mapping, how())) {
      count += batch.rows;
      batches++;
    }
    reading = false;
    expect(count).toBe(50_000);
    expect(turns).toBeGreaterThan(batches * 10);
  });

  test("a missing file and a missing worker are errors, not hangs", async () => {
    await expect(lookInWorker("/nowhere/contacts.csv", { workerUrl })).rejects.toThrow("ENOENT");
    await expect(lookInWorker("x", { workerUrl: pathToFileURL("/nowhere/worker.mjs") })).rejects.toThrow();
    expect(builtWorkerUrl().href).toMatch(/\/build\/contact-file-worker\.js$/);
  });
});
