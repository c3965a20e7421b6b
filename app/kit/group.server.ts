import { redirect } from "@remix-run/node";
import { firstOpen } from "../access";
import { href } from "../href";
import { page } from "../shell/page.server";
import { allRoutes, type Path } from "../sitemap";

/** The loader of a group without a page of its own: on to the first child the viewer may open (Q004), with the query. */
export function group<P extends Path>(path: P) {
  return page(path, async ({ viewer, url }) => {
    const first = firstOpen(viewer, allRoutes, path);
    return redirect(first ? `${first}${url.search}` : href("/notAllowed", undefined, { page: path }));
  });
}
