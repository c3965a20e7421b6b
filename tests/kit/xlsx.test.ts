import { strFromU8, unzipSync } from "fflate";
import { expect, test } from "vitest";
import { openContactFile } from "../../services/kit/contact-file/open";
import type { Cell } from "../../services/kit/csv";
import { xlsxStream } from "../../services/kit/xlsx";

async function* from(rows: readonly Cell[][]) {
  yield* rows;
}
const heading = ["Phone", "Name", "At"];
const bytesOf = async (rows: readonly Cell[][], zone = "Africa/Nairobi") =>
  new Uint8Array(await new Response(xlsxStream(heading, from(rows), zone)).arrayBuffer());

/** As our own reader of uploaded files has it: another program's view of the same format. */
async function readBack(bytes: Uint8Array): Promise<string[][]> {
  const file = await openContactFile(
    (async function* () {
      yield bytes;
    })(),
  );
  const found: string[][] = [];
  for await (const batch of file.rows()) for (const { cells } of batch) found.push([...cells]);
  await file.close();
  return found;
}

test("texts stay texts: numbers keep their zero, nothing is a formula, and XML has no part in it", async () => {
  const rows = [
    ["0722000111", '=HYPERLINK("http://evil")', "a"],
    ["+254722000111", "<b>&\"Ng'ang'a\" 😀 \u0000\u0007", "b"],
  ];
  const bytes = await bytesOf(rows);
  expect(await readBack(bytes)).toEqual([
    heading,
    ["0722000111", '=HYPERLINK("http://evil")', "a"],
    ["+254722000111", "<b>&\"Ng'ang'a\" 😀 ", "b"],
  ]);
  const sheet = strFromU8(unzipSync(bytes)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet).not.toContain("<f>");
});

test("a moment is a date by the clock of the zone", async () => {
  const [, row] = await readBack(await bytesOf([["1", "a", "2026-11-22T14:37:26Z"]]));
  expect(row?.[2]).toBe("22/11/2026 17:37");
});

test("numbers and empty cells", async () => {
  const [, row] = await readBack(await bytesOf([[12.5, null, 7n]]));
  expect(row).toEqual(["12.5", "", "7"]);
});

test("what is more than a sheet holds goes on in a second sheet", async () => {
  const sheets = unzipSync(
    new Uint8Array(
      await new Response(
        xlsxStream(heading, from(Array.from({ length: 7 }, (_, i) => [String(i)])), "UTC", 4),
      ).arrayBuffer(),
    ),
  );
  const text = (name: string) => strFromU8(sheets[name] ?? new Uint8Array());
  expect(text("xl/workbook.xml").match(/<sheet /g)).toHaveLength(3);
  expect(text("xl/worksheets/sheet3.xml")).toContain(">6<");
});

test("a reader that leaves stops the source", async () => {
  let stopped = false;
  async function* endless(): AsyncGenerator<Cell[]> {
    try {
      for (let i = 0; ; i++) yield [`row ${i} ${"x".repeat(1_000)}`];
    } finally {
      stopped = true;
    }
  }
  const reader = xlsxStream(heading, endless(), "UTC").getReader();
  await reader.read();
  await reader.cancel();
  await expect.poll(() => stopped).toBe(true);
});

test("a source that fails breaks the download instead of ending it early", async () => {
  async function* failing(): AsyncGenerator<Cell[]> {
    yield ["1"];
    throw new Error("connection lost");
  }
  await expect(new Response(xlsxStream(heading, failing(), "UTC")).arrayBuffer()).rejects.toThrow();
});
