// /crm/lead/:index/topbar - a lead: who looks after it (R130)
import { titledBy } from "../kit/title";
import { ManagerPanel } from "./record/panels";
import { managerAction, managerLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Sales manager of ${data?.record.name ?? "a lead"}`);

export const loader = managerLoader("lead");

export const action = managerAction("lead");

export default function LeadManagerPanel() {
  return <ManagerPanel />;
}
