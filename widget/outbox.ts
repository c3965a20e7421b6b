import type { ShownMessage } from "../rules/webchat";
import { type Answer, backOff, call, requestId } from "./api";
import type { Keep } from "./keep";

/** A message that is not with us yet. */
export type Unsent = { id: string; text: string; at: number; order: number; failed: string };

type SentMessage = { message: ShownMessage; unseen: number };
type Options = {
  key: string;
  keep: Keep;
  /** A session, begun when there is none; undefined when it can't be now. */
  token(): Promise<string | undefined>;
  page(): { url: string; title: string } | undefined;
  sent(message: ShownMessage, unseen: number): void;
  /** A form stands before the chat: the queue waits for it. */
  form(): void;
  /** The session is no longer known. */
  lost(): void;
  changed(): void;
};

/**
 * The queue of what was written, kept in the browser until we have it: in order, one at a time, tried again until it
 * arrives. The request id makes it arrive once, whatever became of the answers.
 */
export function openOutbox(options: Options) {
  const { key, keep, changed } = options;
  let busy = false;
  let tries = 0;
  let sending = "";
  let wake: (() => void) | undefined;

  const list = () => keep.all<Unsent>("out ").sort((a, b) => a.order - b.order);
  const put = (one: Unsent) => keep.set(`out ${one.id}`, one);

  async function send(one: Unsent): Promise<boolean> {
    const token = await options.token();
    if (!token) return false;
    sending = one.id;
    changed();
    const body = { request_id: one.id, text: one.text, page: options.page() };
    const answer = await call<SentMessage>("POST", "/messages", { token, body });
    sending = "";
    return settle(one, answer);
  }

  async function settle(one: Unsent, answer: Answer<SentMessage>): Promise<boolean> {
    if (answer.ok) {
      keep.set(`out ${one.id}`, undefined);
      tries = 0;
      options.sent(answer.body.message, answer.body.unseen);
      return true;
    }
    if (answer.status === 401) {
      options.lost();
      return false;
    }
    if (answer.status === 409) {
      options.form();
      throw new MessageHeld();
    }
    if (answer.away) {
      await pause(answer.retryAfter);
      return false;
    }
    put({ ...one, failed: answer.message || "?" });
    return true;
  }

  function pause(retryAfter: number): Promise<void> {
    changed();
    return new Promise((resolve) => {
      wake = resolve;
      setTimeout(resolve, backOff(tries, retryAfter));
      tries += 1;
    });
  }

  async function work(): Promise<void> {
    for (;;) {
      const next = list().find(({ failed }) => failed === "");
      if (!next) return;
      // Without a session there is nothing to try with for now.
      if (!(await send(next)) && !(await options.token())) return;
      changed();
    }
  }

  async function flush(): Promise<void> {
    wake?.();
    if (busy) return;
    busy = true;
    try {
      if ("locks" in navigator) await navigator.locks.request(`jibu out ${key}`, work);
      else await work();
    } catch (error) {
      if (!(error instanceof MessageHeld)) throw error;
    } finally {
      busy = false;
      changed();
    }
  }

  return {
    list,
    flush: () => void flush().catch(() => undefined),
    isSending: (id: string) => id === sending,
    add(text: string): void {
      const order = Date.now() + Math.random();
      put({ id: requestId(), text, at: Math.floor(order / 1000), order, failed: "" });
      changed();
    },
    again(one: Unsent): void {
      put({ ...one, failed: "" });
      void flush().catch(() => undefined);
    },
    drop(one: Unsent): void {
      keep.set(`out ${one.id}`, undefined);
      changed();
    },
  };
}
export type Outbox = ReturnType<typeof openOutbox>;

/** The queue stops until a form is filled in. */
class MessageHeld extends Error {}
