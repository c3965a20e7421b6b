import { useLocation } from "@remix-run/react";
import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

/** Roles say what people may do, teams who works together (Q042). */
export function GroupTabs() {
  const { pathname } = useLocation();
  const teams = pathname === href("/settings/groups/teams");
  return (
    <Tabs
      label="Group management"
      tabs={[
        { label: "Roles", to: href("/settings/groups"), current: !teams },
        { label: "Teams", to: href("/settings/groups/teams"), current: teams },
      ]}
    />
  );
}
