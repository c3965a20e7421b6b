// /crm/deal/:index/topbar - a deal: who looks after it (R130)
import { titledBy } from "../kit/title";
import { ManagerPanel } from "./record/panels";
import { managerAction, managerLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Sales manager of ${data?.record.name ?? "a deal"}`);

export const loader = managerLoader("deal");

export const action = managerAction("deal");

export default function DealManagerPanel() {
  return <ManagerPanel />;
}
