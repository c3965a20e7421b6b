import type { Problem, RawBody } from "../../services/kit/contract";

/** The words of a refusal: what is wrong with the file before what is wrong in general. */
export function wordsOf(problem: Problem): string {
  return Object.values(problem.errors ?? {}).flat()[0] ?? problem.message;
}

/** A posted form's fields, or undefined when it is longer than `most` characters: it is not read further then. */
export async function shortForm(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<URLSearchParams | undefined> {
  if (!body) return new URLSearchParams();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new URLSearchParams(text + decoder.decode());
    text += decoder.decode(value, { stream: true });
    if (text.length > most) {
      await reader.cancel();
      return undefined;
    }
  }
}

/** Pasted rows as the file that the upload call takes. */
export function asFile(rows: string, name: string): RawBody | undefined {
  const form = new FormData();
  form.set("file", new File([rows], name, { type: "text/plain" }));
  const { body, headers } = new Response(form);
  return body ? { body: body as ReadableStream<Uint8Array>, type: headers.get("content-type") ?? "" } : undefined;
}
