import { bytesOf, pairsOf } from "../../rules/form-bounds";
import type { Problem, RawBody } from "../../services/kit/contract";
import { notOurs } from "../shell/form.server";

/** The words of a refusal: what is wrong with the file before what is wrong in general. */
export function wordsOf(problem: Problem): string {
  return Object.values(problem.errors ?? {}).flat()[0] ?? problem.message;
}

/** A posted form's fields, or undefined when it has more than `most` bytes: it is not read further then. @throws Response 400 */
export async function shortForm(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<URLSearchParams | undefined> {
  const bytes = await bytesOf(body, most);
  if (!bytes) return undefined;
  const pairs = pairsOf(new TextDecoder().decode(bytes));
  if (!pairs) throw notOurs();
  return new URLSearchParams(pairs);
}

/** Pasted rows as the file that the upload call takes. */
export function asFile(rows: string, name: string): RawBody | undefined {
  const form = new FormData();
  form.set("file", new File([rows], name, { type: "text/plain" }));
  const { body, headers } = new Response(form);
  return body ? { body: body as ReadableStream<Uint8Array>, type: headers.get("content-type") ?? "" } : undefined;
}
