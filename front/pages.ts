import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import { manifestHandler, manifestPath } from "./manifest";

/**
 * The pages. Remix compares every address with every route, six times for a page, and makes the whole table anew for
 * each page it draws: 1.5 ms of the 5.2 that drawing a page took. So each set of routes which may match an address, or
 * what is above it, has a handler that knows only these; there are about as many sets as routes. Addresses in which
 * something is escaped have one for each first segment (/sms, /contacts). What is left out could not match anyway
 * (tests/front/pages.test.ts).
 */
export function pageHandler(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, "production");
  const patterns = new Map(Object.keys(build.routes).map((id) => [id, patternOf(build, id)]));
  const byFirst = patternsByFirst(patterns);
  const handlers = new Map<string, RequestHandler>();
  const handlerOf = (ids: readonly string[]) => {
    const key = ids.join(" ");
    const known = handlers.get(key) ?? createRequestHandler(only(build, ids), "production");
    handlers.set(key, known);
    return known;
  };
  const handlerFor = (address: string) => {
    const [, segment = "", ...rest] = address.split("/");
    const first = segment.toLowerCase();
    if (!/^[\w-]+$/.test(first)) return whole;
    const candidates = byFirst.get(first) ?? byFirst.get(unknown) ?? [];
    if (!rest.every((part) => /^[\w-][\w.-]*$/.test(part))) return handlerOf(candidates.map(({ id }) => id));
    const path = [first, ...rest.map((part) => part.toLowerCase())];
    return handlerOf(candidates.flatMap(({ id, pattern }) => (mayMatch(pattern, path) ? [id] : [])));
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

/** Whether the pattern may match the path, which is in small letters, or one above it. */
function mayMatch(pattern: readonly string[], path: readonly string[]): boolean {
  for (let at = 0; at < pattern.length; at++) {
    const segment = pattern[at] ?? "";
    if (segment === "*" || segment.endsWith("?")) return true;
    if (segment !== path[at] && (path[at] === undefined || !segment.startsWith(":"))) return false;
  }
  return true;
}

type RoutePattern = { id: string; pattern: string[] };

/** The patterns, in small letters, that an address with this first segment may match; for any other under `unknown`. */
function patternsByFirst(patterns: ReadonlyMap<string, string[]>): Map<string, RoutePattern[]> {
  const all = [...patterns].map(([id, pattern]) => ({ id, pattern: pattern.map((segment) => segment.toLowerCase()) }));
  const firsts = new Set(all.flatMap(({ pattern: [first] }) => (first && !isOpen(first) ? [first] : [])));
  const under = ({ pattern: [first] }: RoutePattern, said: string) =>
    first === undefined || isOpen(first) || first === said;
  return new Map([...firsts, unknown].map((said) => [said, all.filter((one) => under(one, said))]));
}

function only(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const kept = <T>(routes: { [id: string]: T }) =>
    Object.fromEntries(ids.flatMap((id) => (routes[id] === undefined ? [] : [[id, routes[id]]])));
  return { ...build, routes: kept(build.routes), assets: { ...build.assets, routes: kept(build.assets.routes) } };
}
