import { HttpError } from "../../kit/serve";
import type { ConnectedNumber } from "../../social/contract.whatsapp";
import type { WhatsappDeps } from "../deps";

/** The numbers that are connected. @throws HttpError 503 */
export async function connectedNumbers(deps: WhatsappDeps, account: string): Promise<ConnectedNumber[]> {
  const answer = await deps.clientsOfAccount(account).social.whatsappNumbers({});
  if (answer.status !== 200) throw new HttpError(503, answer.body.message);
  return answer.body.data;
}
