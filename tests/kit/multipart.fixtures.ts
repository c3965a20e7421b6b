import { Readable } from "node:stream";
import busboy from "busboy";
import fc from "fast-check";
import { readParts } from "../../services/kit/multipart";

/** Each byte is a latin1 character. */
export type ReadPart = { name: string; filename: string | undefined; bytes: string };

export const boundary = "----jibu7MA4YWxkTrZu0gW";
export const type = `multipart/form-data; boundary=${boundary}`;
const plenty = 50_000_000;

export function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next) controller.enqueue(next);
      else controller.close();
    },
  });
}

/** What our reader makes of a body that arrives in these chunks. */
export async function ours(chunks: readonly Uint8Array[], kind = type, most = plenty): Promise<ReadPart[]> {
  const found: ReadPart[] = [];
  for await (const part of readParts(streamOf(chunks), kind, most)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of part.bytes()) pieces.push(Buffer.from(piece));
    found.push({ name: part.name, filename: part.filename, bytes: Buffer.concat(pieces).toString("latin1") });
  }
  return found;
}

/** The same by busboy. Rejects as busboy does when the form is broken. */
export function theirs(chunks: readonly Uint8Array[], kind = type): Promise<ReadPart[]> {
  return new Promise((resolve, reject) => {
    const found: ReadPart[] = [];
    const reader = busboy({
      headers: { "content-type": kind },
      defParamCharset: "utf8",
      defCharset: "latin1",
      preservePath: true,
      limits: { fieldSize: plenty, fieldNameSize: 20_000 },
    });
    reader.on("field", (name, value) => found.push({ name: name ?? "", filename: undefined, bytes: value }));
    reader.on("file", (name, stream, { filename }) => {
      // A file that nobody chose has an empty name in ours and none in busboy's.
      const part: ReadPart = { name: name ?? "", filename: filename ?? "", bytes: "" };
      found.push(part);
      stream.on("data", (piece: Buffer) => {
        part.bytes += piece.toString("latin1");
      });
      // The reader says it, too.
      stream.on("error", () => undefined);
    });
    reader.on("error", reject);
    reader.on("close", () => resolve(found));
    // It can wait for ever. All of the body is here: nothing takes as many turns as this.
    const waits = (turns: number) => {
      if (turns === 0) reject(new Error("busboy never ends"));
      else if (!reader.closed) setImmediate(waits, turns - 1);
    };
    Readable.from(chunks)
      .once("end", () => waits(1_000))
      .pipe(reader);
  });
}

const quoted = (text: string) => text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** The form as a browser writes it. */
export function formOf(parts: readonly ReadPart[]): Buffer {
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
export function cut(body: Buffer, places: readonly number[]): Uint8Array[] {
  const at = [...new Set(places.map((place) => Math.floor(place * body.length)))].sort((a, b) => a - b);
  return [0, ...at]
    .map((from, index) => body.subarray(from, at[index] ?? body.length))
    .filter(({ length }) => length > 0);
}

export const nameArbitrary = fc.string({
  unit: fc.constantFrom(
    "a",
    "é",
    "ñ",
    "漢",
    "😀",
    "\u2028",
    " ",
    "-",
    "_",
    "[",
    "]",
    "0",
    ";",
    "=",
    "'",
    "/",
    ":",
    ",",
  ),
  minLength: 1,
  maxLength: 20,
});

/** Bytes that look like the ends of parts, among others. */
export function contentArbitrary(mark: string): fc.Arbitrary<string> {
  const looksLike = ["\r", "\n", "\r\n", "-", "--", `--${mark}`, `\r\n--${mark.slice(0, -1)}`, `\r\n${mark}`];
  return (
    fc
      .array(
        fc.oneof(
          fc.constantFrom(...looksLike, `\n--${mark}`, `\r--${mark}`, "\r\n\r\n"),
          fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString("latin1")),
        ),
        { maxLength: 12 },
      )
      .map((pieces) => pieces.join(""))
      // The one sequence that no sender may put into a part: its boundary on a line of its own, or as its first line.
      .filter((bytes) => !`\r\n${bytes}`.includes(`\r\n--${mark}`))
  );
}

export const partArbitrary = fc.record({
  name: nameArbitrary,
  filename: fc.option(nameArbitrary, { nil: undefined }),
  bytes: contentArbitrary(boundary),
});
export const placesArbitrary = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 });
