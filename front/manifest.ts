import type { RequestHandler, ServerBuild } from "@remix-run/server-runtime";

/** Where a page asks which parts of the program the addresses of its links need. */
export const manifestPath = "/__manifest";
/** Remix refuses a longer address of such a request. */
const longest = 7_680;
const maxKnown = 5_000;
/** Characters: no address of ours is longer, and others are not kept. */
const maxKept = 300;

/**
 * Every page asks this for all its links, a hundred addresses with a menu, and Remix compares each of them, and each one
 * above it, with every route: 300 ms of processor time for a page. So each address is asked of the handler that has
 * few routes, alone, and the names of the routes it answers are kept. The whole handler refuses what is no such request.
 */
export function manifestHandler(
  build: ServerBuild,
  handlerFor: (address: string) => RequestHandler,
  whole: RequestHandler,
): RequestHandler {
  const known = new Map<string, string[]>();

  async function findRoutes(asked: string): Promise<string[] | undefined> {
    const path = asked.startsWith("/") ? asked : `/${asked}`;
    const kept = known.get(path);
    if (kept) return kept;
    const query = new URLSearchParams({ p: path, version: build.assets.version });
    const answer = await handlerFor(path)(new Request(`http://127.0.0.1${manifestPath}?${query}`));
    if (!answer.ok) return undefined;
    const ids = Object.keys((await answer.json()) as object);
    if (path.length > maxKept) return ids;
    const oldest = known.size < maxKnown ? undefined : known.keys().next().value;
    if (oldest !== undefined) known.delete(oldest);
    known.set(path, ids);
    return ids;
  }

  return async (request, context) => {
    const { searchParams } = new URL(request.url);
    const paths = searchParams.getAll("p");
    const ordinary = searchParams.get("version") === build.assets.version && request.url.length <= longest;
    if (!ordinary || paths.length === 0) return whole(request, context);
    const found = await Promise.all(paths.map(findRoutes));
    if (found.includes(undefined)) return whole(request, context);
    const routes = Object.fromEntries(found.flatMap((ids = []) => ids.map((id) => [id, build.assets.routes[id]])));
    return Response.json(routes, { headers: { "cache-control": "public, max-age=31536000, immutable" } });
  };
}
