// /crm/contact/:index/profile - a contact: who it is and how to reach them
import { titledBy } from "../kit/title";
import { ProfilePanel } from "./record/panels";
import { panelLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Profile of ${data?.record.name ?? "a contact"}`);

export const loader = panelLoader("contact", "profile");

export default function ContactProfilePanel() {
  return <ProfilePanel />;
}
