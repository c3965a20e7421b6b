import type { ServiceClients } from "../../services/modules";
import type { KeptFile } from "../kit/file-upload";
import type {} from "../shell/context.server";
import { fieldsOf } from "../shell/form.server";

/** A form of the inbox as it arrived. Its files are kept before anything is judged, so that a refusal loses none. */
export type Posted = {
  value(name: string): string;
  values(name: string): string[];
  /** A whole number above 0, or nothing. */
  number(name: string): number | undefined;
  files: KeptFile[];
  /** A file that was not taken, in words. */
  wrong?: string;
};

type Kept = KeptFile & { at?: string };

/** @throws Response 400 for anything but a form */
export async function readForm(api: ServiceClients, request: Request): Promise<Posted> {
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return withFiles(api, await fieldsOf(request), []);
  if (!type.startsWith("multipart/form-data") || !request.body)
    throw new Response("This page accepts forms only.", { status: 400 });
  const received = await api.uploads.form({ query: { purpose: "chat" }, stream: { body: request.body, type } });
  if (received.status !== 201)
    return { ...posted([], []), wrong: received.body.message || "The form was not received. Send it again." };
  const { fields, files, refused } = received.body;
  const [bad] = refused;
  return { ...(await withFiles(api, fields, files)), ...(bad ? { wrong: `${bad.name}: ${bad.message}` } : {}) };
}

/** With the files that an earlier post of the same form has kept, by their ids. */
async function withFiles(api: ServiceClients, fields: readonly (readonly [string, string])[], files: readonly Kept[]) {
  const ids = new Set(fields.flatMap(([name, value]) => (name === "file_id" ? [value] : [])));
  const earlier = await Promise.all(
    [...ids].slice(0, 5).map(async (id) => {
      const answer = await api.uploads.file({ params: { id } });
      return answer.status === 200 ? answer.body : undefined;
    }),
  );
  return posted(fields, [...earlier.flatMap((file) => file ?? []), ...files]);
}

function posted(fields: readonly (readonly [string, string])[], files: readonly Kept[]): Posted {
  const values = (name: string) =>
    fields.flatMap(([key, value]) => (key === name ? [value.replaceAll("\r\n", "\n")] : []));
  const value = (name: string) => values(name)[0] ?? "";
  return {
    values,
    value,
    number(name) {
      const given = Number(value(name));
      return Number.isSafeInteger(given) && given > 0 ? given : undefined;
    },
    files: files.map(({ id, name, bytes }) => ({ id, name, bytes })),
  };
}
