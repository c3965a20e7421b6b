// /files - files of a form that is still being filled in, one after the other, as JSON (POST; R063)
import { redirect } from "@remix-run/node";
import { fileLimits, purposes } from "../../rules/files";
import { href } from "../href";
import { page, receive } from "../shell/page.server";

const uploadable = purposes.filter((name) => name !== "export" && name !== "recording");

/** There is nothing to see here: an address of one file stands behind /files/{id}. */
export const loader = page("/files", async () => redirect(href("/")));

/** Passes the files on as they arrive; the service decides what they are. */
export const action = receive("/files", async ({ api, request, url }) => {
  const asked = url.searchParams.get("purpose");
  const purpose = uploadable.find((name) => name === asked) ?? "issue";
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data") || !request.body)
    return Response.json({ message: `Send ${fileLimits[purpose].words.toLowerCase()} as a form.` }, { status: 400 });
  const answer = await api.uploads.chatUploads({ query: { purpose }, stream: { body: request.body, type } });
  if (answer.status !== 201) return Response.json({ message: answer.body.message }, { status: answer.status });
  return Response.json({ files: answer.body.files.map(({ id, name, bytes }) => ({ id, name, bytes })) });
});
