import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";

/** What a page looked like when it was left: how far each of its boxes was scrolled, and what had the focus. */
type LeftPage = { tops: number[]; focus?: string };

const most = 50;
const storage = "pages left";
/** By the key of the tab's history entry. */
let pages: Map<string, LeftPage> | undefined;

function known(): Map<string, LeftPage> {
  if (pages) return pages;
  try {
    pages = new Map(JSON.parse(sessionStorage.getItem(storage) ?? "[]"));
  } catch {
    pages = new Map();
  }
  return pages;
}

function keep(): void {
  try {
    sessionStorage.setItem(storage, JSON.stringify([...known()].slice(-most)));
  } catch {
    return;
  }
}

/** The boxes that scroll in place of the window: the page, and a list that fills it. */
function boxes(): HTMLElement[] {
  const main = document.getElementById("main");
  return main ? [main, ...main.querySelectorAll<HTMLElement>(".list-box, [data-scrolls]")] : [];
}

/** How to find an element again on a page that was drawn anew. */
function nameOf(element: Element): string | undefined {
  const id = element.getAttribute("id") ?? "";
  if (id && !id.startsWith(":")) return `#${CSS.escape(id)}`;
  const address = element.getAttribute("href");
  return address ? `a[href="${CSS.escape(address)}"]` : undefined;
}

const useLayout = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * After a navigation with script: what a new document would do. The title is announced; the focus, when what had it is
 * gone, goes where the form says (`data-then`, an id), back where it was on Back, or to the heading; the page's own boxes
 * are scrolled to where they were on Back, and else to the top.
 */
export function PageChange() {
  const { key, pathname } = useLocation();
  const back = `${useNavigationType()}` === "POP";
  const [title, setTitle] = useState("");
  const drawn = useRef({ key, pathname });
  const then = useRef<string>();

  useEffect(() => {
    const left = () => {
      const had = known().get(drawn.current.key) ?? { tops: [] };
      known().delete(drawn.current.key);
      known().set(drawn.current.key, had);
      return had;
    };
    const scrolled = ({ target }: Event) => {
      const all = boxes();
      if (all.some((box) => box === target)) left().tops = all.map(({ scrollTop }) => scrollTop);
    };
    const focused = ({ target }: Event) => {
      const name = target instanceof Element ? nameOf(target) : undefined;
      if (name) left().focus = name;
    };
    const sent = ({ target, submitter }: SubmitEvent) => {
      const form = target instanceof HTMLElement ? target.dataset.then : undefined;
      then.current = submitter?.dataset.then ?? form;
    };
    document.addEventListener("scroll", scrolled, true);
    document.addEventListener("focusin", focused);
    document.addEventListener("submit", sent, true);
    window.addEventListener("pagehide", keep);
    return () => {
      document.removeEventListener("scroll", scrolled, true);
      document.removeEventListener("focusin", focused);
      document.removeEventListener("submit", sent, true);
      window.removeEventListener("pagehide", keep);
    };
  }, []);

  const moved = drawn.current.pathname !== pathname;
  useLayout(() => {
    if (drawn.current.key === key) return;
    const before = known().get(drawn.current.key);
    const stays = !moved || window.__remixRouter?.state.preventScrollReset;
    if (back) for (const [index, box] of boxes().entries()) box.scrollTop = known().get(key)?.tops[index] ?? 0;
    else if (!stays) for (const box of boxes()) box.scrollTop = 0;
    else if (before) known().set(key, { ...before });
  }, [key]);

  useEffect(() => {
    if (drawn.current.key === key) return;
    drawn.current = { key, pathname };
    if (moved) setTitle(document.title);
    const wanted = then.current;
    then.current = undefined;
    if (document.activeElement && document.activeElement !== document.body) return;
    if (document.querySelector("dialog:modal")) return;
    const left = back ? known().get(key)?.focus : undefined;
    const next =
      (wanted && document.getElementById(wanted)) || (left && document.querySelector<HTMLElement>(left)) || heading();
    next?.focus({ preventScroll: next !== document.getElementById(wanted ?? "") });
  }, [key, pathname, moved, back]);

  return (
    <p className="sr-only" role="status" aria-label="Page">
      {title}
    </p>
  );
}

function heading(): HTMLElement | null {
  const found = document.querySelector<HTMLElement>("#main h1");
  if (found && !found.hasAttribute("tabindex")) found.tabIndex = -1;
  return found ?? document.getElementById("main");
}
