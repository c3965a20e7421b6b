import busboy from "busboy";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BrokenForm } from "../../services/kit/multipart";
import { cut, ours, placesArbitrary, type ReadPart, theirs } from "./multipart.fixtures";

const kind = "multipart/form-data; boundary=B";
type ParsedForm = ReadPart[] | "refused";

async function outcome(read: Promise<ReadPart[]>): Promise<ParsedForm> {
  return await read.catch((error: unknown) => {
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    return "refused" as const;
  });
}

/** Without the two things that ours and busboy say differently of a name: see below. */
function alike(found: ParsedForm): ParsedForm {
  if (found === "refused") return found;
  const undone = (text: string) => text.replaceAll("%22", '"');
  return found.map(({ name, filename, bytes }) => ({
    name: undone(name),
    filename: filename ? undone(filename) : undefined,
    bytes,
  }));
}

/** How many parts the body begins, by the lines that are its boundary; none when one stands inside a part's header. */
function begunIn(body: string): number | undefined {
  const [, ...lines] = `\r\n${body}`.split("\r\n--B");
  const closing = lines.findIndex((line) => line.startsWith("--"));
  const begun = closing === -1 ? lines : lines.slice(0, closing);
  return begun.every((line) => line.includes("\r\n\r\n")) ? begun.length : undefined;
}

const one = (header: string, bytes = "x") => `--B\r\n${header}\r\n\r\n${bytes}\r\n`;
const field = (said: string, bytes = "x") => one(`Content-Disposition: form-data; ${said}`, bytes);
const read = (body: string) => outcome(ours([Buffer.from(`${body}--B--\r\n`)], kind));
const readByBusboy = (body: string) => outcome(theirs([Buffer.from(`${body}--B--\r\n`)], kind));

/** Pieces of forms, put together in any order. */
const pieces = [
  "--B",
  "--B--",
  "\r\n",
  "\r\n",
  "\r\n\r\n",
  "\n",
  "\r",
  " ",
  "\t",
  "--",
  ";",
  '"',
  "\\",
  "=",
  ":",
  "'",
  "*",
  "%",
  "%22",
  "é",
  "漢",
  "\u2028",
  "x",
  "name",
  'name="a"',
  "name=b",
  'filename="c.csv"',
  "filename=d",
  'filename=""',
  "filename*=UTF-8''%e2%82%ac.csv",
  "filename*=ISO-8859-1'en'%e9",
  "filename*=UTF-8''",
  "form-data",
  "attachment",
  "Content-Disposition:",
  "Content-Disposition: form-data; ",
  "X-Other: y",
  "Content-Type: text/csv",
  "Content-Transfer-Encoding: base64",
  '--B\r\nContent-Disposition: form-data; name="f"\r\n\r\n1\r\n',
  '--B\r\nContent-Disposition: form-data; name="g"; filename="h"\r\n\r\n2\r\n',
];
const garbled = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((all) => all.join("")),
  // One piece put in the place of a stretch of a good form.
  fc
    .record({
      parts: fc.array(
        fc.constantFrom(...pieces.slice(-2), field('filename="e;f"; name=i', "\r\n-"), field("name=j", "")),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      piece: fc.constantFrom("", ...pieces),
      at: fc.nat(),
      length: fc.nat({ max: 12 }),
    })
    .map(({ parts, piece, at, length }) => {
      const body = `${parts.join("")}--B--\r\n`;
      const from = at % body.length;
      return body.slice(0, from) + piece + body.slice(from + length);
    }),
);

/** A failure prints its seed and path: fc.assert(…, { seed, path }) repeats it. */
describe("a garbled form", () => {
  test("is read as busboy reads it, or refused where busboy refuses it or loses a part", async () => {
    await fc.assert(
      fc.asyncProperty(garbled, placesArbitrary, async (body, cuts) => {
        const mine = await outcome(ours([Buffer.from(body)], kind));
        expect(await outcome(ours(cut(Buffer.from(body), cuts), kind)), "wherever it is cut").toEqual(mine);
        // Stated below: a boundary at once after the empty line, and parts without a name.
        fc.pre(mine === "refused" || !mine.some(({ bytes }) => bytes.startsWith("--B")));
        const begun = begunIn(body);
        const reference = alike(await outcome(theirs([Buffer.from(body)], kind)));
        const isWhole =
          reference !== "refused" && reference.length === begun && reference.every(({ name }) => name !== "");
        if (mine === "refused") expect(isWhole, `busboy reads ${JSON.stringify(reference)}`).toBe(false);
        else if (isWhole) expect(alike(mine)).toEqual(reference);
        else expect(mine.length).toBe(begun);
      }),
      { numRuns: 3_000 },
    );
  });
});

/** A part, as it is expected. */
const part = (name: string, filename: string | undefined, bytes = "x"): ReadPart => ({ name, filename, bytes });
const after = field('name="after"', "y");
const kept = part("after", undefined, "y");

