import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { Problem } from "../../services/kit/contract";
import type { StoredFile } from "../../services/uploads/contract";
import { href } from "../href";
import { keyOf } from "../kit/money/key.server";
import { type Admitted, done } from "../shell/page.server";
import { SlipFields } from "./selfcare.request.form";

type Kept = Pick<StoredFile, "id" | "name" | "bytes">;

/** Takes the posted slip: its file is kept first, so that a refusal loses neither it nor what was typed. */
export async function sendSlip({ api, request, from }: Admitted<"/settings/selfcare/request/new">) {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data") || !request.body)
    throw new Response("This page accepts forms only.", { status: 400 });
  const received = await api.uploads.form({ query: { purpose: "slip" }, stream: { body: request.body, type } });
  if (received.status !== 201) return refuseAll(received.body);
  const { fields, files: sent, refused } = received.body;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const earlier = sent.length === 0 ? await fileOf(api, String(form.get("file_id") ?? "")) : undefined;
  const files: Kept[] = (earlier ? [earlier] : sent).map(({ id, name, bytes }) => ({ id, name, bytes }));
  const submission = parseWithZod(form, { schema: SlipFields });
  const [wrong] = refused;
  const file = wrong ? `${wrong.name}: ${wrong.message}` : null;
  if (submission.status !== "success" || file !== null)
    return data({ reply: submission.reply(), files, file, notice: undefined }, { status: 422 });
  const { amount, invoice_id, key, file_id: _, ...rest } = submission.value;
  const said = { ...rest, amount_cents: amount, invoice_id: invoice_id ?? null, file_id: files[0]?.id ?? null };
  const answer = await api.billing.requestTopUp({ body: { ...said, key: keyOf(key, said) } });
  if (answer.status === 201) {
    const words = "The slip was sent. The balance is updated when it is approved.";
    return done(from, href("/settings/selfcare/request"), words);
  }
  const { amount_cents, file_id, ...errors } = answer.body.errors ?? {};
  const fieldErrors = { ...errors, ...(amount_cents ? { amount: amount_cents } : {}) };
  const notice = { level: "warning" as const, title: "Warning", message: answer.body.message };
  return data(
    { reply: submission.reply({ fieldErrors }), files, file: file_id?.[0] ?? null, notice },
    { status: answer.status === 422 ? 422 : 400 },
  );
}

async function fileOf(api: Admitted<"/settings/selfcare/request/new">["api"], id: string) {
  if (!/^[\da-f-]{36}$/i.test(id)) return undefined;
  const answer = await api.uploads.file({ params: { id } });
  return answer.status === 200 ? answer.body : undefined;
}

/** The form itself could not be read; nothing of it is known. */
function refuseAll({ message }: Problem) {
  const notice = { level: "warning" as const, title: "Warning", message };
  return data({ reply: undefined, files: [] as Kept[], file: message, notice }, { status: 422 });
}
