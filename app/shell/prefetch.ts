import { matchRoutes } from "@remix-run/react";
import { fetchParts } from "./parts";

/** Links of the menu and of rows: where people go next. */
const followed = ".nav a[href], a.name[data-row]";
/** Milliseconds that a link must be pointed at: on the way to another one it is not. */
const rests = 80;
/**
 * Remix learns a row's route when it is pointed at (kit/ui/table.tsx), and a slow network takes seconds for that: it is
 * looked for again, ever later, as long as the link is pointed at.
 */
const again = 300;
const longest = 5_000;

type Routes = Parameters<typeof matchRoutes>[0];
type Part = { module: string; imports?: readonly string[] };

/** The files of the pages at an address, without those of the pages that are open; undefined when it isn't known yet. */
export function programFiles(
  path: string,
  routes: Routes,
  known: Record<string, Part | undefined>,
): string[] | undefined {
  const matches = matchRoutes(routes, path);
  const leaf = matches?.at(-1)?.route;
  if (!matches || !leaf || leaf.path === "*") return undefined;
  const parts = matches.map(({ route }) => known[route.id ?? ""]);
  return [...new Set(parts.flatMap((part) => (part ? [part.module, ...(part.imports ?? [])] : [])))];
}

/**
 * Fetches the program of a page when somebody is about to go there: points at its link, reaches it by the keyboard or
 * touches it. Its data is never fetched ahead: it may not be kept (no-store), and would be asked for twice.
 */
export function watchIntent(): void {
  let pointed: Element | null = null;
  let timer: number | undefined;
  const look = (link: HTMLAnchorElement, pause: number) => {
    const found = programFiles(link.pathname, routesNow(), manifestNow());
    if (found) void fetchParts(found);
    else if (link.isConnected) timer = window.setTimeout(look, pause, link, Math.min(pause * 1.5, longest));
  };
  const turnTo = (target: EventTarget | null, wait: number) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(followed) : null;
    if (link === pointed) return;
    pointed = link;
    window.clearTimeout(timer);
    if (link && link.origin === window.location.origin && !savesData())
      timer = window.setTimeout(look, wait, link, again);
  };
  document.addEventListener("pointerover", ({ target }) => turnTo(target, rests), { passive: true });
  document.addEventListener("focusin", ({ target }) => turnTo(target, rests));
  document.addEventListener("touchstart", ({ target }) => turnTo(target, 0), { passive: true });
}

function routesNow(): Routes {
  return (window.__remixRouter as { routes?: Routes } | undefined)?.routes ?? [];
}

function manifestNow(): Record<string, Part | undefined> {
  return (window as { __remixManifest?: { routes: Record<string, Part | undefined> } }).__remixManifest?.routes ?? {};
}

/** The browser was told to spare the line. */
function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
