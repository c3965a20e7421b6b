import { mayOpen, type Viewer } from "../access";
import { allRoutes, type Path, routeFor } from "../sitemap";

/** What the page of a record that is not there says, and where it leads back to. */
export type MissingRecord = { words: string; back?: { label: string; to: string } };

type Where = { path: Path; params: Record<string, string>; url: URL; viewer: Viewer };

/**
 * The 404 that a loader or an action threw, with the words of its page. Every one of them comes through here
 * (page.server.ts), so that who throws says no more than "There is no such ticket."; a download keeps its plain text.
 */
export async function withRecord(thrown: unknown, where: Where): Promise<unknown> {
  if (!(thrown instanceof Response) || thrown.status !== 404 || routeFor(where.path).resource) return thrown;
  const said = await thrown.text();
  return Response.json({ words: wordsOf(said, where), ...backOf(said, where) } satisfies MissingRecord, {
    status: 404,
  });
}

function nounOf(said: string): string | undefined {
  return /^There is no such (.+?)(?: (?:in|of) .+)?\.$/.exec(said)?.[1];
}

/** "Ticket 12 does not exist or was deleted." */
function wordsOf(said: string, { path, params, url }: Where): string {
  const noun = nounOf(said);
  if (!noun) return said;
  const last = path.match(/:(\w+)(?!.*:)/)?.[1];
  // Beside a number with a name of its own, `id` is that of the record which it belongs to: ?id=38&contact=7.
  const inPath = params[noun] || params.id || (last && params[last]);
  const id = inPath || url.searchParams.get(noun) || url.searchParams.get("id") || "";
  const what = noun.charAt(0).toUpperCase() + noun.slice(1);
  return `${what} ${/^[\w-]{1,40}$/.test(id) ? `${id} ` : ""}does not exist or was deleted.`;
}

/** The nearest page above; where there is none, the page of the menu that is named after the thing, or the module's first. */
function backOf(said: string, { path, url, viewer }: Where): Pick<MissingRecord, "back"> {
  const noun = nounOf(said);
  const owner =
    noun && url.searchParams.has(noun) ? (/^\d{1,15}$/.exec(url.searchParams.get("id") ?? "")?.[0] ?? "") : "";
  for (let above = routeFor(path).parent; above; above = routeFor(above).parent) {
    const route = routeFor(above);
    if (route.layout && !route.group && route.label && !above.includes(":") && mayOpen(viewer, route))
      return { back: { label: route.label, to: owner ? `${above}?id=${owner}` : above } };
  }
  const module = `/${path.split("/")[1]}/`;
  const near = allRoutes.filter(
    (route) => route.menu && route.layout && route.path.startsWith(module) && mayOpen(viewer, route),
  );
  const found = near.find(({ label }) => noun && label?.toLowerCase().startsWith(noun)) ?? near[0];
  return found?.label ? { back: { label: found.label, to: found.path } } : {};
}
