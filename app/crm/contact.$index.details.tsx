// /crm/contact/:index/details - a contact: what it says, to be changed
import { titledBy } from "../kit/title";
import { DetailsPanel } from "./record/panels";
import { detailsAction, detailsLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Details of ${data?.record.name ?? "a contact"}`);

export const loader = detailsLoader("contact");

export const action = detailsAction("contact");

export default function ContactDetailsPanel() {
  return <DetailsPanel />;
}
