import { Slash } from "lucide-react";
import { useId, useRef, useState } from "react";
import { href } from "../../href";
import { Link } from "../../kit/ui/link";
import { useDismissable } from "../../kit/ui/use-dismissable";
import { type Canned, cannedFor } from "./canned";

/** Canned replies behind one button: a search, the ones that fit, and the way to where one's own are written. */
export function CannedPicker({ canned, onPick }: { canned: readonly Canned[]; onPick(one: Canned): void }) {
  const ref = useRef<HTMLDetailsElement>(null);
  const [word, setWord] = useState("");
  useDismissable(ref);
  if (canned.length === 0) return null;
  return (
    <details className="pop" ref={ref}>
      <summary className="btn btn-ghost max-sm:w-10 max-sm:px-0!">
        <Slash size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className="max-sm:sr-only">Canned reply</span>
      </summary>
      <div className="menu top-auto! bottom-[calc(100%+4px)] w-72 max-w-[80vw]">
        <input
          type="search"
          className="input mb-1 h-8!"
          placeholder="Title or shortcut"
          aria-label="Search canned replies"
          value={word}
          onChange={(event) => setWord(event.target.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <div className="max-h-60 overflow-y-auto">
          {cannedFor(canned, word).map((one) => (
            <button
              key={one.id}
              type="button"
              onClick={() => {
                if (ref.current) ref.current.open = false;
                onPick(one);
              }}
            >
              <span className="min-w-0 flex-1 truncate">{one.title}</span>
              {one.shortcut && <span className="text-xs text-quiet">/{one.shortcut}</span>}
            </button>
          ))}
          {cannedFor(canned, word).length === 0 && (
            <p className="px-2 py-1.5 text-sm text-quiet">{canned.length === 0 ? "None yet." : "None fits."}</p>
          )}
        </div>
        <Link to={href("/chat/settings/canned-responses")} className="border-t border-line">
          All canned replies, and your own
        </Link>
      </div>
    </details>
  );
}

type SuggestionsProps = { found: readonly Canned[]; active: number; onPick(one: Canned): void };

/** What fits the word after a stroke in the writing; arrows and Enter choose while it is open. */
export function Suggestions({ found, active, onPick }: SuggestionsProps) {
  const id = useId();
  if (found.length === 0) return null;
  return (
    <ul
      id={id}
      aria-label="Canned replies that fit"
      className="menu absolute right-0 bottom-full left-0 z-20 mb-1 max-h-60 overflow-y-auto"
    >
      {found.map((one, at) => (
        <li key={one.id}>
          <button
            type="button"
            data-active={at === active ? "" : undefined}
            className="data-active:bg-raised"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(one)}
          >
            <span className="num shrink-0 font-medium">/{one.shortcut}</span>
            <span className="min-w-0 flex-1 truncate text-quiet">{one.title}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
