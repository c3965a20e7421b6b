import { Readable } from "node:stream";
import busboy from "busboy";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BrokenForm, FormTooBig, partsOf } from "../../services/kit/multipart";

type ReadPart = { name: string; filename: string | undefined; bytes: string };
const boundary = "----jibu7MA4YWxkTrZu0gW";
const type = `multipart/form-data; boundary=${boundary}`;
const plenty = 50_000_000;

function streamOf(chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
}

/** What our reader makes of a body that arrives in these chunks, each byte as a latin1 character. */
async function ours(chunks: Uint8Array[], most = plenty): Promise<ReadPart[]> {
  const found: ReadPart[] = [];
  for await (const part of partsOf(streamOf(chunks), type, most)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of part.bytes()) pieces.push(Buffer.from(piece));
    found.push({ name: part.name, filename: part.filename, bytes: Buffer.concat(pieces).toString("latin1") });
  }
  return found;
}

/** The same by busboy. Rejects as busboy does when the form is broken. */
function theirs(chunks: Uint8Array[]): Promise<ReadPart[]> {
  return new Promise((resolve, reject) => {
    const found: ReadPart[] = [];
    const reader = busboy({
      headers: { "content-type": type },
      defParamCharset: "utf8",
      defCharset: "latin1",
      preservePath: true,
      limits: { fieldSize: plenty, fieldNameSize: 20_000 },
    });
    reader.on("field", (name, value) => found.push({ name, filename: undefined, bytes: value }));
    reader.on("file", (name, stream, { filename }) => {
      const part: ReadPart = { name, filename, bytes: "" };
      found.push(part);
      stream.on("data", (piece: Buffer) => {
        part.bytes += piece.toString("latin1");
      });
      // The reader says it, too.
      stream.on("error", () => undefined);
    });
    reader.on("error", reject);
    reader.on("close", () => resolve(found));
    Readable.from(chunks).pipe(reader);
  });
}

const quoted = (text: string) => text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
function formOf(parts: ReadPart[]): Buffer {
  const written = parts.flatMap(({ name, filename, bytes }) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`),
    Buffer.from(
      filename === undefined ? "" : `; filename="${quoted(filename)}"\r\nContent-Type: application/octet-stream`,
    ),
    Buffer.from("\r\n\r\n"),
    Buffer.from(bytes, "latin1"),
    Buffer.from("\r\n"),
  ]);
  return Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The body cut at places that are given as shares of its length. */
function cut(body: Buffer, places: number[]): Uint8Array[] {
  const at = [...new Set(places.map((place) => Math.floor(place * body.length)))].sort((a, b) => a - b);
  return [0, ...at]
    .map((from, index) => body.subarray(from, at[index] ?? body.length))
    .filter(({ length }) => length > 0);
}

const name = fc.string({
  unit: fc.constantFrom("a", "é", "ñ", "漢", " ", "-", "_", "[", "]", "0", ";", "=", "'"),
  minLength: 1,
  maxLength: 20,
});
/** Bytes that look like the ends of parts, among others. */
const content = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "\r",
        "\n",
        "\r\n",
        "-",
        "--",
        `--${boundary}`,
        `\r\n--${boundary.slice(0, -1)}`,
        `\r\n${boundary}`,
        "\r\n\r\n",
      ),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""))
  // The one sequence that no sender may put into a part: its boundary on a line of its own, or as its first line.
  .filter((bytes) => !`\r\n${bytes}`.includes(`\r\n--${boundary}`));
const part = fc.record({ name, filename: fc.option(name, { nil: undefined }), bytes: content });
const places = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });

describe("a form of parts is read as busboy reads it", () => {
  test("whatever its parts hold and wherever the network cuts it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), places, async (parts, cuts) => {
        const chunks = cut(formOf(parts), cuts);
        const expected = await theirs(chunks);
        expect(expected).toEqual(parts);
        expect(await ours(chunks)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test("a body that ends too early is refused by both, wherever it ends", async () => {
    const whole = formOf([
      { name: "message", filename: undefined, bytes: "Habari" },
      { name: "file", filename: "a.csv", bytes: "0712\r\n--\r\n0713" },
    ]);
    const closing = whole.length - "--\r\n".length;
    for (let length = 0; length < closing; length++) {
      const chunks = length === 0 ? [] : [whole.subarray(0, length)];
      await expect(theirs(chunks), `busboy at ${length}`).rejects.toThrow();
      await expect(ours(chunks), `ours at ${length}`).rejects.toThrow(BrokenForm);
    }
  });

  test("a byte a chunk is as good as all at once", async () => {
    const parts = [{ name: "file", filename: "kenya.csv", bytes: `\r\n--${boundary.slice(0, -2)}\r\n\r\n` }];
    const body = formOf(parts);
    const bytes = Array.from(body, (_, index) => body.subarray(index, index + 1));
    expect(await ours(bytes)).toEqual(parts);
    expect(await theirs(bytes)).toEqual(parts);
  });
});

describe("what is too much is refused before it is held", () => {
  test("a header without an end", async () => {
    const start = Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="`);
    const chunks = [start, ...Array.from({ length: 64 }, () => Buffer.alloc(1024, "a"))];
    await expect(ours(chunks)).rejects.toThrow("header is too long");
  });

  test("thousands of parts", async () => {
    const parts = Array.from({ length: 5_000 }, (_, at) => ({ name: `f${at}`, filename: undefined, bytes: "" }));
    await expect(ours([formOf(parts)])).rejects.toThrow("too many parts");
  });

  test("a body without a boundary, and one that is longer than allowed", async () => {
    await expect(ours(Array.from({ length: 64 }, () => Buffer.alloc(1024, "a")))).rejects.toThrow(BrokenForm);
    const big = formOf([{ name: "file", filename: "big", bytes: "a".repeat(10_000) }]);
    await expect(ours([big], 5_000)).rejects.toThrow(FormTooBig);
  });
});
