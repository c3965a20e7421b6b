// /crm/lead/:index/details - a lead: what it says, to be changed
import { titledBy } from "../kit/title";
import { DetailsPanel } from "./record/panels";
import { detailsAction, detailsLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Details of ${data?.record.name ?? "a lead"}`);

export const loader = detailsLoader("lead");

export const action = detailsAction("lead");

export default function LeadDetailsPanel() {
  return <DetailsPanel />;
}
