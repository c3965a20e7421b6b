import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

/** The panels of the call centre; the history for whoever may see dispositions. */
export function CallCentreTabs({
  current,
  history,
}: {
  current: "now" | "stats" | "recent" | "history";
  history: boolean;
}) {
  return (
    <Tabs
      label="Call center"
      tabs={[
        { label: "Today", to: href("/voice/call-center"), current: current === "now" },
        { label: "Statistics", to: href("/voice/call-center/dashboard/stats"), current: current === "stats" },
        { label: "Recent calls", to: href("/voice/call-center/dashboard/recent-calls"), current: current === "recent" },
        ...(history
          ? [
              {
                label: "Dispositions history",
                to: href("/voice/call-center/dashboard/dispositions-history"),
                current: current === "history",
              },
            ]
          : []),
      ]}
    />
  );
}
