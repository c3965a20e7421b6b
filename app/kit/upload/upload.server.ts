import type { Problem, RawBody } from "../../../services/kit/contract";
import type { RefusalReason } from "../../shell/post.server";
import { pastedName } from "./upload-limits";

/** The words of a refusal: what is wrong with the file before what is wrong in general. */
export function problemText(problem: Problem): string {
  return Object.values(problem.errors ?? {}).flat()[0] ?? problem.message;
}

/** Refused with what is wrong at the field of the file, or of the rows. */
export function refusedFile(problem: Problem, field: "file" | "rows" = "file"): RefusalReason {
  const message = problemText(problem);
  return { status: problem.status, message, errors: { [field]: [message] } };
}

/** Pasted rows as the file that the upload call takes. */
export function asFile(rows: string, name: string): RawBody | undefined {
  const form = new FormData();
  form.set("file", new File([rows], name, { type: "text/plain" }));
  const { body, headers } = new Response(form);
  return body ? { body: body as ReadableStream<Uint8Array>, type: headers.get("content-type") ?? "" } : undefined;
}

/** What was posted as a file: as it arrives, or made of pasted rows. The words where nothing was. */
export function postedFile(stream: RawBody | undefined, rows: string): RawBody | { missing: string } {
  if (stream) return stream;
  return (rows.trim() === "" ? undefined : asFile(rows, pastedName)) ?? { missing: "Paste at least one row." };
}
