import { missingPart } from "./keep-page";
import { fetchParts } from "./parts";
import { reloadOnce } from "./reload-once";

type Route = { id: string; module: string; imports?: string[] };

/**
 * In the browser this stands in for Remix's own file of that name (vite.config.ts), which reloads the document when the
 * program of a page can't be fetched: offline that is the browser's error page, and what was typed is gone.
 */
export async function loadRouteModule(route: Route, known: Record<string, unknown>): Promise<unknown> {
  if (route.id in known) return known[route.id];
  const begun = window.__remixRouter?.state.navigation;
  const urls = [route.module, ...(route.imports ?? [])];
  for (let tries = 1; ; tries++) {
    const found = await fetchParts(urls);
    if (found === "gone") return openAnew(new Error(`${route.module} is gone`));
    if (found === "away") await missingPart(tries, begun);
    else break;
  }
  try {
    const module: unknown = await import(/* @vite-ignore */ route.module);
    known[route.id] = module;
    return module;
  } catch (error) {
    return openAnew(error);
  }
}

/** A new release: the page that was asked for is opened whole, at most once a minute. */
function openAnew(error: unknown): Promise<never> {
  const { location } = window.__remixRouter?.state.navigation ?? {};
  const reloads = reloadOnce(
    Date.now(),
    () => window.sessionStorage,
    () => window.location.assign(location ? `${location.pathname}${location.search}` : window.location.href),
  );
  if (!reloads) throw error;
  return new Promise(() => undefined);
}
