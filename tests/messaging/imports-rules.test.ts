import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ImportState } from "../../rules/file-import";
import { type ImportMove, moveImport } from "../../services/kit/contact-file/states";
import { BrokenForm, FormTooBig, readParts } from "../../services/kit/multipart";

const states: ImportState[] = ["uploaded", "running", "failed", "done", "undone"];
const moves: ImportMove[] = ["start", "finish", "fail", "undo", "forget"];

test.each<[ImportState, Partial<Record<ImportMove, string>>]>([
  ["uploaded", { start: "running", forget: "gone" }],
  ["running", { finish: "done", fail: "failed" }],
  ["failed", { start: "running", forget: "gone" }],
  ["done", { undo: "undone" }],
  ["undone", {}],
])("an import that is %s moves only as it may", (state, allowed) => {
  expect(states).toContain(state);
  for (const move of moves) {
    const next = moveImport(state, move);
    if (allowed[move]) expect(next).toEqual({ to: allowed[move] });
    else expect(next).toEqual({ refused: expect.stringMatching(/^This import .*\.$/) });
  }
});

describe("a multipart body", () => {
  const boundary = "----b42";
  const type = `multipart/form-data; boundary=${boundary}`;

  /** A body that arrives in pieces of these lengths, over and over. */
  function arriving(bytes: Uint8Array, lengths: number[]): ReadableStream<Uint8Array> {
    let [at, turn] = [0, 0];
    return new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        const end = Math.min(bytes.length, at + (lengths[turn++ % lengths.length] ?? 1));
        controller.enqueue(bytes.slice(at, end));
        at = end;
      },
    });
  }

  async function read(body: ReadableStream<Uint8Array>, kind = type, most = 1e6) {
    const parts: { name: string; filename: string | undefined; content: Buffer }[] = [];
    for await (const part of readParts(body, kind, most)) {
      const pieces: Uint8Array[] = [];
      for await (const piece of part.bytes()) pieces.push(Buffer.from(piece));
      parts.push({ name: part.name, filename: part.filename, content: Buffer.concat(pieces) });
    }
    return parts;
  }

  const fragments = ["\r\n", "--", boundary, `\r\n--${boundary.slice(0, 4)}`, "\0", "a,b\n", "\r", "é"];
  const content = fc.array(fc.constantFrom(...fragments), { maxLength: 30 }).map((all) => Buffer.from(all.join("")));

  test("gives the same parts however it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(content, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), async (file, lengths) => {
        fc.pre(!file.includes(`\r\n--${boundary}`));
        const head = `--${boundary}\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="my \\"best\\" list.csv"\r\nContent-Type: text/csv\r\n\r\n`;
        const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
        expect(await read(arriving(body, lengths))).toEqual([
          { name: "note", filename: undefined, content: Buffer.from("x") },
          { name: "file", filename: 'my "best" list.csv', content: file },
        ]);
      }),
    );
  });

  test.each([
    ["cut off", `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\nhalf`],
    ["without its boundary", "something else altogether"],
    ["empty", ""],
    ["with an endless header", `--${boundary}\r\nX: ${"x".repeat(40_000)}`],
    ["of too many parts", `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`.repeat(60)],
  ])("%s is refused", async (_, text) => {
    await expect(read(arriving(Buffer.from(text), [1000]))).rejects.toThrow(BrokenForm);
  });

  test("longer than allowed is refused before its end, and one of another kind at once", async () => {
    const text = `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\n${"x".repeat(5000)}`;
    await expect(read(arriving(Buffer.from(text), [100]), type, 2000)).rejects.toThrow(FormTooBig);
    await expect(read(arriving(Buffer.from(text), [100]), "application/json")).rejects.toThrow(BrokenForm);
  });
});
