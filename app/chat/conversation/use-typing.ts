import { useCallback, useEffect, useRef, useState } from "react";
import { askLive } from "../inbox/live-api";

/** Milliseconds: between two words to the customer that one types; after the last key. */
const [between, stopsAfter] = [3_000, 4_000];

/** Who types: this person, which the customer is told, and the customers of conversations that one looks at. */
export function useTyping(contact: number) {
  const [writing, setWriting] = useState(false);
  const [customers, setCustomers] = useState<ReadonlySet<number>>(new Set());
  const last = useRef(0);
  const stop = useRef<number>();
  useEffect(() => () => window.clearTimeout(stop.current), []);

  const write = useCallback(() => {
    const now = Date.now();
    setWriting(true);
    window.clearTimeout(stop.current);
    stop.current = window.setTimeout(() => setWriting(false), stopsAfter);
    if (now - last.current < between || contact === 0) return;
    last.current = now;
    tell(contact, "typing");
  }, [contact]);

  const hear = useCallback((from: number, typing: boolean) => {
    setCustomers((had) => {
      if (had.has(from) === typing) return had;
      const next = new Set(had);
      if (typing) next.add(from);
      else next.delete(from);
      return next;
    });
  }, []);

  return { writing, customers, write, hear };
}

/** Says something in passing that is kept nowhere; a lost one is no loss. */
export function tell(contact: number, what: "typing" | "read", upto?: number): void {
  const body = new URLSearchParams({ what, ...(upto ? { upto: String(upto) } : {}) });
  askLive({ chat: contact }, body).catch(() => undefined);
}
