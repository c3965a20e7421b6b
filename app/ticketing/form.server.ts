import type { ServiceClients } from "../../services/modules";
import type { StoredFile } from "../../services/uploads/contract";
import type { KeptFile } from "../kit/file-upload";
import type {} from "../shell/context.server";
import { fieldsOf } from "../shell/form.server";

/** A form with files as it arrived. The files are kept before anything is judged, so that a refusal loses none. */
export type Posted = {
  value(name: string): string;
  values(name: string): string[];
  files: KeptFile[];
  /** A file that was not taken, in words. */
  wrong?: string;
};

/** @throws Response 400 for anything but a form; 503 when the files can't be kept */
export async function readForm(api: ServiceClients, request: Request): Promise<Posted> {
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return posted(await fieldsOf(request), []);
  if (!type.startsWith("multipart/form-data") || !request.body)
    throw new Response("This page accepts forms only.", { status: 400 });
  const received = await api.uploads.form({ query: { purpose: "ticket" }, stream: { body: request.body, type } });
  if (received.status !== 201)
    return { ...posted([], []), wrong: received.body.message || "The form was not received. Send it again." };
  const { fields, files, refused } = received.body;
  const earlier = await Promise.all(
    [...new Set(fields.flatMap(([name, value]) => (name === "file_id" ? [value] : [])))]
      .slice(0, 5)
      .map((id) => keptFile(api, id)),
  );
  const [bad] = refused;
  return {
    ...posted(fields, [...earlier.flatMap((file) => file ?? []), ...files]),
    ...(bad ? { wrong: `${bad.name}: ${bad.message}` } : {}),
  };
}

function posted(fields: readonly (readonly [string, string])[], files: readonly StoredFile[]): Posted {
  const values = (name: string) =>
    fields.flatMap(([key, value]) => (key === name ? [value.replaceAll("\r\n", "\n")] : []));
  return {
    values,
    value: (name) => values(name)[0] ?? "",
    files: files.map(({ id, name, bytes }) => ({ id, name, bytes })),
  };
}

async function keptFile(api: ServiceClients, id: string): Promise<StoredFile | undefined> {
  const answer = await api.uploads.file({ params: { id } });
  return answer.status === 200 ? answer.body : undefined;
}
