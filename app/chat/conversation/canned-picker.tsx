import { Slash } from "lucide-react";
import { useRef, useState } from "react";
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
