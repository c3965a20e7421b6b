import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BrokenForm, FormTooBig, readParts } from "../../services/kit/multipart";
import {
  boundary,
  contentArbitrary,
  cut,
  formOf,
  nameArbitrary,
  ours,
  partArbitrary,
  placesArbitrary,
  type ReadPart,
  streamOf,
  theirs,
  type,
} from "./multipart.fixtures";

/** One field of a form, with this header; the lines end as given. */
const form = (header: string, bytes = "x") =>
  Buffer.from(`--${boundary}\r\n${header}\r\n\r\n${bytes}\r\n--${boundary}--`);
const field = (header: string, bytes = "x") => form(`Content-Disposition: form-data; ${header}`, bytes);

// A failure prints its seed and path: fc.assert(…, { seed, path }) repeats it.
describe("a form of parts is read as busboy reads it", () => {
  test("whatever its parts hold and wherever the network cuts it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(partArbitrary, { maxLength: 8 }), placesArbitrary, async (parts, cuts) => {
        const chunks = cut(formOf(parts), cuts);
        const expected = await theirs(chunks);
        expect(expected).toEqual(parts);
        expect(await ours(chunks)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test("whatever its boundary is and however its headers are written", async () => {
    const bchars = [..."abzAZ019'()+_,-./:=?"];
    const boundaries = fc
      .tuple(
        fc.string({ unit: fc.constantFrom(...bchars, " "), maxLength: 69 }),
        fc.constantFrom(...bchars.filter((one) => one !== " ")),
      )
      .map((pieces) => pieces.join(""));
    const written = fc.record({
      disposition: fc.constantFrom("Content-Disposition", "content-disposition", "CONTENT-DISPOSITION"),
      kind: fc.constantFrom("form-data", "Form-Data"),
      gap: fc.constantFrom(" ", "", "\t", "  ", "\r\n ", "\r\n\t"),
      before: fc.constantFrom("", "X-Other: name=wrong; filename=wrong\r\n", "Content-Transfer-Encoding: base64\r\n"),
      after: fc.constantFrom("", "\r\nContent-Type: text/csv", "\r\nContent-Transfer-Encoding: quoted-printable"),
      isFileFirst: fc.boolean(),
      isNameQuoted: fc.boolean(),
      isExtended: fc.boolean(),
    });
    const given = boundaries.chain((mark) =>
      fc.record({
        mark: fc.constant(mark),
        preamble: fc.constantFrom("", "This is a form.\r\n", "\r\n\r\n", `--${mark.slice(0, -1)}\r\n`),
        epilogue: fc.constantFrom("", "\r\n", "\r\nthe end\r\n", `\r\n--${mark}\r\n\r\n`),
        parts: fc.array(
          fc.record({
            name: fc.constantFrom("file", "a.b[0]", "x-y"),
            filename: fc.option(nameArbitrary, { nil: undefined }),
            bytes: contentArbitrary(mark),
            as: written,
          }),
          { minLength: 1, maxLength: 4 },
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(given, placesArbitrary, async ({ mark, preamble, epilogue, parts }, cuts) => {
        fc.pre(!`\r\n${preamble}`.includes(`\r\n--${mark}`) && !preamble.includes(`\n--${mark}`));
        const lines = parts.map(({ name, filename, bytes, as }) => {
          const called = `name=${as.isNameQuoted || /[^\w.-]/.test(name) ? `"${name}"` : name}`;
          const file = as.isExtended
            ? `filename="no"; filename*=UTF-8''${encodeURIComponent(filename ?? "").replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`
            : `filename="${filename}"`;
          const said = filename === undefined ? [called] : as.isFileFirst ? [file, called] : [called, file];
          const header = [as.kind, ...said].join(`;${as.gap}`);
          return Buffer.concat([
            Buffer.from(
              `--${mark}\r\n${as.before}${as.disposition}:${as.gap.replace("\r\n", "")}${header}${as.after}\r\n\r\n`,
            ),
            Buffer.from(`${bytes}\r\n`, "latin1"),
          ]);
        });
        const body = Buffer.concat([Buffer.from(preamble), ...lines, Buffer.from(`--${mark}--${epilogue}`)]);
        const kind = `multipart/form-data; charset="; boundary=wrong"; boundary="${mark}"`;
        const expected = parts.map(({ name, filename, bytes }) => ({ name, filename, bytes }));
        expect(await theirs(cut(body, cuts), kind)).toEqual(expected);
        expect(await ours(cut(body, cuts), kind)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  test("cut in two at every place, and in chunks of every length", async () => {
    const parts: ReadPart[] = [
      { name: "é", filename: undefined, bytes: "" },
      { name: "file", filename: "kenya.csv", bytes: `\r\n--${boundary.slice(0, -2)}\r\n\r\n\r` },
      { name: "empty", filename: "", bytes: "" },
      { name: "last", filename: undefined, bytes: `--${boundary.slice(1)}--` },
    ];
    const body = formOf(parts);
    for (let at = 1; at < body.length; at++) {
      const halves = [body.subarray(0, at), body.subarray(at)];
      expect(await ours(halves), `cut at ${at}`).toEqual(parts);
      expect(await theirs(halves), `busboy, cut at ${at}`).toEqual(parts);
      const pieces = Array.from({ length: Math.ceil(body.length / at) }, (_, n) => body.subarray(n * at, (n + 1) * at));
      expect(await ours(pieces), `chunks of ${at}`).toEqual(parts);
    }
  });

  test("a preamble is read past, whatever comes with it in its chunk", async () => {
    const parts = [{ name: "file", filename: "a", bytes: "a".repeat(50_000) }];
    const body = Buffer.concat([Buffer.from("This is a form.\r\n"), formOf(parts)]);
    for (const chunks of [[body], cut(body, [0.1, 0.5])]) {
      expect(await ours(chunks)).toEqual(parts);
      expect(await theirs(chunks)).toEqual(parts);
    }
  });

  test("a body that ends too early is refused by both, wherever it ends", async () => {
    const whole = formOf([
      { name: "message", filename: undefined, bytes: "Habari" },
      { name: "file", filename: "a.csv", bytes: "0712\r\n--\r\n0713" },
    ]);
    const closing = whole.length - "--\r\n".length;
    for (let length = 0; length < closing + 2; length++) {
      const chunks = length === 0 ? [] : [whole.subarray(0, length)];
      await expect(theirs(chunks), `busboy at ${length}`).rejects.toThrow();
      await expect(ours(chunks), `ours at ${length}`).rejects.toThrow(BrokenForm);
    }
  });

  test.each([
    ["nothing at all", Buffer.alloc(0)],
    ["another boundary", Buffer.from(field('name="a"').toString().replaceAll(boundary, "other"))],
    ["LF alone for a line end", Buffer.from(field('name="a"').toString().replaceAll("\r\n", "\n"))],
    ["LF alone inside a header", form('X: a\nContent-Disposition: form-data; name="a"')],
    ["CR alone inside a header", form('X: a\rContent-Disposition: form-data; name="a"')],
    ["a header without a colon", form('Content-Disposition: form-data; name="a"\r\nother')],
    ["a space before the colon", form('Content-Disposition : form-data; name="a"')],
    ["a first line that is folded", form(' X: a\r\nContent-Disposition: form-data; name="a"')],
  ])("%s is refused by both", async (_, body) => {
    await expect(theirs([body])).rejects.toThrow();
    await expect(ours([body])).rejects.toThrow(BrokenForm);
  });

  test.each([
    ["multipart/form-data"],
    ["multipart/form-data; boundary"],
    ["multipart/form-data; boundary="],
    [`multipart/form-data; x-boundary=${boundary}`],
    [`multipart/form-data; boundary="${boundary}`],
    [`application/json; boundary=${boundary}`],
    [`multipart/form-data-x; boundary=${boundary}`],
  ])("a body of the type %j is no form for both", async (kind) => {
    const body = field('name="a"');
    await expect(theirs([body], kind)).rejects.toThrow();
    await expect(ours([body], kind)).rejects.toThrow("not a multipart form");
  });
});

describe("what is too much is refused before it is held", () => {
  test("a header without an end", async () => {
    const start = Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="`);
    const chunks = [start, ...Array.from({ length: 64 }, () => Buffer.alloc(1024, "a"))];
    await expect(ours(chunks)).rejects.toThrow("header is too long");
    await expect(theirs(chunks)).rejects.toThrow();
  });

  test("a header of many lines, and padding without an end", async () => {
    await expect(ours([form(`${"X: y\r\n".repeat(4_000)}Y: z`)])).rejects.toThrow("header is too long");
    await expect(ours([Buffer.from(`--${boundary}${" ".repeat(20_000)}\r\n`)])).rejects.toThrow(BrokenForm);
  });

  test("thousands of parts", async () => {
    const parts = Array.from({ length: 5_000 }, (_, at) => ({ name: `f${at}`, filename: undefined, bytes: "" }));
    await expect(ours([formOf(parts)])).rejects.toThrow("too many parts");
    expect(await ours([formOf(parts.slice(0, 50))])).toEqual(parts.slice(0, 50));
  });

  test("a body without a boundary, and one that is longer than allowed", async () => {
    await expect(ours(Array.from({ length: 64 }, () => Buffer.alloc(1024, "a")))).rejects.toThrow(BrokenForm);
    const big = formOf([{ name: "file", filename: "big", bytes: "a".repeat(10_000) }]);
    await expect(ours([big], type, 5_000)).rejects.toThrow(FormTooBig);
  });

  test("a file is not read further than it is taken: a chunk at most waits", async () => {
    let sent = 0;
    const start = Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`);
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          controller.enqueue(sent === 0 ? start : Buffer.alloc(65_536, "a"));
          sent += 1;
        },
      },
      { highWaterMark: 0 },
    );
    for await (const part of readParts(endless, type, 1e9)) {
      let taken = 0;
      for await (const _piece of part.bytes()) {
        expect(sent).toBeLessThanOrEqual(++taken + 2);
        if (taken === 1_000) break;
      }
      break;
    }
    expect(sent).toBeLessThanOrEqual(1_002);
  });
});

describe("what one reader leaves is no matter of the next part", () => {
  const left = formOf([
    { name: "file", filename: "a", bytes: `${"a".repeat(500)}\r\n\r\nX: y\r\n\r\n${"b".repeat(500)}` },
    { name: "after", filename: undefined, bytes: "kept" },
  ]);
  const chunks = cut(
    left,
    Array.from({ length: 30 }, (_, at) => at / 30),
  );

  test.each([0, 1, 3])("a file of which %i pieces were read is read past", async (pieces) => {
    const names: string[] = [];
    for await (const part of readParts(streamOf(chunks), type, 1e6)) {
      names.push(part.name);
      let count = 0;
      if (pieces > 0) for await (const _piece of part.bytes()) if (++count === pieces) break;
    }
    expect(names).toEqual(["file", "after"]);
  });

  test("and so is one whose reader left in the middle of waiting", async () => {
    const names: string[] = [];
    for await (const part of readParts(streamOf(chunks), type, 1e6)) {
      names.push(part.name);
      const bytes = part.bytes();
      void bytes.next();
      void bytes.next();
    }
    expect(names).toEqual(["file", "after"]);
  });

  test("a body that breaks off is a broken form, and its stream is let go", async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new Uint8Array(left)),
      cancel: () => {
        isCancelled = true;
      },
    });
    await expect(
      (async () => {
        for await (const _part of readParts(body, type, 1e6)) throw new Error("no room");
      })(),
    ).rejects.toThrow("no room");
    expect(isCancelled).toBe(true);
    const lost = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("socket hang up")),
    });
    await expect(readParts(lost, type, 1e6).next()).rejects.toThrow(BrokenForm);
  });
});
