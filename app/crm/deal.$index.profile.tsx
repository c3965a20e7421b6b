// /crm/deal/:index/profile - a deal: who it is and how to reach them
import { titledBy } from "../kit/title";
import { ProfilePanel } from "./record/panels";
import { panelLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Profile of ${data?.record.name ?? "a deal"}`);

export const loader = panelLoader("deal", "profile");

export default function DealProfilePanel() {
  return <ProfilePanel />;
}
