import { useLocation, useNavigate } from "@remix-run/react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { MenuGroup } from "./menu-types";
import { noteOpened, type OpenedAddress, openedAddresses, readOpened, writeOpened } from "./opened";
import type { PaletteProps } from "./palette";
import type { SearchPlace } from "./places";

const opening = "palette:open";

/** Opens the command palette from anywhere, with script only; `typed` is what it begins with. */
export function openPalette(typed = ""): void {
  window.dispatchEvent(new CustomEvent(opening, { detail: typed }));
}

let coming = false;

/** The palette was asked for and is not there yet: what is typed is its own. */
export function isPaletteComing(): boolean {
  return coming;
}

/** Milliseconds that the palette's own program may take; then the search page does instead. */
const timeoutMs = 4_000;

/** The menu that is on the page anyway, as the search knows pages. */
export function menuPlaces(menu: readonly MenuGroup[]): SearchPlace[] {
  return menu.flatMap(({ label, href, items, outside }) => {
    const own = href && !outside ? [{ to: href, label, trail: "" }] : [];
    return [...own, ...items.map((item) => ({ to: item.href, label: item.label, trail: label }))];
  });
}

type LoadedPalette = { Palette?: ComponentType<PaletteProps>; typed: string };
type PaletteDoorProps = { searchHref: string; menu: readonly MenuGroup[] };

/** Fetches the palette when it is first opened; what is typed meanwhile is kept for it. */
export function PaletteDoor({ searchHref, menu }: PaletteDoorProps) {
  const [opened, setOpened] = useState<LoadedPalette | null>(null);
  const part = useRef<ComponentType<PaletteProps>>();
  /** All pages, once they were asked for. */
  const places = useRef<SearchPlace[]>();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  // The search lists what is opened often and lately before the others.
  useEffect(() => {
    const note = (opened: OpenedAddress[], to: string) => noteOpened(opened, to, Date.now());
    writeOpened(openedAddresses(pathname, search).reduce(note, readOpened()));
  }, [pathname, search]);

  useEffect(() => {
    let timer = 0;
    async function open(event: Event) {
      const typed = event instanceof CustomEvent ? String(event.detail) : "";
      // At once: the next key is meant for it.
      flushSync(() => setOpened({ typed, ...(part.current ? { Palette: part.current } : {}) }));
      if (part.current) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        setOpened(null);
        navigate(searchHref);
      }, timeoutMs);
      const { Palette } = await import("./palette");
      window.clearTimeout(timer);
      part.current = Palette;
      flushSync(() => setOpened((now) => now && { ...now, Palette }));
    }
    window.addEventListener(opening, open);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener(opening, open);
    };
  }, [navigate, searchHref]);

  const waiting = opened !== null && !opened.Palette;
  useEffect(() => {
    coming = waiting;
    if (!waiting) return;
    function keep(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
      const { key } = event;
      if (key === "Escape") setOpened(null);
      else if (key === "Backspace") setOpened((now) => now && { ...now, typed: now.typed.slice(0, -1) });
      else if (key.length === 1) setOpened((now) => now && { ...now, typed: now.typed + key });
      event.preventDefault();
      event.stopPropagation();
    }
    window.addEventListener("keydown", keep, true);
    return () => {
      coming = false;
      window.removeEventListener("keydown", keep, true);
    };
  }, [waiting]);

  if (!opened?.Palette) return null;
  const { Palette, typed } = opened;
  return (
    <Palette
      typed={typed}
      searchHref={searchHref}
      menu={menuPlaces(menu)}
      places={places}
      onClose={() => setOpened(null)}
    />
  );
}
