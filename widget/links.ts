import { call } from "./api";
import type { Messages } from "./messages";
import type { WidgetSession } from "./state";

type Options = {
  messages: Messages;
  session(): WidgetSession | undefined;
  changed(): void;
  /** Asked now, so that a clock that is set or a computer that slept is noticed. */
  now?: () => number;
};

/** Milliseconds: a link is good for a quarter of an hour, and is asked for anew well before. */
const fresh = 10 * 60_000;
const good = 14 * 60_000;
const soon = 60_000;

/** Links to files stop working soon after they were signed: an open chat has them signed anew. */
export function linkCalls({ messages, session, changed, now = Date.now }: Options) {
  // What the browser had kept may be from yesterday.
  let signed = 0;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const known = session();
    const files = messages.list().filter(({ file }) => file);
    if (!known || files.length === 0) return;
    const before = now();
    const answer = await call<{ data: Record<string, string> }>("GET", "/links", { token: known.token });
    if (!answer.ok) {
      signed = Math.max(signed, before - fresh + soon);
      return;
    }
    signed = before;
    for (const one of files) {
      const url = answer.body.data[one.id];
      if (url && one.file) messages.put({ ...one, file: { ...one.file, url } });
    }
    messages.save();
    changed();
  }

  function signAnew(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    signAnew,
    /** Signs anew what will soon be over. */
    keepLinks: () => (now() - signed > fresh ? signAnew() : undefined),
    /** Whether the link may be followed as it stands; else it is signed anew and opened then. */
    follows(id: number): boolean {
      if (now() - signed < good) return true;
      void signAnew().then(() => {
        const url = messages.list().find((one) => one.id === id)?.file?.url;
        if (url) window.open(url, "_blank", "noopener");
      });
      return false;
    },
  };
}
