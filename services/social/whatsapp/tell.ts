import { parseWish } from "../../../rules/keywords";
import type { BusinessNews, Item } from "../../connectors/message";
import { maxStatuses } from "../../whatsapp/contract.internal";
import type { Taking } from "../taking";

export type StatusItem = Extract<Item, { kind: "status" }>;

/** What the WhatsApp service gives its messages; the chat's are named otherwise. */
const broadcastMessage = /^b\.\d+\.\d+\.\d+$/;

export function isOfBroadcast({ message_id }: StatusItem): boolean {
  return broadcastMessage.test(message_id ?? "");
}

/** What surveys give their questions. */
const surveyMessage = /^s\.\d+\.\d+$/;

export function isOfSurvey({ message_id }: StatusItem): boolean {
  return surveyMessage.test(message_id ?? "");
}

/** @throws Error when the service is away */
export async function tellSurvey({ deps, account }: Taking, item: StatusItem): Promise<string> {
  const { message_id = "", provider_id, status, reason } = item;
  const body = { message_id, provider_id, status, reason: reason.slice(0, 1_000) };
  const answer = await deps.clientsOfAccount(account).survey.heardWhatsapp({ body });
  if (answer.status !== 201) throw new Error(answer.body.message);
  return `A question of a survey is now ${status}.`;
}

/** In as many calls as it takes. @throws Error when the service is away: the webhooks are looked at again */
export async function tellStatuses(
  { deps, account }: Pick<Taking, "deps" | "account">,
  statuses: readonly StatusItem[],
): Promise<void> {
  const { whatsapp } = deps.clientsOfAccount(account);
  for (let at = 0; at < statuses.length; at += maxStatuses) {
    const items = statuses
      .slice(at, at + maxStatuses)
      .map(({ message_id = "", provider_id, status, reason, code = null }) => ({
        ...{ message_id, provider_id, status, reason: reason.slice(0, 1_000), code },
      }));
    const answer = await whatsapp.heardStatuses({ body: { items } });
    if (answer.status !== 201) throw new Error(answer.body.message);
  }
}

/** What it did, in words. */
export function toldStatus({ status }: Pick<StatusItem, "status">): string {
  return `A message of a broadcast is now ${status}.`;
}

/** @throws Error when the service is away */
export async function tellNews({ deps, account }: Taking, business_id: string, news: BusinessNews): Promise<string> {
  const answer = await deps.clientsOfAccount(account).whatsapp.heardNews({ body: { business_id, news } });
  if (answer.status !== 201) throw new Error(answer.body.message);
  return news.about === "number" ? "News of the number." : "News of a message template.";
}

/** A customer who writes STOP wants no marketing any more, and START takes that back. */
export async function tellWish({ deps, account }: Taking, msisdn: string, text: string): Promise<void> {
  const found = parseWish(text);
  if (msisdn === "" || !found || found.wish === "help") return;
  const change = found.wish === "stop" ? "out" : "in";
  const source = `Wrote ${found.keyword} on WhatsApp`.slice(0, 200);
  const answer = await deps.clientsOfAccount(account).whatsapp.heardWish({ body: { msisdn, change, source } });
  if (answer.status !== 201) throw new Error(answer.body.message);
}
