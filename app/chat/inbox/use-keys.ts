import { useNavigate } from "@remix-run/react";
import { useLayoutEffect, useRef } from "react";
import { readFrameState } from "../../shell/frame-state";

export type Press = { key: string; typing: boolean; modified: boolean };
export type InboxKeyAction =
  | { do: "move"; by: 1 | -1 }
  | { do: "focus"; id: string }
  | { do: "choose"; at: number }
  | { do: "help" | "search" | "reply" | "note" | "details" | "back" }
  | null;

/** What a key means in the inbox. What is typed into a field means nothing, but for Escape, which leaves the field. */
export function keyAction({ key, typing, modified }: Press): InboxKeyAction {
  if (modified) return null;
  if (key === "Escape") return { do: "back" };
  if (typing) return null;
  if (key === "j") return { do: "move", by: 1 };
  if (key === "k") return { do: "move", by: -1 };
  if (key === "/") return { do: "search" };
  if (key === "?") return { do: "help" };
  if (key === "r") return { do: "reply" };
  if (key === "n") return { do: "note" };
  if (key === "d") return { do: "details" };
  if (key === "e") return { do: "focus", id: "end-conversation" };
  if (key === "t") return { do: "focus", id: "start-conversation" };
  return /^[1-9]$/.test(key) ? { do: "choose", at: Number(key) - 1 } : null;
}

type Keys = { help(): void; details: string | undefined; back: string | undefined; on: boolean };

/** A field that takes letters; a radio button or a tick does not. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["radio", "checkbox", "button", "submit", "file"].includes(target.type);
  return target.isContentEditable || target.matches("textarea, select");
}

/** The keys of the inbox; not where the person turned them off, or all keys of the product. */
export function useKeys(keys: Keys): void {
  const present = useRef(keys);
  present.current = keys;
  const navigate = useNavigate();
  // Heard from the moment that the page shows them: a busy phone comes to its other effects a second later.
  useLayoutEffect(() => {
    function pressed(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || document.querySelector("dialog:modal")) return;
      if (!present.current.on || !readFrameState(document.cookie).keys) return;
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      const meaning = keyAction({ key: event.key, typing: isTyping(event.target), modified });
      if (meaning && carriedOut(meaning, event.target, present.current, navigate)) {
        event.preventDefault();
        // The frame has its own `/` and `?`.
        event.stopPropagation();
      }
    }
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [navigate]);
}

function carriedOut(
  meaning: NonNullable<InboxKeyAction>,
  target: EventTarget | null,
  keys: Keys,
  navigate: (to: string, options: { preventScrollReset: boolean }) => void,
): boolean {
  switch (meaning.do) {
    case "move":
      return move(meaning.by);
    case "focus":
      return focus(meaning.id);
    case "choose":
      return choose(meaning.at);
    case "search":
      return focus("inbox-search");
    case "help":
      keys.help();
      return true;
    case "reply":
      return write("compose-reply");
    case "note":
      return write("compose-note");
    case "details":
      if (keys.details) navigate(keys.details, { preventScrollReset: true });
      return keys.details !== undefined;
    case "back": {
      if (isTyping(target) && target instanceof HTMLElement) {
        target.blur();
        document.querySelector<HTMLElement>("[data-thread]")?.focus();
        return true;
      }
      if (document.querySelector("details.pop[open]") || !keys.back) return false;
      navigate(keys.back, { preventScrollReset: true });
      return true;
    }
  }
}

function focus(id: string): boolean {
  const found = document.getElementById(id);
  found?.focus();
  if (found instanceof HTMLInputElement) found.select();
  return found !== null;
}

/** From the row that has the focus, or the open one, to its neighbour. */
function move(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = document.activeElement instanceof HTMLElement ? rows.indexOf(document.activeElement) : -1;
  const from = at >= 0 ? at : rows.findIndex((row) => row.ariaCurrent === "true");
  const next = rows[from < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, from + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return next !== undefined;
}

function write(id: string): boolean {
  const tab = document.getElementById(id);
  if (!(tab instanceof HTMLInputElement) || tab.disabled) return false;
  tab.click();
  return focus("compose-text");
}

function choose(at: number): boolean {
  const radios = document.querySelectorAll<HTMLInputElement>('[data-dispositions] input[type="radio"]');
  const radio = radios[at];
  radio?.click();
  radio?.focus();
  return radio !== undefined;
}
