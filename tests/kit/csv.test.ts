import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Cell, csvCell, csvLine, csvStream, unguarded } from "../../services/kit/csv";

async function written(rows: Iterable<Cell[]> | AsyncIterable<Cell[]>, heading = ["a", "b"]) {
  return new Uint8Array(await new Response(csvStream(heading, rows, "Africa/Nairobi")).arrayBuffer());
}

describe("a cell that a spreadsheet would run", () => {
  test.each([
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "＝1+1",
    "＋1+1",
    "－1+1",
    "＠SUM(A1)",
    " =1+1",
    "\u00a0=1+1",
    "\ufeff=1+1",
    '=HYPERLINK("http://x","y")',
    "=cmd|' /C calc'!A0",
    "-5",
    "+254712345678",
  ])("%j gets an apostrophe", (text) => {
    const [row] = parse(csvLine([text, "x"]), { relax_column_count: true }) as string[][];
    expect(row).toEqual([`'${text}`, "x"]);
  });

  test.each<[Cell, string]>([
    [-5, "-5"],
    [1204.5, "1204.5"],
    [-9007199254740993n, "-9007199254740993"],
    [Number.NaN, ""],
    [Number.POSITIVE_INFINITY, ""],
    [true, "true"],
    [null, ""],
    [undefined, ""],
    ["", ""],
    ["Asha", "Asha"],
    ["a=b", "a=b"],
    ["'quoted", "'quoted"],
    ["0.5", "0.5"],
    ["12 345", "12 345"],
    ["12345678901", "12345678901"],
    ["2026-11-22 17:37:26", "2026-11-22 17:37:26"],
    [new Date("2026-03-09T11:05:41Z"), "2026-03-09T11:05:41.000Z"],
    [new Date("never"), ""],
  ])("%s is written %s", (cell, text) => expect(csvCell(cell)).toBe(text));
});

/** The cell as a reader of CSV gets it. */
function readBack(text: string): string {
  return (parse(csvLine([text, "x"])) as string[][])[0]?.[0] ?? "";
}

describe("a text that a spreadsheet would save as another number", () => {
  test.each([
    "+254712345678",
    "254712345678",
    "0712345678",
    "0712,345,678",
    "00123",
    "2.54712E+11",
    "1e5",
    "'0712345678",
  ])("%j gets an apostrophe, and reading takes it off", (text) => {
    const cell = readBack(text);
    expect(cell).toBe(`'${text}`);
    expect(unguarded(cell)).toBe(text);
  });

  test("whatever was written is read back", () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."'=+-0123456789.e \t") }));
    fc.assert(fc.property(text, (given) => unguarded(readBack(given)) === given));
  });

  test.each(["'90s", "'Asha'", "'", "''"])("an apostrophe of one's own stays: %j", (text) =>
    expect([csvCell(text), unguarded(text)]).toEqual([text, text]),
  );
});

describe("the file", () => {
  test("quotes as RFC 4180 says, with CR LF and a byte order mark", async () => {
    const bytes = await written([
      ["Njeri, Asha", 'say "hi"'],
      ["two\nlines", "plain"],
    ]);
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe('a,b\r\n"Njeri, Asha","say ""hi"""\r\n"two\nlines",plain\r\n');
  });

  test("times are of the zone that was asked for", async () => {
    const bytes = await written([[new Date("2026-11-22T22:30:00Z"), "2026-11-22T22:30:00.000Z"]]);
    expect(new TextDecoder().decode(bytes)).toBe("a,b\r\n2026-11-23 01:30:00,2026-11-23 01:30:00\r\n");
  });

  test("an empty list still has its heading", async () => {
    expect(new TextDecoder().decode(await written([]))).toBe("a,b\r\n");
  });

  test("whatever the cells, a reader gets them back, and none is a formula", async () => {
    const cell = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n\"',; a＝") }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell), { minLength: 1 }), async (rows) => {
        const text = new TextDecoder().decode(await written(rows));
        const back = parse(text, { from_line: 2, record_delimiter: "\r\n", skip_empty_lines: false }) as string[][];
        expect(back).toHaveLength(rows.length);
        for (const [i, row] of back.entries()) {
          for (const [j, got] of row.entries()) {
            expect([rows[i]?.[j], `'${rows[i]?.[j]}`]).toContain(got);
            expect(got).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/);
          }
        }
      }),
    );
  });

  test("rows are asked for only as they are read, and the source is closed when the reader leaves", async () => {
    let asked = 0;
    let closed = false;
    async function* endless() {
      try {
        for (;;) {
          asked++;
          yield ["x".repeat(1000), asked];
        }
      } finally {
        closed = true;
      }
    }
    const reader = csvStream(["a", "b"], endless(), "UTC").getReader();
    await reader.read();
    expect(asked).toBeLessThan(200);
    await reader.cancel();
    expect(closed).toBe(true);
  });

  test("a source that fails breaks the download instead of ending it early", async () => {
    async function* failing() {
      yield ["1", "2"];
      throw new Error("connection lost");
    }
    await expect(written(failing())).rejects.toThrow("connection lost");
  });
});
