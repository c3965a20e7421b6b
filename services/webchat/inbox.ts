import { HttpError } from "../kit/serve";
import type { WebchatDeps } from "./deps";

/** What chat knows of an application: its key, its name, whether it is on. */
export type InboxState = { key: string; name: string; active: boolean };

/** Chat learns an application's name and whether it is on. Answers the inbox's id. @throws HttpError 503 */
export async function tellInbox(
  { clientsOfAccount }: WebchatDeps,
  account: string,
  channel: "webchat" | "mobile",
  { key, name, active }: InboxState,
): Promise<number> {
  const answer = await clientsOfAccount(account).chat.saveInbox({ body: { channel, ref: key, name, active } });
  if (answer.status !== 201) throw new HttpError(503, answer.body.message);
  return answer.body.id;
}
