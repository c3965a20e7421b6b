// /files - files of a form that is still being filled in, one after the other, as JSON (POST; R063)
import { redirect } from "@remix-run/node";
import { limitsOf, Purpose } from "../../services/uploads/contract";
import { href } from "../href";
import { page, receive } from "../shell/page.server";

const Uploadable = Purpose.exclude(["export"]).catch("issue");

/** There is nothing to see here: an address of one file stands behind /files/{id}. */
export const loader = page("/files", async () => redirect(href("/")));

/** Passes the files on as they arrive; the service decides what they are. */
export const action = receive("/files", async ({ ask, request, url }) => {
  const purpose = Uploadable.parse(url.searchParams.get("purpose"));
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data") || !request.body)
    return Response.json({ message: `Send ${limitsOf[purpose].words.toLowerCase()} as a form.` }, { status: 400 });
  const answer = await ask.uploads.chatUploads({ query: { purpose }, stream: { body: request.body, type } });
  if (answer.status !== 201) return Response.json({ message: answer.body.message }, { status: answer.status });
  return Response.json({ files: answer.body.files.map(({ id, name, bytes }) => ({ id, name, bytes })) });
});
