import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

export function TeamTabs({ current, waiting }: { current: "members" | "teams" | "wall"; waiting: number }) {
  return (
    <Tabs
      label="Chat team"
      tabs={[
        { label: "Members", to: href("/chat/team"), current: current === "members" },
        { label: "Teams", to: href("/chat/team/teams"), current: current === "teams" },
        {
          label: "Wall",
          to: href("/chat/team/wall"),
          current: current === "wall",
          ...(waiting > 0 ? { count: `${waiting} waiting` } : {}),
        },
      ]}
    />
  );
}
