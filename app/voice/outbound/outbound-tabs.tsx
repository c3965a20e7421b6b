import type { Viewer } from "../../access";
import { mayOpen } from "../../access";
import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";
import { routeFor } from "../../sitemap";

const panels = [
  { path: "/voice/outbound", label: "Call" },
  { path: "/voice/outbound/dashboard/details", label: "Details" },
  { path: "/voice/outbound/dashboard/stats", label: "Statistics" },
  { path: "/voice/outbound/dashboard/trash", label: "Trash" },
  { path: "/voice/outbound/dispositions", label: "Dispositions" },
] as const;
export type OutboundPanel = (typeof panels)[number]["path"];

/** The panels that the viewer may open. */
export function openPanels(viewer: Viewer): OutboundPanel[] {
  return panels.filter(({ path }) => mayOpen(viewer, routeFor(path))).map(({ path }) => path);
}

/** The panels of outbound calls. */
export function OutboundTabs({ current, open }: { current: OutboundPanel; open: readonly OutboundPanel[] }) {
  return (
    <Tabs
      label="Outbound calls"
      tabs={panels
        .filter(({ path }) => open.includes(path))
        .map(({ path, label }) => ({ label, to: href(path), current: path === current }))}
    />
  );
}
