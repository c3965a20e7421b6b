import { guestBytes, isForm, parsePairs, readBytes } from "../../rules/form-bounds";
import type { Call } from "./contract";
import { BrokenForm, FormTooBig, readParts } from "./multipart";

/** Why a body can't be taken. */
export class UnreadableBody {
  constructor(
    readonly status: 400 | 413,
    readonly message: string,
  ) {}
}

/** What a form without files may have, as the front gate allows. */
const formBytes = 1_000_000;

/** The body as values, read to its limit only: a guest's to 64 kB; everybody's limit is the front gate's (1 MB). */
export async function readBody(request: Request, call: Call): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const isPairs = type === "application/x-www-form-urlencoded";
  if (type === "multipart/form-data") return readMultipart(request, call);
  if (type && !isPairs && type !== "application/json") return new UnreadableBody(400, "Send JSON or a form.");
  const bytes = await readBytes(request.body, call.public ? guestBytes.call : Number.POSITIVE_INFINITY);
  if (!bytes)
    return new UnreadableBody(413, `That is too large: at most ${guestBytes.call / 1000} kB can be sent here.`);
  const text = new TextDecoder().decode(bytes);
  if (isPairs) {
    const pairs = parsePairs(text);
    return pairs ? formValues(pairs) : new UnreadableBody(400, notAForm);
  }
  if (!text) return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return new UnreadableBody(400, "The body is not valid JSON.");
  }
}

/** The fields of a multipart form, as those of another form; a call that takes files reads them itself. */
async function readMultipart(request: Request, call: Call): Promise<unknown> {
  const most = call.public ? guestBytes.call : formBytes;
  const pairs: [string, string][] = [];
  try {
    const { body, headers } = request;
    for await (const part of body ? readParts(body, headers.get("content-type") ?? "", most) : []) {
      if (part.filename !== undefined) return new UnreadableBody(400, "This call takes no files.");
      const bytes: Uint8Array[] = [];
      for await (const some of part.bytes()) bytes.push(some);
      pairs.push([part.name, new TextDecoder().decode(Buffer.concat(bytes))]);
    }
  } catch (error) {
    if (error instanceof FormTooBig)
      return new UnreadableBody(413, `That is too large: at most ${most / 1000} kB can be sent here.`);
    if (error instanceof BrokenForm) return new UnreadableBody(400, "The form is broken. Please send it again.");
    throw error;
  }
  return isForm(pairs) ? formValues(pairs) : new UnreadableBody(400, notAForm);
}

export const notAForm = "This form has fields that no call has, or a character that cannot be kept.";

/** Form fields as values: a name given several times becomes a list. */
export function formValues(pairs: Iterable<readonly [string, string]>): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of pairs) {
    const had = values[name];
    if (Array.isArray(had)) had.push(value);
    else values[name] = had === undefined ? value : [had, value];
  }
  return values;
}
