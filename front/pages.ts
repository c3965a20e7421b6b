import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import { manifestHandler, manifestPath } from "./manifest";

/**
 * The pages. Remix compares every address with every route, six times for a page, and makes the whole table anew for
 * each page it draws: 1.5 ms of the 5.2 that drawing a page took. So each address without parameters has a handler that
 * knows only the routes which may match it or what is above it, and each first segment (/sms, /contacts) has one for
 * the addresses under it that have some. What is left out could not match anyway (tests/front/pages.test.ts).
 */
export function pageHandler(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, "production");
  const patterns = new Map(Object.keys(build.routes).map((id) => [id, patternOf(build, id)]));
  const handlers = new Map<string, RequestHandler>();
  const handlerOf = (key: string, path: string[], deeper: boolean) => {
    const known = handlers.get(key) ?? createRequestHandler(only(build, patterns, path, deeper), "production");
    handlers.set(key, known);
    return known;
  };
  const plain = [...patterns.values()].filter((pattern) => !pattern.some(isOpen));
  const addresses = new Set(plain.map((pattern) => `/${pattern.join("/")}`));
  const segments = new Set([...patterns.values()].flatMap(([first]) => (first && !isOpen(first) ? [first] : [])));
  const handlerFor = (address: string) => {
    const [, segment = "", ...rest] = address.split("/");
    if (addresses.has(address) && segment) return handlerOf(address, [segment, ...rest], false);
    const first = segment.toLowerCase();
    if (segments.has(first)) return handlerOf(first, [first], true);
    return /^[\w-]+$/.test(first) ? handlerOf(unknown, [unknown], true) : whole;
  };
  const manifest = manifestHandler(build, handlerFor, whole);
  return (request, context) => {
    const { pathname } = new URL(request.url);
    if (pathname === manifestPath) return manifest(request, context);
    return handlerFor(pathname.endsWith(".data") ? pathname.slice(0, -5) : pathname)(request, context);
  };
}

/** Stands for a first segment that no route names: only routes that begin with a parameter may match it. */
const unknown = "\0";

/** A parameter or the rest: a segment that any may match. */
function isOpen(segment: string): boolean {
  return /^[*:]|\?$/.test(segment);
}

/** The segments of a route's address, from the root. */
function patternOf(build: ServerBuild, id: string): string[] {
  const route = build.routes[id];
  if (!route) return [];
  const above = route.parentId === undefined ? [] : patternOf(build, route.parentId);
  return [...above, ...(route.path?.split("/").filter(Boolean) ?? [])];
}

/** Whether the pattern may match the path or one above it; `deeper`: or one below it. */
function mayMatch(pattern: string[], path: string[], deeper: boolean): boolean {
  for (const [at, segment] of pattern.entries()) {
    const said = path[at];
    if (said === undefined) return deeper || segment === "*" || segment.endsWith("?");
    if (!isOpen(segment) && segment.toLowerCase() !== said.toLowerCase()) return false;
    if (segment === "*" || segment.endsWith("?")) return true;
  }
  return true;
}

function only(build: ServerBuild, patterns: Map<string, string[]>, path: string[], deeper: boolean): ServerBuild {
  const belongs = (id: string) => mayMatch(patterns.get(id) ?? [], path, deeper);
  const kept = <T>(routes: { [id: string]: T }) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => belongs(id)));
  return { ...build, routes: kept(build.routes), assets: { ...build.assets, routes: kept(build.assets.routes) } };
}
