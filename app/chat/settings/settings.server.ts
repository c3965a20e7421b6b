import { missingAccess, type Viewer } from "../../access";
import { routeFor } from "../../sitemap";

/** Who sets chats up has every page of the settings; who answers them has canned replies and shortcuts. */
export function managesChat(viewer: Viewer): boolean {
  return !missingAccess(viewer, routeFor("/chat/settings"));
}

/** The record that the URL names, for a call that saves it; nothing for a new one. */
export function numberIn(at: string): { id?: number } {
  const id = Number(at);
  return Number.isSafeInteger(id) && id > 0 ? { id } : {};
}
