import { useNavigate } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Tick } from "../kit/ui/tick";

/** `g`, then `key`, goes to `href`. */
export type Shortcut = { key: string; label: string; href: string };

/** Milliseconds between `g` and the letter after it. */
export const patience = 1500;

export type Press = { key: string; typing: boolean; modified: boolean; at: number };
export type Meaning =
  | { do: "show" }
  | { do: "search" }
  | { do: "go"; href: string }
  | { do: "wait"; since: number }
  | null;

/** What a key means, given when `g` was last pressed; keys that are typed into a field mean nothing. */
export function meaning(press: Press, since: number | null, places: readonly Shortcut[]): Meaning {
  if (press.typing || press.modified) return null;
  if (since !== null && press.at - since <= patience) {
    const place = places.find(({ key }) => key === press.key);
    if (place) return { do: "go", href: place.href };
  }
  if (press.key === "g") return { do: "wait", since: press.at };
  if (press.key === "?") return { do: "show" };
  if (press.key === "/") return { do: "search" };
  return null;
}

const opening = "shortcuts:open";

/** Opens the list of shortcuts from anywhere, with script only. */
export function openShortcuts(): void {
  window.dispatchEvent(new Event(opening));
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

function Keys({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <div className="flex items-center justify-between gap-4 py-1.5">
      <dt>{label}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <kbd className="kbd font-sans" key={key}>
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}

type ShortcutsProps = { places: readonly Shortcut[]; on: boolean; onTurn: (on: boolean) => void };

/** `?` shows the list; `/` goes to the search; `g` and a letter goes to a page. One tick turns them all off. */
export function Shortcuts({ places, on, onTurn }: ShortcutsProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const since = useRef<number | null>(null);
  const navigate = useNavigate();
  // Only what works on this page is listed.
  const [searches, setSearches] = useState(false);

  useEffect(() => {
    function open() {
      setSearches(document.getElementById("search") !== null);
      if (!ref.current?.open) ref.current?.showModal();
    }
    function onKey(event: KeyboardEvent) {
      if (!on || event.defaultPrevented || document.querySelector("dialog:modal")) return;
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      const press = { key: event.key, typing: isTyping(event.target), modified, at: event.timeStamp };
      const what = meaning(press, since.current, places);
      since.current = what?.do === "wait" ? what.since : null;
      if (!what || what.do === "wait") return;
      if (what.do === "search") {
        const search = document.getElementById("search");
        if (!search) return;
        search.focus();
      } else if (what.do === "go") navigate(what.href);
      else open();
      event.preventDefault();
    }
    window.addEventListener("keydown", onKey);
    window.addEventListener(opening, open);
    return () => {
      window.removeEventListener("keydown", onKey);
      window.removeEventListener(opening, open);
    };
  }, [on, places, navigate]);

  // Without script there are no shortcuts to show, and every page would carry the list.
  if (!useHydrated()) return null;
  return (
    <dialog ref={ref} className="sheet-dialog" aria-label="Shortcuts">
      <div className="card-head">
        <h2>Shortcuts</h2>
        <button type="button" className="more ml-auto" aria-label="Close" onClick={() => ref.current?.close()}>
          <X size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <dl className="px-4 py-2 text-sm">
        <Keys keys={["?"]} label="Show this list" />
        {searches && <Keys keys={["/"]} label="Search" />}
        {places.map(({ key, label }) => (
          <Keys key={key} keys={["g", key]} label={label} />
        ))}
        <Keys keys={["Esc"]} label="Close a menu or a drawer" />
      </dl>
      <div className="border-t border-line px-4 py-2 text-sm">
        <Tick label="Use these keys" checked={on} onChange={(event) => onTurn(event.currentTarget.checked)} />
      </div>
    </dialog>
  );
}
