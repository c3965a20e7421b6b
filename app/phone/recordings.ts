// /phone/recordings - the recording of an answered call, as the browser made it (POST)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page, receive } from "../shell/page.server";

export const loader = page("/phone/recordings", async () => redirect(href("/")));

/** Passed on as it arrives; the service looks at what it is. */
export const action = receive("/phone/recordings", async ({ api, request, url }) => {
  const callId = (url.searchParams.get("call") ?? "").slice(0, 200);
  const type = request.headers.get("content-type") ?? "";
  if (!callId || !type.startsWith("multipart/form-data") || !request.body)
    return Response.json({ message: "Send an mp3 as a form, and name its call." }, { status: 400 });
  const answer = await api.voice.saveRecording({ params: { callId }, stream: { body: request.body, type } });
  return Response.json(answer.body, { status: answer.status });
});
