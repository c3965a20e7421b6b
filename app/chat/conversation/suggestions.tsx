import { useId } from "react";

/** What may stand in the place of the word at the cursor. */
export type Suggestion = { key: string; words: string; about: string };

type SuggestionsProps = { label: string; found: readonly Suggestion[]; active: number; onPick(at: number): void };

/** What fits the word that is typed after a stroke or an @; arrows and Enter choose while it is open. */
export function Suggestions({ label, found, active, onPick }: SuggestionsProps) {
  const id = useId();
  return (
    <ul
      id={id}
      aria-label={label}
      className="menu absolute right-0 bottom-full left-0 z-20 mb-1 max-h-60 overflow-y-auto"
    >
      {found.map((one, at) => (
        <li key={one.key}>
          <button
            type="button"
            data-active={at === active ? "" : undefined}
            className="data-active:bg-raised"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(at)}
          >
            <span className="num shrink-0 font-medium">{one.words}</span>
            <span className="min-w-0 flex-1 truncate text-quiet">{one.about}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
