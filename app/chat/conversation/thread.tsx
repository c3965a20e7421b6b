import { ArrowDown, RefreshCw } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { timeSpan } from "../inbox/labels";
import { Bubble, Middle } from "./bubble";
import { type OutgoingActions, OutgoingBubble } from "./outgoing-bubble";
import type { Gap, Item } from "./thread-items";

type ThreadProps = {
  items: readonly Item[];
  gap: Gap | undefined;
  zone: string;
  me: string;
  search: string;
  /** The message that is asked about, and the question. */
  asking: { id: number; words: string } | undefined;
  actions: OutgoingActions;
  /** "Earlier messages", above the oldest. */
  before?: ReactNode;
  /** "Newer messages", below, when an earlier stretch is shown. */
  after?: ReactNode;
};

const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
/** Pixels from the end within which one counts as being at the end. */
const near = 48;

/**
 * The messages in a box that begins at its end: its direction is reversed, so that it does so without script too, and
 * what is added below keeps the end in sight. Who has scrolled up stays where they are and is told how many came.
 */
export function Thread(props: ThreadProps) {
  const { items, gap, zone, me, search, asking, actions, before, after } = props;
  const box = useRef<HTMLDivElement>(null);
  const last = items.at(-1)?.key;
  const count = items.length;
  const was = useRef({ last, height: 0, count, away: false });
  const [fresh, setFresh] = useState(0);

  useBeforePaint(() => {
    const { current } = box;
    if (!current) return;
    const { last: before, height, count: had, away } = was.current;
    if (away && before !== last) {
      current.scrollTop -= current.scrollHeight - height;
      setFresh((seen) => seen + Math.max(0, count - had));
    }
    was.current = { last, height: current.scrollHeight, count, away };
  }, [last, count]);

  function scrolled() {
    const { current } = box;
    if (!current) return;
    // In a reversed box the end is 0 and everything above it negative.
    const away = current.scrollTop < -near;
    was.current = { ...was.current, away, height: current.scrollHeight };
    if (!away) setFresh(0);
  }

  return (
    <div className="relative flex min-h-0 flex-1 flex-col bg-canvas">
      <div
        ref={box}
        onScroll={scrolled}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
        tabIndex={0}
        data-thread=""
        role="log"
        aria-label="Messages"
      >
        <div className="px-4 py-3">
          {before}
          <ol className="flex flex-col gap-3">
            {items.map((item) => {
              if (item.kind === "day")
                return (
                  <Middle key={item.key}>
                    <time className="num">{item.day}</time>
                  </Middle>
                );
              if (item.kind === "gap") return gap && <GapLine key={item.key} gap={gap} here={item.here} zone={zone} />;
              if (item.kind === "outgoing")
                return <OutgoingBubble key={item.key} outgoing={item.outgoing} zone={zone} actions={actions} />;
              return (
                <Bubble
                  key={item.key}
                  message={item.message}
                  late={item.late}
                  zone={zone}
                  me={me}
                  search={search}
                  asking={asking?.id === item.message.id ? asking.words : undefined}
                />
              );
            })}
          </ol>
          {after}
        </div>
      </div>
      {fresh > 0 && (
        <button
          type="button"
          className="btn absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full! shadow-over"
          onClick={() => box.current?.scrollTo({ top: 0 })}
        >
          <ArrowDown size={16} strokeWidth={1.75} aria-hidden="true" />
          {fresh} new {fresh === 1 ? "message" : "messages"}
        </button>
      )}
    </div>
  );
}

function GapLine({ gap, here, zone }: { gap: Gap; here: number; zone: string }) {
  return (
    <li className="flex items-center gap-3 text-xs font-medium text-brand">
      <span className="h-px min-w-3 flex-1 bg-brand/40" />
      <RefreshCw size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>
        You were offline {timeSpan(gap, zone)}; {here} of the {gap.count} {here === 1 ? "is" : "are"} here
      </span>
      <span className="h-px min-w-3 flex-1 bg-brand/40" />
    </li>
  );
}
