import { mayOpen, type Viewer } from "../access";
import { placeOf } from "../sitemap";
import { type SenderPlace, senderPlaces } from "./sender-tabs";

/** The pages of sender IDs that the viewer may open. */
export function senderTabsOf(viewer: Viewer): SenderPlace[] {
  return senderPlaces.map(([path]) => path).filter((path) => mayOpen(viewer, placeOf(path)));
}
