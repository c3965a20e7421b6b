import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

/** The reports and the lists behind them. */
export function ReportTabs({ current }: { current: "figures" | "calls" | "waiting" | "flows" }) {
  return (
    <Tabs
      label="Call reports"
      tabs={[
        { label: "Figures", to: href("/voice/reports"), current: current === "figures" },
        { label: "Calls", to: href("/voice/reports/calls"), current: current === "calls" },
        { label: "Callers", to: href("/voice/reports/waiting"), current: current === "waiting" },
        { label: "Call flows", to: href("/voice/reports/flows"), current: current === "flows" },
      ]}
    />
  );
}
