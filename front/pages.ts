import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/server-runtime";

/**
 * The pages. Remix compares every address with every route, several times a request, and makes the whole table anew
 * for each page it draws. So each first segment (/sms, /contacts) has a handler that knows the routes under it and the
 * ones of no segment (layouts, the home page, the page of what is not there): what could not match anyway is left out.
 */
export function pagesOf(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, "production");
  const bySegment = new Map<string, RequestHandler>();
  for (const segment of new Set(Object.keys(build.routes).map((id) => firstOf(build, id))))
    if (segment) bySegment.set(segment, createRequestHandler(under(build, segment), "production"));
  return (request, context) => {
    const [, segment = ""] = new URL(request.url).pathname.split("/", 2);
    const handle = bySegment.get(segment.endsWith(".data") ? segment.slice(0, -5) : segment) ?? whole;
    return handle(request, context);
  };
}

/** The first segment of a route's address: undefined for a layout, "*" or ":x" for one that may be any. */
function firstOf(build: ServerBuild, id: string): string | undefined {
  const route = build.routes[id];
  if (!route) return undefined;
  const above = route.parentId === undefined ? undefined : firstOf(build, route.parentId);
  return above ?? route.path?.split("/").find(Boolean);
}

function under(build: ServerBuild, segment: string): ServerBuild {
  const belongs = (id: string) => {
    const first = firstOf(build, id);
    return first === undefined || first === segment || /^[*:]/.test(first);
  };
  const kept = <T>(routes: { [id: string]: T }) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => belongs(id)));
  return { ...build, routes: kept(build.routes), assets: { ...build.assets, routes: kept(build.assets.routes) } };
}
