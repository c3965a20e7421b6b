// /crm/deal/:index/details - a deal: what it says, to be changed
import { titledBy } from "../kit/title";
import { DetailsPanel } from "./record/panels";
import { detailsAction, detailsLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Details of ${data?.record.name ?? "a deal"}`);

export const loader = detailsLoader("deal");

export const action = detailsAction("deal");

export default function DealDetailsPanel() {
  return <DetailsPanel />;
}
