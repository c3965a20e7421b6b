import { showDay } from "../../../rules/format";
import type { Message } from "../../../services/chat/contract.schemas";
import type { InboxEvent } from "../inbox/inbox";
import type { OutboxMessage } from "./outbox";

/** The time in which this page was cut off, and what came meanwhile. Seconds; `ids`: the messages, by their id. */
export type Gap = { from: number; to: number; ids: ReadonlySet<number>; count: number };

/** The message of an event that others wrote; what one wrote oneself while cut off is nothing that one missed. */
export function missedMessage({ kind, body }: InboxEvent, me: string): number | undefined {
  const message = body.message as Message | undefined;
  return kind === "chat.message" && body.change === "made" && body.by !== me ? message?.id : undefined;
}

export type Item =
  | { kind: "day"; key: string; day: string }
  | { kind: "gap"; key: string; here: number }
  | { kind: "message"; key: string; message: Message; late: boolean }
  | { kind: "outgoing"; key: string; outgoing: OutboxMessage };

/** The thread as it is drawn: a line for each new day, one where the gap was, the messages, and what is on its way. */
export function threadItems(
  messages: readonly Message[],
  outbox: readonly OutboxMessage[],
  gap: Gap | undefined,
  zone: string,
): Item[] {
  const items: Item[] = [];
  const here = gap ? messages.filter(({ id }) => gap.ids.has(id)).length : 0;
  let day = "";
  let told = here === 0;
  for (const message of messages) {
    const its = showDay(message.date * 1000, zone);
    if (its !== day) items.push({ kind: "day", key: `day ${its}`, day: its });
    day = its;
    const late = gap?.ids.has(message.id) ?? false;
    if (late && !told) items.push({ kind: "gap", key: "gap", here });
    told ||= late;
    // By the id of the request: what was shown before its answer stays the same element.
    items.push({ kind: "message", key: message.message_id || String(message.id), message, late });
  }
  return [...items, ...outbox.map((outgoing): Item => ({ kind: "outgoing", key: outgoing.request_id, outgoing }))];
}
