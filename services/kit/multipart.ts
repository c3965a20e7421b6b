/** One field of a form; its bytes come as they arrive and must be read before the next part is asked for. */
export type Part = { name: string; filename: string | undefined; bytes(): AsyncGenerator<Uint8Array> };

/** The body is no form, or ends in the middle of one. */
export class BrokenForm extends Error {}
/** The body is longer than allowed. */
export class FormTooBig extends Error {}

const maxHeader = 16 * 1024;
const maxParts = 50;

/**
 * The parts of a multipart/form-data body (RFC 7578, RFC 2046 section 5.1.1), never held in memory: a file of any
 * size costs one chunk.
 * @param most bytes of the whole body
 */
export async function* partsOf(body: ReadableStream<Uint8Array>, type: string, most: number): AsyncGenerator<Part> {
  const boundary = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type);
  if (!boundary) throw new BrokenForm("not a multipart form");
  const mark = Buffer.from(`\r\n--${boundary[1] ?? boundary[2]}`);
  const reader = body.getReader();
  // The first boundary needs no line end before it.
  let held: Buffer = Buffer.from("\r\n");
  let total = 0;

  async function fill(): Promise<void> {
    const { value, done } = await reader.read();
    if (done) throw new BrokenForm("the form ends too early");
    total += value.length;
    if (total > most) throw new FormTooBig("the form is too big");
    held = held.length > 0 ? Buffer.concat([held, value]) : Buffer.from(value.buffer, value.byteOffset, value.length);
  }

  async function* until(end: Buffer): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = held.indexOf(end);
      const clear = at >= 0 ? at : held.length - end.length + 1;
      const piece = held.subarray(0, Math.max(0, clear));
      held = held.subarray(at >= 0 ? at + end.length : piece.length);
      if (piece.length > 0) yield piece;
      if (at >= 0) return;
      await fill();
    }
  }

  async function header(): Promise<string> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of until(Buffer.from("\r\n\r\n"))) {
      length += piece.length;
      if (length > maxHeader) throw new BrokenForm("a part's header is too long");
      pieces.push(piece);
    }
    return Buffer.concat(pieces).toString("utf8");
  }

  try {
    for await (const _before of until(mark)) if (total > maxHeader) throw new BrokenForm("no boundary");
    for (let count = 0; ; count++) {
      while (held.length < 2) await fill();
      if (held.toString("latin1", 0, 2) === "--") return;
      if (count >= maxParts) throw new BrokenForm("too many parts");
      const { name, filename } = disposition(await header());
      const rest = until(mark);
      yield { name, filename, bytes: () => rest };
      for await (const _unread of rest);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function disposition(header: string): { name: string; filename: string | undefined } {
  const line = /^content-disposition:(.*)$/im.exec(header)?.[1] ?? "";
  const value = (key: string) => {
    const found = new RegExp(`;\\s*${key}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, "i").exec(line);
    return found && (found[1]?.replace(/\\(["\\])/g, "$1").replaceAll("%22", '"') ?? found[2]);
  };
  return { name: value("name") ?? "", filename: value("filename") ?? undefined };
}
