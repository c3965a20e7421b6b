import { mayOpen, type Viewer } from "../../access";
import { routeFor } from "../../sitemap";
import { type SenderPlace, senderPlaces } from "./sender-tabs";

/** The pages of sender IDs that the viewer may open. */
export function openSenderTabs(viewer: Viewer): SenderPlace[] {
  return senderPlaces.map(([path]) => path).filter((path) => mayOpen(viewer, routeFor(path)));
}
