import { missingAccess, type Viewer } from "../../access";
import { type Path, routeFor } from "../../sitemap";

/** Whether the viewer may open a page: what leads there is shown to nobody else. */
export function mayOpen(viewer: Viewer, path: Path): boolean {
  return !missingAccess(viewer, routeFor(path));
}
