import type { UsableSender } from "../../messaging/contract.senders";
import type { TicketingUpstreams } from "../deps";
import type { DeliveryDeps, DeliveryOutcome, Parcel } from "./parcel";

/** The sender that an account's answers carry: its own before the shared one, none for advertising. */
export function senderFor(senders: readonly UsableSender[]): string | undefined {
  const usable = senders.filter(({ status, kind }) => status === "approved" && kind === "transactional");
  return (usable.find(({ shared }) => !shared) ?? usable[0])?.sender;
}

/** An SMS to one number; the same `key` is the same SMS, however often it is asked for. */
export function smsForm({ to, body, key, sender }: { to: string; body: string; key: string; sender: string }) {
  return { kind: "express" as const, name: "", sender, numbers: to, body, key, send_at: null };
}

async function findSender({ messaging }: Pick<TicketingUpstreams, "messaging">) {
  const answer = await messaging.senders();
  return answer.status === 200 ? { sender: senderFor(answer.body.data) } : undefined;
}

/** By the account's SMS: the cost is held and charged as of every SMS; twice is once, by its key. */
export async function bySms(
  { clientsOfAccount }: DeliveryDeps,
  account: string,
  parcel: Parcel,
): Promise<DeliveryOutcome> {
  const upstreams = clientsOfAccount(account);
  const found = await findSender(upstreams);
  if (!found) return { state: "later" };
  if (!found.sender) return { state: "failed", reason: "The account has no sender ID that may be used." };
  const key = `ticket-comment-${parcel.comment}-${parcel.round}`;
  const body = smsForm({ to: parcel.to, body: parcel.body, key, sender: found.sender });
  const draft = await upstreams.messaging.createBlast({ body });
  if (draft.status !== 201) return draft.status >= 500 ? { state: "later" } : refused(draft.body.message);
  if (draft.body.recipients === 0) return refused("This number takes no SMS from you.");
  const sent = await upstreams.messaging.confirmBlast({ params: { id: draft.body.id } });
  if (sent.status !== 201) return sent.status >= 500 ? { state: "later" } : refused(sent.body.message);
  return { state: "sent", ref: String(draft.body.id) };
}

const refused = (reason: string): DeliveryOutcome => ({ state: "failed", reason });

/** What became of an SMS that left; undefined while nobody knows. */
export async function smsState(
  { clientsOfAccount }: Pick<DeliveryDeps, "clientsOfAccount">,
  account: string,
  blast: number,
) {
  const answer = await clientsOfAccount(account).messaging.messages({ params: { id: blast }, query: {} });
  const [message] = answer.status === 200 ? answer.body.data : [];
  if (message?.status === "delivered") return { state: "delivered" as const, reason: "" };
  if (!message || ["queued", "submitted"].includes(message.status)) return undefined;
  if (message.status === "unknown") return { state: "unknown" as const, reason: "No receipt came in time." };
  return { state: "failed" as const, reason: message.reason || `The SMS is ${message.status}.` };
}

/** What a part to a number costs whoever asks, in KES; null when that is not known. */
export async function smsPartPrice(others: Pick<TicketingUpstreams, "messaging">, to: string): Promise<number | null> {
  const sender = (await findSender(others))?.sender;
  if (!sender) return null;
  const price = await others.messaging.price({ body: smsForm({ to, body: ".", sender, key: "ticket-comment-price" }) });
  if (price.status !== 200 || price.body.recipients === 0) return null;
  return price.body.lines[0]?.part_price ?? price.body.part_price;
}

type SmsAnswer = { to: string; body: string };

/** Why an SMS can't go now, by the words, the number and the money of whoever asks; undefined when it can. */
export async function whyNoSms(
  others: Pick<TicketingUpstreams, "messaging">,
  { to, body }: SmsAnswer,
): Promise<string | undefined> {
  const senders = await others.messaging.senders();
  if (senders.status !== 200) return senders.body.message;
  const sender = senderFor(senders.body.data);
  if (!sender) return "Your account has no sender ID that may be used. Ask for one under SMS, or reply another way.";
  const price = await others.messaging.price({ body: smsForm({ to, body, sender, key: "ticket-comment-price" }) });
  if (price.status !== 200) return Object.values(price.body.errors ?? {}).flat()[0] ?? price.body.message;
  if (price.body.recipients === 0) return `${to} takes no SMS from you. Check the number, or reply another way.`;
  const kes = (cents: number) => `KES ${(cents / 100).toFixed(2)}`;
  if (price.body.cost_cents > price.body.balance_cents)
    return `This SMS costs ${kes(price.body.cost_cents)} and your balance is ${kes(price.body.balance_cents)}. Top up, or reply another way. Nothing was sent.`;
  return undefined;
}
