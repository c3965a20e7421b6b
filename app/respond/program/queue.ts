import { type KeptResponse, waitAfter } from "../../../rules/survey/kept-answers";
import { type SendAnswer, sendKept } from "./send";
import type { KeptStore } from "./store";

type QueueOptions = {
  link: string;
  store: KeptStore;
  /** What the address of a response has while its person is there. */
  queryFor(one: KeptResponse): string;
  /** The server has said what becomes of a response. It is kept until now. */
  settle(one: KeptResponse, sent: SendAnswer): void;
  /** All that could be sent was, or a try failed. */
  rested(failed: boolean): void;
};

export type Queue = { flush(): void };

/** Sends what is kept, the oldest first: now, when the network is back, and after growing waits. */
export function openQueue({ link, store, queryFor, settle, rested }: QueueOptions): Queue {
  let busy = false;
  let tries = 0;
  let timer = 0;

  async function sendAll(): Promise<boolean> {
    for (const one of store.list()) {
      if (one.refused) continue;
      const sent = await sendKept(link, one, queryFor(one), () => store.put({ ...one, begun: true }));
      if (sent.outcome === "later") return false;
      settle(one, sent);
    }
    return true;
  }

  async function flush(): Promise<void> {
    if (busy) return;
    busy = true;
    window.clearTimeout(timer);
    // Two windows of a browser keep the same.
    const all = "locks" in navigator ? navigator.locks.request(`survey ${link}`, sendAll) : sendAll();
    const done = await all.catch(() => false);
    busy = false;
    tries = done ? 0 : tries + 1;
    if (!done) timer = window.setTimeout(() => void flush(), waitAfter(tries));
    rested(!done);
  }

  window.addEventListener("online", () => void flush());
  return { flush: () => void flush() };
}
