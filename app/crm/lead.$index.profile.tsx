// /crm/lead/:index/profile - a lead: who it is and how to reach them
import { titledBy } from "../kit/title";
import { ProfilePanel } from "./record/panels";
import { panelLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Profile of ${data?.record.name ?? "a lead"}`);

export const loader = panelLoader("lead", "profile");

export default function LeadProfilePanel() {
  return <ProfilePanel />;
}
