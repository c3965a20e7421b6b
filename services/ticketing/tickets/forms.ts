import type { z } from "zod";
import { parsePairs } from "../../../rules/form-bounds";
import { fieldErrors, type RawBody } from "../../kit/contract";
import { actorId, isService } from "../../kit/principal";
import { formValues, notAForm } from "../../kit/read-body";
import { HttpError, storableFor } from "../../kit/serve";
import type { StoredFile } from "../../uploads/contract";
import type { CallerContext, TicketingContext } from "../context";
import { addFiles } from "./files";

/**
 * Reads a form that was sent as multipart (R120), as JSON or as a plain form. Files are handed to the uploads service
 * as they arrive; what the form names of kept ones comes as file_ids. @throws HttpError 400, 422
 */
export async function readTicketForm<S extends z.ZodType>(
  { deps }: TicketingContext,
  context: CallerContext,
  shape: S,
  stream: RawBody,
): Promise<{ form: z.output<S>; files: string[] }> {
  const { token, requestId, address } = context;
  const type = stream.type.split(";")[0]?.trim().toLowerCase();
  let fields: Record<string, unknown>;
  let files: string[] = [];
  if (type === "multipart/form-data") {
    const answer = await deps
      .clientsFor({ token, requestId, address })
      .uploads.form({ query: { purpose: "ticket" }, stream });
    if (answer.status !== 201) throw new HttpError(answer.status, answer.body.message, answer.body.errors);
    const [bad] = answer.body.refused;
    if (bad) throw new HttpError(422, `${bad.name}: ${bad.message}`, { files: [`${bad.name}: ${bad.message}`] });
    fields = formValues(answer.body.fields);
    files = answer.body.files.map(({ id }) => id);
  } else {
    const text = await new Response(stream.body).text();
    fields = type === "application/x-www-form-urlencoded" ? posted(text) : parsed(text);
  }
  const read = shape.safeParse(storableFor(fields, { clean: isService(context.who) }));
  if (!read.success) throw new HttpError(422, "Please correct the marked fields.", fieldErrors(read.error));
  const kept = (read.data as { file_ids?: string[] }).file_ids ?? [];
  return { form: read.data, files: [...files, ...kept] };
}

/** @throws HttpError 400 */
function posted(text: string): Record<string, unknown> {
  const pairs = parsePairs(text);
  if (!pairs) throw new HttpError(400, notAForm);
  return formValues(pairs);
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text || "{}") as unknown;
    if (value && typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new HttpError(400, "Send the form as multipart/form-data or as JSON.");
}

/** Binds kept uploads to the ticket and lists them on it. Answers what could not be kept, in words. */
export async function keepFiles(
  service: TicketingContext,
  context: CallerContext,
  ticket: number,
  files: readonly string[],
  beside: { comment?: number } = {},
): Promise<string> {
  if (files.length === 0) return "";
  const { account, who } = context;
  const user = actorId(who);
  const answer = await service.deps.clientsOfAccount(account).uploads.attach({
    body: { ids: [...files], subject: "ticket", subject_id: String(ticket), ...(user ? { user_id: user } : {}) },
  });
  if (answer.status !== 201) return " The files could not be kept: add them again.";
  const kept: StoredFile[] = answer.body.files;
  await service.write(context, (unit) => addFiles(unit, ticket, kept, beside));
  return "";
}
