import { formBounds, isForm, isMore, parsePairs, readBytes } from "../../rules/form-bounds";
import { multipartBoundary } from "../../rules/header-parameters";

/** The fields of a posted form. What is no form, is none of ours, or is cut short is refused: it is no fault of ours. */
export async function readForm(request: Request, maxBytes: number = formBounds.bytes): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) {
    const form = new FormData();
    for (const [name, value] of await readFormFields(request, maxBytes)) form.append(name, value);
    return form;
  }
  const bytes = await read(request, maxBytes);
  const boundary = multipartBoundary(type);
  // Latin-1: a character is a byte.
  if (!boundary || isMore(new TextDecoder("latin1").decode(bytes), `--${boundary}`, formBounds.fields + 1))
    throw notOurs();
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData().catch(() => {
    throw new Response("The form could not be read. Send it again.", { status: 400 });
  });
  if (!isForm([...form])) throw notOurs();
  return form;
}

/** The fields of a posted form without files, in their order. @throws Response 400, 413 */
export async function readFormFields(
  request: Request,
  maxBytes: number = formBounds.bytes,
): Promise<[string, string][]> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded"))
    throw new Response("This page accepts forms only.", { status: 400 });
  const pairs = parsePairs(new TextDecoder().decode(await read(request, maxBytes)));
  if (!pairs) throw notOurs();
  return pairs;
}

async function read({ body }: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBytes(body, maxBytes).catch(() => {
    throw new Response("The form could not be read. Send it again.", { status: 400 });
  });
  if (!bytes) throw new Response("That is too large. Send less at once.", { status: 413 });
  return bytes;
}

/** The answer to a form that no page of ours can have sent. */
export function notOurs(): Response {
  return new Response("This form has fields that no form here has, or a character that cannot be kept.", {
    status: 400,
  });
}
