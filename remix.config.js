import { allRoutes, routeId } from "./app/sitemap.ts";

/** Every future flag of Remix 2 but the one that excludes `routes()`. */
export const future = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: true,
};

/** The one place of routes: a walk over the sitemap; file = URL (docs/decisions/0002-the-sitemap.md). */
export default {
  future,
  ignoredRouteFiles: ["**/*"],
  routes(defineRoutes) {
    return defineRoutes((route) => {
      // A drawer's path is told from its parent's, in whose outlet it is drawn.
      const draw = (line, above = "") => {
        const options = { index: line.path === "/", id: routeId(line) };
        route(line.path.slice(above.length + 1), line.file, options, () => {
          for (const over of allRoutes.filter((other) => other.drawer && other.parent === line.path))
            draw(over, line.path);
        });
      };
      const places = allRoutes.filter((line) => !line.drawer);
      for (const layout of ["dashboard", "default", "nav", "plain"])
        route("", `shell/${layout}.tsx`, () => {
          const pages = () => {
            for (const line of places) if (line.layout === layout) draw(line);
          };
          // The frame stays when one of its pages fails.
          if (layout === "dashboard") route("", "shell/contained.tsx", pages);
          else pages();
        });
      for (const line of places) if (!line.layout) draw(line);
      route("*", "shell/unknown.tsx");
    });
  },
};
