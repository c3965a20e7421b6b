import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lineTable } from "../../services/kit/contact-file/line-table";
import { openContactFile } from "../../services/kit/contact-file/open";
import { readContacts } from "../../services/kit/contact-file/read";
import { textTable } from "../../services/kit/contact-file/text-table";
import { xlsx } from "./contact-file.fixtures";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes of the heap that are really held. */
function held(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

const megabyte = 1024 * 1024;
const count = 200_000;

function manyTexts(): Buffer {
  let strings = "<si><t>Phone</t></si>";
  for (let n = 0; n < count; n++) strings += `<si><t>Wanjiru Maina of Thika ${n}</t></si>`;
  const sheet = `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2"><v>722000001</v></c><c r="B2" t="s"><v>${count}</v></c></row></sheetData>`;
  return xlsx({ sheets: { One: sheet }, strings });
}

test("the texts of a workbook are not on the heap, and are found again", async () => {
  async function* piece() {
    yield manyTexts();
  }
  const before = held();
  const file = await openContactFile(piece());
  try {
    expect((held() - before) / megabyte).toBeLessThan(4);
    for await (const [, row] of file.rows())
      expect(row?.cells).toEqual(["722000001", `Wanjiru Maina of Thika ${count - 1}`]);
  } finally {
    await file.close();
  }
});

test("the numbers that were seen are not on the heap, and the second of two names the line of the first", async () => {
  async function* rows() {
    for (let from = 1; from <= count; from += 1000)
      yield Array.from({ length: 1000 }, (_, n) => ({
        line: from + n,
        cells: [`0722${String(from + n).padStart(6, "0")}`],
      }));
    yield [{ line: count + 1, cells: ["+254 722 000 077"] }];
  }
  const mapping = { headerLine: 0, columns: [{ title: "Phone", role: "phone" as const, field: "phone" }] };
  const before = held();
  let last: unknown;
  for await (const batch of readContacts({ rows }, mapping, { country: "KE", batch: 1000 })) {
    if (batch.length === 1) expect((held() - before) / megabyte).toBeLessThan(4);
    last = batch.at(-1);
  }
  expect(last).toMatchObject({ line: count + 1, refused: "the same number as line 77", repeated: true });
});

test("a text comes back as it was, whatever its letters and wherever it stands", () => {
  const long = "é".repeat(30_000);
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "Ng’ang’a", "\ud83d", long))),
      (texts) => {
        const table = textTable();
        for (const text of texts) table.add(text);
        expect(table.size).toBe(texts.length);
        expect(texts.map((_, at) => table.at(at))).toEqual(texts);
        for (const at of [-1, 0.5, texts.length, Number.NaN]) expect(table.at(at)).toBeUndefined();
      },
    ),
    { numRuns: 50 },
  );
  const table = textTable();
  const texts = Array.from({ length: 200 }, (_, n) => `${n}${n % 2 ? "ж".repeat(20_000) : long}`);
  for (const text of texts) table.add(text);
  expect(texts.every((text, at) => table.at(at) === text)).toBe(true);
});

test("lines by number are those of a Map", () => {
  const key = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 254_700_000_000, max: 999_999_999_999_999 }));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 3000 }), (keys) => {
      const table = lineTable();
      const map = new Map<number, number>();
      for (const [at, one] of keys.entries()) {
        expect(table.remember(one, at + 1)).toBe(map.get(one));
        if (!map.has(one)) map.set(one, at + 1);
      }
    }),
    { numRuns: 30 },
  );
});
