import { type RefObject, useEffect, useRef, useState } from "react";
import type { Price } from "../../../services/messaging/contract.price";
import type { ComposeFlow } from "./channel";
import { type BlastDraft, formFields, isComplete, isSame, parseDraft } from "./compose";

/** Milliseconds without a key before the cost is counted again. */
const pause = 400;

type Errors = Record<string, string[] | null> | undefined;
export type PriceAnswer =
  | { price: Price | null; sample: number; given: BlastDraft; template?: string | undefined }
  | { reply: { error?: Errors | null }; notice?: { message: string } };

/** What was asked and not answered is said like a refusal. */
const unanswered: PriceAnswer = {
  reply: { error: { "": ["The cost could not be calculated. It is shown before you send."] } },
};

/**
 * What the form would cost. A fetch of our own and no fetcher: a count under way must neither hold up the form when it
 * is posted nor read the page's loaders anew.
 */
async function askPrice(action: string, form: HTMLFormElement, signal: AbortSignal): Promise<PriceAnswer> {
  const said = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") said.append(name, value);
  said.set("intent", "price");
  const answer = await fetch(action, { method: "POST", body: said, signal });
  // Anything else is a page: of the sign-in, or of a fault.
  const told = answer.headers.get("content-type")?.startsWith("application/json");
  return told ? ((await answer.json()) as PriceAnswer) : unanswered;
}

type ComposeOptions = { start: BlastDraft; price: Price | undefined; flow: ComposeFlow };

export type ComposeState = {
  form: RefObject<HTMLFormElement>;
  /** What the form says now. */
  draft: BlastDraft;
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
export function useCompose({ start, price, flow }: ComposeOptions): ComposeState {
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<number>();
  const [draft, setDraft] = useState(start);
  const [counting, setCounting] = useState(false);
  const [counted, setCounted] = useState<PriceAnswer>();
  const asking = useRef<AbortController>();

  function read() {
    if (!form.current) return;
    const next = parseDraft(formFields(new FormData(form.current)), start);
    if (isSame(next, draft)) return;
    setDraft(next);
    drop();
    const complete = isComplete(next, flow.kind, flow.channel.own);
    setCounting(complete);
    if (complete) timer.current = window.setTimeout(() => void count(), pause);
  }

  /** Whatever was asked of an earlier draft: only the last one counts. */
  function drop() {
    window.clearTimeout(timer.current);
    asking.current?.abort();
  }

  async function count() {
    if (!form.current) return;
    const turn = new AbortController();
    asking.current = turn;
    const answer = await askPrice(flow.priceAddress(draft), form.current, turn.signal).catch(() => unanswered);
    if (turn.signal.aborted) return;
    setCounted(answer);
    setCounting(false);
  }

  const first = useRef({ read, drop });
  useEffect(() => {
    const { read, drop } = first.current;
    read();
    return drop;
  }, []);

  const complete = isComplete(draft, flow.kind, flow.channel.own);
  const answer = complete ? counted : undefined;
  const refused = answer && "reply" in answer ? answer : undefined;
  return {
    form,
    draft,
    price: !complete || refused ? undefined : answer && "price" in answer ? (answer.price ?? undefined) : price,
    counting: complete && counting,
    trouble: refused ? Object.values(refused.reply.error ?? {}).flatMap((words) => words ?? []) : [],
    read,
  };
}
