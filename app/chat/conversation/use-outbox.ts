import { useCallback, useEffect, useRef, useState } from "react";
import type { Message } from "../../../services/chat/contract.schemas";
import { askLive } from "../inbox/live-api";
import { readOutbox, writeOutbox } from "./drafts";
import { type OutboxMessage, refused } from "./outbox";
import type { ComposedReply } from "./use-composer";

type OutboxOptions = {
  owner: string;
  contact: number;
  /** The server has them. */
  onSent(messages: readonly Message[], fixed: boolean): void;
};

/** Milliseconds between two tries while the server cannot be reached. */
const again = 5_000;
const signedOut = "You are signed out. Sign in in another tab, then send it again: nothing is lost.";

type Answer = { messages: Message[] } | { refused: string } | "later";

/**
 * What one writes goes out one after the other, so that it arrives in order; each is on the screen at once. Without a
 * connection it waits and goes out by itself: the request id makes it one message, however often it is sent.
 */
export function useOutbox({ owner, contact, onSent }: OutboxOptions) {
  const [outbox, setOutbox] = useState<readonly OutboxMessage[]>([]);
  const line = useRef(Promise.resolve());
  const sent = useRef(onSent);
  sent.current = onSent;

  useEffect(() => {
    if (contact === 0) return;
    const kept = readOutbox(owner, contact);
    if (kept.length > 0)
      setOutbox((had) => [...had, ...kept.filter((one) => !had.some((other) => other.request_id === one.request_id))]);
  }, [owner, contact]);

  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else if (contact !== 0)
      writeOutbox(
        owner,
        contact,
        outbox.filter((one) => one.contact_id === contact),
      );
  }, [owner, contact, outbox]);

  const drop = useCallback(({ request_id }: Pick<OutboxMessage, "request_id">) => {
    setOutbox((had) => had.filter((one) => one.request_id !== request_id));
  }, []);

  const post = useCallback(
    (one: OutboxMessage, fix?: ComposedReply["fix"]) => {
      line.current = line.current.then(async () => {
        for (;;) {
          const answer = await send(one, fix);
          if (answer === "later") {
            setOutbox((had) =>
              had.map((other) =>
                other.request_id === one.request_id ? { ...other, reason: "Waits for the connection" } : other,
              ),
            );
            await connection();
          } else if ("refused" in answer) {
            return setOutbox((had) => refused(had, one.request_id, answer.refused));
          } else {
            sent.current(answer.messages, fix !== undefined);
            return drop(one);
          }
        }
      });
    },
    [drop],
  );

  const write = useCallback(
    ({ request_id, type, text, files, fix, take }: ComposedReply) => {
      const at = Math.floor(Date.now() / 1000);
      const one: OutboxMessage = {
        ...{ request_id, contact_id: contact, type, text, files, at, state: "sending", reason: "" },
        ...(take ? { take } : {}),
      };
      setOutbox((had) => [...had, one]);
      post(one, fix);
    },
    [contact, post],
  );

  const retry = useCallback(
    (one: OutboxMessage) => {
      setOutbox((had) =>
        had.map((other) =>
          other.request_id === one.request_id ? { ...other, state: "sending" as const, reason: "" } : other,
        ),
      );
      post({ ...one, state: "sending", reason: "" });
    },
    [post],
  );

  return { outbox, write, retry, drop };
}

/** Until the browser says that it is connected again, or some seconds are over. */
function connection(): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", go);
      resolve();
    };
    const timer = window.setTimeout(go, again);
    window.addEventListener("online", go);
  });
}

async function send(
  { contact_id, request_id, type, text, files, take }: OutboxMessage,
  fix: ComposedReply["fix"],
): Promise<Answer> {
  const body = new URLSearchParams({ request_id, type, message: text });
  for (const { id } of files) body.append("file_id", id);
  if (take) body.set("take", "1");
  if (fix) {
    body.set("fix", String(fix.id));
    body.set("was", fix.was);
  }
  try {
    const answer = await askLive({ chat: contact_id }, body);
    if (answer.type === "opaqueredirect" || answer.status === 401) return { refused: signedOut };
    if (answer.status >= 500 || answer.status === 429) return "later";
    const said = (await answer.json()) as { messages?: Message[]; message?: string };
    return said.messages ? { messages: said.messages } : { refused: said.message || "It could not be sent." };
  } catch {
    return "later";
  }
}
