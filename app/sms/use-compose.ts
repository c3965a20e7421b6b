import { useFetcher } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { Price } from "../../services/messaging/contract.blasts";
import { type Draft, draftOf, isComplete, isSame, saidOf } from "./compose";

/** Milliseconds without a key before the cost is counted again. */
const pause = 400;

type Errors = Record<string, string[] | null> | undefined;
export type PriceAnswer =
  | { price: Price | null; sample: number; given: Draft; template?: number | undefined }
  | { reply: { error?: Errors | null }; notice?: { message: string } };

type Kind = "bulk" | "express";
type Given = { start: Draft; price: Price | undefined; kind: Kind; priceAction: string };

export type Composing = {
  form: RefObject<HTMLFormElement>;
  /** What the form says now. */
  draft: Draft;
  /** The cost of it, once counted; while `counting` it is the cost of a moment ago. */
  price: Price | undefined;
  counting: boolean;
  /** Why the cost could not be counted. */
  trouble: string[];
  /** Reads the form anew; call it after changing a field by hand. */
  read(): void;
};

/**
 * The fields keep their own values, so that nothing typed before the script came is lost; the draft here is a copy of
 * them for what is drawn beside them: counter, cost, preview.
 */
export function useCompose({ start, price, kind, priceAction }: Given): Composing {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  const [draft, setDraft] = useState(start);
  const [waiting, setWaiting] = useState(false);
  const fetcher = useFetcher<PriceAnswer>();

  function read() {
    if (!form.current) return;
    const next = draftOf(saidOf(new FormData(form.current)), start);
    if (isSame(next, draft)) return;
    setDraft(next);
    window.clearTimeout(timer.current);
    const complete = isComplete(next, kind);
    setWaiting(complete);
    if (complete) timer.current = window.setTimeout(count, pause);
  }

  function count() {
    setWaiting(false);
    if (!form.current) return;
    const said = new FormData(form.current);
    said.set("intent", "price");
    // A fetcher drops the answer before when it is asked again: only the last one counts.
    fetcher.submit(said, { method: "post", action: priceAction });
  }

  const first = useRef(read);
  useEffect(() => {
    first.current();
    return () => window.clearTimeout(timer.current);
  }, []);

  const complete = isComplete(draft, kind);
  const answer = complete ? fetcher.data : undefined;
  const refused = answer && "reply" in answer ? answer : undefined;
  return {
    form,
    draft,
    price: !complete || refused ? undefined : answer && "price" in answer ? (answer.price ?? undefined) : price,
    counting: complete && (waiting || fetcher.state !== "idle"),
    trouble: refused ? Object.values(refused.reply.error ?? {}).flatMap((words) => words ?? []) : [],
    read,
  };
}
