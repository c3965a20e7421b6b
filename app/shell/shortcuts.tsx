import { useNavigate } from "@remix-run/react";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { pressOnList } from "../kit/lists/keys";
import { Checkbox } from "../kit/ui/checkbox";
import { isPaletteComing, openPalette } from "./palette-loader";

/** `g`, then `key`, goes to `href`. */
export type Shortcut = { key: string; label: string; href: string };

/** Milliseconds between `g` and the letter after it. */
export const timeoutMs = 1500;

export type Press = { key: string; typing: boolean; modified: boolean; at: number; command?: boolean };
export type ShortcutAction =
  | { do: "show" }
  | { do: "search" }
  | { do: "go"; href: string }
  | { do: "wait"; since: number }
  | null;

/** What a key means, given when `g` was last pressed; keys that are typed into a field mean nothing. */
export function meaning(press: Press, since: number | null, places: readonly Shortcut[]): ShortcutAction {
  if (press.command) return { do: "search" };
  if (press.typing || press.modified) return null;
  if (since !== null && press.at - since <= timeoutMs) {
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
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
}

/** Ctrl K or Command K. A Mac has a Ctrl K of its own in fields: it cuts the rest of the line. */
export function isCommandK({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() !== "k" || ctrlKey === metaKey || altKey || shiftKey) return false;
  return metaKey || !isTyping(target) || !/Mac|iP/.test(window.navigator.platform);
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

type ShortcutsProps = {
  places: readonly Shortcut[];
  /** There is a search to open. */
  searches?: boolean;
  on: boolean;
  onTurn: (on: boolean) => void;
};

/** On the search page its own field, elsewhere the palette; `/` goes to the field of the inbox or of the list on the page. */
function search(command: boolean) {
  const own = () => document.getElementById("inbox-search") ?? document.getElementById("list-search");
  const field = document.getElementById("search-page") ?? (command ? null : own());
  if (field) field.focus();
  else openPalette();
}

/**
 * `?` shows the list; `/` and Ctrl K open the search; `g` and a letter goes to a page. One tick turns them all off.
 * The letter after `g` is taken before the page's own keys: the inbox has some of the same.
 */
export function Shortcuts({ places, searches = false, on, onTurn }: ShortcutsProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const since = useRef<number | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    function open() {
      if (!ref.current?.open) ref.current?.showModal();
    }
    function pressOf(event: KeyboardEvent): Press | undefined {
      if (
        !on ||
        isPaletteComing() ||
        event.defaultPrevented ||
        event.isComposing ||
        document.querySelector("dialog:modal")
      )
        return undefined;
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      const command = searches && isCommandK(event);
      return { key: event.key, typing: isTyping(event.target), modified, at: event.timeStamp, command };
    }
    function onGo(event: KeyboardEvent) {
      const press = pressOf(event);
      const what = press ? meaning(press, since.current, places) : null;
      since.current = what?.do === "wait" ? what.since : null;
      if (what?.do !== "go") return;
      event.preventDefault();
      event.stopPropagation();
      navigate(what.href);
    }
    function onKey(event: KeyboardEvent) {
      const press = pressOf(event);
      const what = press ? meaning(press, null, places) : null;
      if (what?.do === "show") open();
      else if (what?.do === "search" && searches) search(press?.command === true);
      else if (what || !press || press.typing || press.modified || !pressOnList(press.key)) return;
      event.preventDefault();
    }
    window.addEventListener("keydown", onGo, true);
    window.addEventListener("keydown", onKey);
    window.addEventListener(opening, open);
    return () => {
      window.removeEventListener("keydown", onGo, true);
      window.removeEventListener("keydown", onKey);
      window.removeEventListener(opening, open);
    };
  }, [on, places, searches, navigate]);

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
        {searches && <Keys keys={["Ctrl", "K"]} label="Search" />}
        {searches && <Keys keys={["/"]} label="Search in the list, or everywhere" />}
        <Keys keys={["j", "k"]} label="Next and previous row of a list" />
        <Keys keys={["x"]} label="Select the row" />
        {places.map(({ key, label }) => (
          <Keys key={key} keys={["g", key]} label={label} />
        ))}
        <Keys keys={["Esc"]} label="Close a menu or a drawer" />
      </dl>
      <div className="border-t border-line px-4 py-2 text-sm">
        <Checkbox label="Use these keys" checked={on} onChange={(event) => onTurn(event.currentTarget.checked)} />
      </div>
    </dialog>
  );
}
