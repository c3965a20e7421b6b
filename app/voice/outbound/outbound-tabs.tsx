import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

/** In their order, with the pages that they are. */
export const outboundPanels = [
  { path: "/voice/outbound", label: "Call" },
  { path: "/voice/outbound/dashboard/details", label: "Details" },
  { path: "/voice/outbound/dashboard/stats", label: "Statistics" },
  { path: "/voice/outbound/dashboard/trash", label: "Trash" },
  { path: "/voice/outbound/dispositions", label: "Dispositions" },
] as const;
export type OutboundPanel = (typeof outboundPanels)[number]["path"];

/** The panels of outbound calls. */
export function OutboundTabs({ current, open }: { current: OutboundPanel; open: readonly OutboundPanel[] }) {
  return (
    <Tabs
      label="Outbound calls"
      tabs={outboundPanels
        .filter(({ path }) => open.includes(path))
        .map(({ path, label }) => ({ label, to: href(path), current: path === current }))}
    />
  );
}
