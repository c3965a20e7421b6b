import { mayOpen, type Viewer } from "../../access";
import { routeFor } from "../../sitemap";

/** Whether to offer "Send a message": a link that leads to a refusal is no offer. */
export function maySend(viewer: Viewer): boolean {
  return mayOpen(viewer, routeFor("/sms/bulk"));
}
