import { mayOpen, type Viewer } from "../../access";
import { routeFor } from "../../sitemap";
import { type OutboundPanel, outboundPanels } from "./outbound-tabs";

/** The panels that the viewer may open. */
export function openPanels(viewer: Viewer): OutboundPanel[] {
  return outboundPanels.filter(({ path }) => mayOpen(viewer, routeFor(path))).map(({ path }) => path);
}
