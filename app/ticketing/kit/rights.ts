import { mayOpen, type Viewer } from "../../access";
import { routeFor } from "../../sitemap";

/** "View tickets": opens tickets, deletes and merges them, and changes many at once. */
export function oversees(viewer: Viewer): boolean {
  return mayOpen(viewer, routeFor("/ticketing/tickets"));
}

/** Sets up hours, policies, stages and the rest. */
export function manages(viewer: Viewer): boolean {
  return mayOpen(viewer, routeFor("/ticketing/settings"));
}
