import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { Problem } from "../../services/kit/contract";
import type { ServiceClients } from "../../services/modules";
import { href } from "../href";
import type { KeptFile } from "../kit/file-upload";
import type {} from "../shell/context.server";
import { type Admitted, done } from "../shell/page.server";
import { SenderFields } from "./sender-form";

const unknown = { reply: undefined, notice: undefined, preview: false };

/** Takes the posted request: its files are kept first, so that a refusal loses neither them nor what was typed. */
export async function sendRequest({ api, request, from }: Admitted<"/sms/settings/sender/new">) {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data") || !request.body)
    throw new Response("This page accepts forms only.", { status: 400 });
  const received = await api.uploads.form({ query: { purpose: "sender" }, stream: { body: request.body, type } });
  if (received.status !== 201)
    return data({ ...unknown, files: [] as KeptFile[], file: received.body.message }, { status: 422 });
  const { fields, files: sent, refused } = received.body;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const earlier = await Promise.all(
    [...new Set(form.getAll("file_id"))].slice(0, 5).map((id) => fileOf(api, String(id))),
  );
  const files = [...earlier.flatMap((file) => file ?? []), ...sent].map(({ id, name, bytes }) => ({ id, name, bytes }));
  const submission = parseWithZod(form, { schema: SenderFields });
  const [wrong] = refused;
  const file = wrong ? `${wrong.name}: ${wrong.message}` : null;
  const preview = form.get("intent") === "preview";
  if (submission.status !== "success" || file !== null || preview)
    return data(
      { reply: submission.reply(), files, file, notice: undefined, preview },
      { status: preview ? 200 : 422 },
    );
  const paper_ids = files.map(({ id }) => id);
  const answer = await api.messaging.requestSender({ body: { ...submission.value, paper_ids } });
  if (answer.status === 201)
    return done(
      from,
      href("/sms/settings/sender"),
      `${answer.body.sender} was requested. This page shows what each network decides.`,
    );
  return refusedRequest(submission.reply({ fieldErrors: answer.body.errors ?? {} }), answer.body, files);
}

function refusedRequest<R>(reply: R, { status, message, errors }: Problem, files: KeptFile[]) {
  const notice = { level: "warning" as const, title: "Warning", message };
  const file = errors?.paper_ids?.[0] ?? null;
  return data(
    { reply, files, file, notice: file ? undefined : notice, preview: false },
    { status: status === 422 ? 422 : 400 },
  );
}

async function fileOf(api: ServiceClients, id: string): Promise<KeptFile | undefined> {
  if (!/^[\da-f-]{36}$/i.test(id)) return undefined;
  const answer = await api.uploads.file({ params: { id } });
  return answer.status === 200 ? answer.body : undefined;
}
