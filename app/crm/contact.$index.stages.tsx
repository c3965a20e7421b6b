// /crm/contact/:index/stages - a contact: moving it to another stage, and where it has been
import { titledBy } from "../kit/title";
import { StagesPanel } from "./record/panels";
import { stagesAction, stagesLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Stages of ${data?.record.name ?? "a contact"}`);

export const loader = stagesLoader("contact");

export const action = stagesAction("contact");

export default function ContactStagesPanel() {
  return <StagesPanel />;
}
