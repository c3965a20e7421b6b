import { missingAccess, type Viewer } from "../access";
import { routeFor } from "../sitemap";

/** Who sets chats up has every page of the settings; who answers them has canned replies and shortcuts. */
export function managesChat(viewer: Viewer): boolean {
  return !missingAccess(viewer, routeFor("/chat/settings"));
}
