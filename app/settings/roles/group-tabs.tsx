import { useLocation } from "@remix-run/react";
import { href } from "../../href";
import { Tabs } from "../../kit/ui/tabs";

/** Roles say what people may do, teams who works together (Q042), skills what each can do. */
export function GroupTabs() {
  const { pathname } = useLocation();
  const teams = pathname === href("/settings/groups/teams");
  const skills = pathname.startsWith(href("/settings/groups/skills"));
  return (
    <Tabs
      label="Group management"
      tabs={[
        { label: "Roles", to: href("/settings/groups"), current: !teams && !skills },
        { label: "Teams", to: href("/settings/groups/teams"), current: teams },
        { label: "Skills", to: href("/settings/groups/skills"), current: skills },
      ]}
    />
  );
}
