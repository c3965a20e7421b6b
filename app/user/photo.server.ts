import { data } from "@remix-run/node";
import { href } from "../href";
import { type Admitted, done } from "../shell/page.server";

/** Takes the posted photo as it arrives, or takes the present one away. */
export async function changePhoto({ api, request, from }: Admitted<"/user/profile">) {
  const back = href("/user/profile");
  const refused = (photo: string, status = 422) => data({ photo }, { status });
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data") || !request.body) return refused("Choose a photo.");
  const sent = await api.uploads.form({ query: { purpose: "photo" }, stream: { body: request.body, type } });
  if (sent.status !== 201) return refused(sent.body.message, sent.status >= 500 ? 503 : 422);
  const { files, fields, refused: wrong } = sent.body;
  if (fields.some(([name, value]) => name === "intent" && value === "remove")) {
    const gone = await api.identity.removePhoto();
    return gone.status === 200 ? done(from, back, gone.body.message) : refused(gone.body.message, 503);
  }
  const [file] = files;
  if (!file) return refused(wrong[0]?.message ?? "Choose a photo.");
  const kept = await api.identity.setPhoto({ body: { file_id: file.id } });
  return kept.status === 200 ? done(from, back, "Your photo was changed.") : refused(kept.body.message);
}
