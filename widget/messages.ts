import type { ShownMessage } from "../rules/webchat";
import type { Keep } from "./keep";

const maxKept = 60;

/** The messages of the thread, each once, and the last of them kept in the browser. */
export function openMessages(keep: Keep) {
  const messages = new Map<number, ShownMessage>();
  for (const one of keep.get<ShownMessage[]>("seen") ?? []) messages.set(one.id, one);
  const list = () => [...messages.values()].sort((a, b) => a.at - b.at || a.id - b.id);

  return {
    list,
    /** The newest message's number, 0 without any. */
    last: () => Math.max(0, ...messages.keys()),
    /** How many of theirs are newer than what was read. */
    unread: (upto: number) => list().filter(({ id, mine, gone }) => id > upto && !mine && !gone).length,
    /** The same message told twice, or told and answered, is one. */
    put(message: ShownMessage): void {
      messages.set(message.id, message);
    },
    /** Takes out all from this number on, or all there are: the stretch is told anew. */
    cutFrom(first: number | undefined): void {
      for (const id of [...messages.keys()]) if (first === undefined || id >= first) messages.delete(id);
    },
    clear: () => messages.clear(),
    save: () => keep.set("seen", list().slice(-maxKept)),
  };
}
export type Messages = ReturnType<typeof openMessages>;
