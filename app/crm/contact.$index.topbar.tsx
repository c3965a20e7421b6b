// /crm/contact/:index/topbar - a contact: who looks after it (R130)
import { titledBy } from "../kit/title";
import { ManagerPanel } from "./record/panels";
import { managerAction, managerLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Sales manager of ${data?.record.name ?? "a contact"}`);

export const loader = managerLoader("contact");

export const action = managerAction("contact");

export default function ContactManagerPanel() {
  return <ManagerPanel />;
}
