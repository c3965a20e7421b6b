// The grammar of RFC 3501 section 9, as far as clients use it.

/** An atom or a string; a list; or bytes that came as a literal. */
export type Token = string | Buffer | Token[];
export type Command = { tag: string; name: string; args: Token[] };

const maxBytes = 30_000_000;

/**
 * Cuts commands out of what a client sends; a literal's bytes may come later than its announcement.
 * @param goOn is called when the client waits to be told to send a literal
 * @throws when a line can't be one of a client's
 */
export function commandReader(goOn: () => void) {
  let waiting = Buffer.alloc(0);
  let parts: (string | Buffer)[] = [];
  let literal: number | undefined;

  return function read(chunk: Buffer): (string | Buffer)[][] {
    waiting = Buffer.concat([waiting, chunk]);
    if (waiting.length > maxBytes) throw new Error("too much at once");
    const done: (string | Buffer)[][] = [];
    for (;;) {
      if (literal !== undefined) {
        if (waiting.length < literal) return done;
        parts.push(waiting.subarray(0, literal));
        waiting = waiting.subarray(literal);
        literal = undefined;
      }
      const end = waiting.indexOf("\r\n");
      if (end === -1) return done;
      const line = waiting.toString("utf8", 0, end);
      waiting = waiting.subarray(end + 2);
      const announced = /\{(\d{1,9})(\+?)\}$/.exec(line);
      if (announced) {
        parts.push(line.slice(0, announced.index));
        literal = Number(announced[1]);
        if (announced[2] === "") goOn();
        continue;
      }
      done.push([...parts, line]);
      parts = [];
    }
  };
}

/** The command in a line with its literals. @throws when it is none */
export function parse(parts: readonly (string | Buffer)[]): Command {
  const tokens = parts.flatMap((part) => (typeof part === "string" ? scan(part) : [part]));
  const [tag, name, ...args] = nest(tokens);
  if (typeof tag !== "string" || typeof name !== "string") throw new Error("no command");
  return { tag, name: name.toUpperCase(), args };
}

type Scanned = string | Buffer | { mark: "(" | ")" };

/** BODY[…] with what stands in its brackets is one word, spaces and lists in it too. */
function scan(line: string): Scanned[] {
  const pattern = /"((?:[^"\\]|\\.)*)"|([()])|((?:[^\s()"[]|\[[^\]]*\](?:<[\d.]+>)?)+)/g;
  return [...line.matchAll(pattern)].map(([, quoted, mark, atom]) => {
    if (quoted !== undefined) return Buffer.from(quoted.replace(/\\(.)/g, "$1"));
    return mark === "(" || mark === ")" ? { mark } : (atom ?? "");
  });
}

function nest(scanned: readonly Scanned[]): Token[] {
  const open: Token[][] = [[]];
  for (const one of scanned) {
    if (typeof one === "string" || Buffer.isBuffer(one)) open.at(-1)?.push(one);
    else if (one.mark === "(") open.push([]);
    else {
      const list = open.pop();
      if (!list || open.length === 0) throw new Error("a list that was not opened");
      open.at(-1)?.push(list);
    }
  }
  return open[0] ?? [];
}

/** A word or a string as text; a list is none. */
export function tokenText(token: Token | undefined): string {
  return typeof token === "string" ? token : Buffer.isBuffer(token) ? token.toString("utf8") : "";
}

/** As the grammar writes it: quoted, or a literal where that can't be, or NIL. */
export function nstring(text: string | undefined): string {
  if (text === undefined) return "NIL";
  if (/^[\x20-\x7e]*$/.test(text)) return `"${text.replace(/["\\]/g, "\\$&")}"`;
  return `{${Buffer.byteLength(text)}}\r\n${text}`;
}

/** Whether a number is in a set like 1:4,9,12:*; the star is the largest there is. */
export function inSet(set: string, number: number, largest: number): boolean {
  return set.split(",").some((range) => {
    const ends = range.split(":").map((end) => (end === "*" ? largest : Number(end)));
    const [from = Number.NaN, to = from] = ends;
    return number >= Math.min(from, to) && number <= Math.max(from, to);
  });
}
