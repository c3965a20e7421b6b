import { multipartBoundary, parseHeaderValue } from "../../rules/header-parameters";

/**
 * One field of a form; its bytes come as they arrive and must be read before the next part is asked for. What is not
 * read is read past.
 */
export type MultipartPart = { name: string; filename: string | undefined; bytes(): AsyncGenerator<Uint8Array> };

/** The body is no form, ends in the middle of one, or has a part that cannot be told from another. */
export class BrokenForm extends Error {}
/** The body is longer than allowed. */
export class FormTooBig extends Error {}

const maxHeader = 16 * 1024;
const maxParts = 50;
const lineEnd = Buffer.from("\r\n");
const headerEnd = Buffer.from("\r\n\r\n");

/**
 * The parts of a multipart/form-data body (RFC 7578, RFC 2046 section 5.1.1), never held in memory: a file of any
 * size costs one chunk. A form that would lose something is refused as a whole.
 * @param most bytes of the whole body
 * @throws BrokenForm, FormTooBig
 */
export async function* readParts(
  body: ReadableStream<Uint8Array>,
  type: string,
  most: number,
): AsyncGenerator<MultipartPart> {
  const boundary = multipartBoundary(type);
  if (boundary === undefined) throw new BrokenForm("not a multipart form");
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const arriving = new Arriving(body, most);
  try {
    await arriving.text(delimiter, "no boundary");
    for (let count = 0; !(await arriving.startsWith("--")); count++) {
      if (count >= maxParts) throw new BrokenForm("too many parts");
      // Padding is not to be written, but is to be understood (RFC 2046 section 5.1.1).
      if (/[^ \t]/.test(await arriving.text(lineEnd, "no line end after a boundary")))
        throw new BrokenForm("a part contains the boundary");
      const header = await arriving.text(headerEnd, "a part's header is too long");
      if (`\r\n${header}`.includes(delimiter.toString())) throw new BrokenForm("a part's header contains the boundary");
      const { name, filename } = partNameOf(header);
      const rest = arriving.bytes(delimiter);
      yield { name, filename, bytes: () => following(rest) };
      for await (const _unread of rest);
    }
  } finally {
    await arriving.end();
  }
}

/** Whoever stops reading here does not end what is read from. */
async function* following(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let step = await bytes.next(); !step.done; step = await bytes.next()) yield step.value;
}

/** The bytes of a body that have come and are not read yet: at most a chunk and a mark. */
class Arriving {
  // The first boundary needs no line end before it.
  private held: Buffer = lineEnd;
  private total = 0;
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(
    body: ReadableStream<Uint8Array>,
    private readonly most: number,
  ) {
    this.reader = body.getReader();
  }

  async startsWith(text: string): Promise<boolean> {
    while (this.held.length < text.length) await this.fill();
    return this.held.toString("latin1", 0, text.length) === text;
  }

  /** What stands before the mark, which is read as well. */
  async text(mark: Buffer, tooLong: string): Promise<string> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for (let piece = await this.before(mark); piece; piece = await this.before(mark)) {
      length += piece.length;
      if (length > maxHeader) throw new BrokenForm(tooLong);
      pieces.push(piece);
    }
    this.held = this.held.subarray(mark.length);
    return Buffer.concat(pieces).toString("utf8");
  }

  /** The bytes before the mark, which is read as well. */
  async *bytes(mark: Buffer): AsyncGenerator<Uint8Array> {
    for (let piece = await this.before(mark); piece; piece = await this.before(mark)) yield piece;
    this.held = this.held.subarray(mark.length);
  }

  async end(): Promise<void> {
    await this.reader.cancel().catch(() => undefined);
  }

  /** The next bytes that stand before the mark; undefined when it is what comes next. */
  private async before(mark: Buffer): Promise<Buffer | undefined> {
    for (;;) {
      const at = this.held.indexOf(mark);
      if (at === 0) return undefined;
      const clear = at > 0 ? at : this.held.length - mark.length + 1;
      if (clear > 0) {
        const piece = this.held.subarray(0, clear);
        this.held = this.held.subarray(clear);
        return piece;
      }
      await this.fill();
    }
  }

  private async fill(): Promise<void> {
    const { value, done } = await this.reader.read().catch((cause: unknown) => {
      throw new BrokenForm("the form broke off", { cause });
    });
    if (done) throw new BrokenForm("the form ends too early");
    this.total += value.length;
    if (this.total > this.most) throw new FormTooBig("the form is too big");
    const { held } = this;
    this.held =
      held.length > 0 ? Buffer.concat([held, value]) : Buffer.from(value.buffer, value.byteOffset, value.length);
  }
}

/** Of which field the part is, and of which file. Other headers say nothing that we read. */
function partNameOf(header: string): { name: string; filename: string | undefined } {
  const lines = header.replace(/\r\n(?=[ \t])/g, "").split("\r\n");
  if (!lines.every((line) => /^[!#$%&'*+.^_`|~\w-]+:[^\r\n]*$/.test(line)))
    throw new BrokenForm("a part's header cannot be read");
  const prefix = "content-disposition:";
  const line = lines.find((line) => line.toLowerCase().startsWith(prefix));
  const found = line === undefined ? undefined : parseHeaderValue(line.slice(prefix.length));
  if (found?.value.toLowerCase() !== "form-data") throw new BrokenForm("a part is no field of a form");
  const { parameters } = found;
  // Browsers write a quotation mark so, and nothing else of a name needs to be undone.
  const named = (key: string) => parameters.get(key)?.replaceAll("%22", '"');
  // No sender should (RFC 7578 section 4.2), some do; a file must not be taken for a text.
  const extended = parameters.get("filename*");
  const filename = (extended === undefined ? undefined : extendedValueOf(extended)) ?? named("filename");
  if (extended !== undefined && filename === undefined) throw new BrokenForm("a file's name cannot be read");
  return { name: named("name") ?? "", filename };
}

/** What `charset'language'%C3%A9` says (RFC 8187 section 3.2.1); undefined when it is something else. */
function extendedValueOf(text: string): string | undefined {
  const found = /^(utf-8|iso-8859-1)'[^']*'((?:[!#$&+.^_`|~\w-]|%[0-9a-f]{2})+)$/i.exec(text);
  const [, charset = "", encoded = ""] = found ?? [];
  if (!found) return undefined;
  const bytes = encoded.replace(/%(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(bytes, "latin1").toString(charset.toLowerCase() === "utf-8" ? "utf8" : "latin1");
}
