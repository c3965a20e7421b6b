import { lacks, type Viewer } from "../access";
import { placeOf } from "../sitemap";

/** Who sets chats up has every page of the settings; who answers them has canned replies and shortcuts. */
export function managesChat(viewer: Viewer): boolean {
  return !lacks(viewer, placeOf("/chat/settings"));
}
