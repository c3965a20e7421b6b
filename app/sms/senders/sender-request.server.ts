import { href } from "../../href";
import { done, type FormRequest } from "../../shell/page.server";
import type { SenderForm } from "./sender-form";

/** Sends the posted request, or shows it. */
export async function sendRequest(given: FormRequest<"/sms/settings/sender/new", typeof SenderForm>) {
  const { api, from, value, files, refuse, stay } = given;
  if (value.intent === "preview") return stay();
  const { intent: _, ...request } = value;
  const answer = await api.messaging.requestSender({ body: { ...request, paper_ids: files.map(({ id }) => id) } });
  if (answer.status === 201) {
    const words = `${answer.body.sender} was requested. This page shows what each network decides.`;
    return done(from, href("/sms/settings/sender"), words);
  }
  const { paper_ids, ...errors } = answer.body.errors ?? {};
  return refuse({ ...answer.body, errors: paper_ids ? { ...errors, files: paper_ids } : errors });
}