describe("where ours is not like busboy", () => {
  test.each<[what: string, body: string, ours: ParsedForm, busboy: ParsedForm]>([
    // Padding must be understood: RFC 2046 section 5.1.1. Folding: RFC 5322 section 2.2.3.
    ["reads padding", field("name=a").replace("--B", "--B \t"), [part("a", undefined), kept], [kept]],
    [
      "reads a header that is folded at its start",
      one("Content-Disposition:\r\n form-data; name=a"),
      [part("a", undefined), kept],
      [kept],
    ],
    // Less than RFC 2045 section 5.1 asks for: these senders mean one thing only.
    ["reads a bare value", field("name=a; filename=é(1).csv"), [part("a", "é(1).csv"), kept], [kept]],
    ["reads a semicolon at the end", field('name="a";'), [part("a", undefined), kept], [kept]],
    ["reads a character that names lose later", field('name="a\0b"'), [part("a\0b", undefined), kept], "refused"],
    // Each part must have its field: RFC 7578 section 4.2. What busboy leaves out, nobody would miss in time.
    ["refuses a part without a disposition", one("X-Other: y"), "refused", [kept]],
    ["refuses a part of another kind", one('Content-Disposition: attachment; name="a"'), "refused", [kept]],
    ["refuses a name without an end", field('name="a'), "refused", [kept]],
    ["refuses text behind a name", field('name="a"b'), "refused", [kept]],
    // A line that begins with the boundary is one: RFC 2046 section 5.1.1.
    ["refuses the boundary inside a part", field("name=a", "x\r\n--Bx"), "refused", [part("a", undefined), kept]],
    ["refuses the boundary inside a header", "--B\r\n--BX: y\r\n\r\n", "refused", [kept]],
    // A file's name is for people: the WHATWG's way to write a quotation mark, and RFC 8187 in spite of RFC 7578 4.2.
    [
      "reads a quotation mark as browsers write it",
      field('name="a"; filename="b%22.csv"'),
      [part("a", 'b".csv'), kept],
      [part("a", "b%22.csv"), kept],
    ],
    [
      "takes the plain name of a file when the other cannot be read",
      field("name=a; filename=b.csv; filename*=koi8-r''%c1"),
      [part("a", "b.csv"), kept],
      [kept],
    ],
    ["refuses a file whose only name cannot be read", field("name=a; filename*=koi8-r''%c1"), "refused", [kept]],
    // A file is what has a file's name (RFC 7578 section 4.2), whatever its type; an empty one was not chosen.
    [
      "takes an empty file's name for a file",
      field('name="a"; filename=""'),
      [part("a", ""), kept],
      [part("a", undefined), kept],
    ],
    [
      "takes what has no file's name for a text",
      one('Content-Disposition: form-data; name="a"\r\nContent-Type: application/octet-stream'),
      [part("a", undefined), kept],
      [part("a", ""), kept],
    ],
    // What follows the empty line is content. RFC 2046 section 5.1.1 allows a part to leave its content out altogether.
    [
      "takes a boundary at once after the empty line for content",
      '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
      [part("a", undefined, '--B\r\nContent-Disposition: form-data; name="after"\r\n\r\ny')],
      [part("a", undefined, 'Content-Disposition: form-data; name="after"\r\n\r\ny')],
    ],
    // Forms are sent in UTF-8 (RFC 7578 section 4.6 for others): the reader of a text decodes it.
    [
      "leaves a text's own charset alone",
      one('Content-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=utf-8', "é"),
      [part("a", undefined, Buffer.from("é").toString("latin1")), kept],
      [part("a", undefined, "é"), kept],
    ],
  ])("it %s", async (_, body, mine, busboy) => {
    expect(await read(body + after)).toEqual(mine);
    expect(await readByBusboy(body + after)).toEqual(busboy);
  });

  test("a boundary inside a file's header is refused: busboy never ends, and says nothing", async () => {
    const body = '--B\r\nContent-Disposition: form-data; name=a; filename="b"\r\n--B\r\n\r\n-\r\n';
    expect(await read(body)).toBe("refused");
    await expect(theirs([Buffer.from(`${body}--B--`)], kind)).rejects.toThrow("never ends");
  });

  test("what follows the end is not read: busboy reads its second part, in the chunk of the end", async () => {
    const body = Buffer.from(`${after}--B--\r\n${after}${after}--B--`);
    expect(await ours([body], kind)).toEqual([kept]);
    expect(await theirs([body], kind)).toEqual([kept, kept]);
  });

  test("a part without a name has an empty one, and busboy's none", async () => {
    expect(await read(field("filename=b.csv") + after)).toEqual([part("", "b.csv"), kept]);
    expect(await read(field('name=""') + after)).toEqual([part("", undefined), kept]);
  });

  test("a boundary has 70 characters at most, and no space at its end (RFC 2046 section 5.1.1)", async () => {
    for (const [mark, isTaken] of [
      ["B".repeat(70), true],
      ["B".repeat(71), false],
      ["B ", false],
    ] as const) {
      const body = [Buffer.from(`${after}--B--`.replaceAll("--B", `--${mark}`))];
      const quoted = `multipart/form-data; boundary="${mark}"`;
      expect(await theirs(body, quoted), mark).toEqual([kept]);
      expect(await outcome(ours(body, quoted)), mark).toEqual(isTaken ? [kept] : "refused");
    }
  });

  test("a refused form is over: busboy says it once for each bad part and reads the next", async () => {
    const bad = one("no header");
    await expect(ours([Buffer.from(`${bad}${bad}${after}--B--`)], kind)).rejects.toThrow(BrokenForm);
    let errors = 0;
    const fields: string[] = [];
    const reader = busboy({ headers: { "content-type": kind } });
    reader.on("error", () => errors++);
    reader.on("field", (name) => fields.push(name));
    reader.write(`${bad}${bad}${after}--B--`);
    expect({ errors, fields }).toEqual({ errors: 2, fields: ["after"] });
  });
});
