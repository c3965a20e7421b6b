// /crm/deal/:index - a deal: its stage, its notes, who it is, its score and what was changed
import { titledBy } from "../kit/title";
import { OverviewPage } from "./record/panels";
import { overviewLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => data?.record.name ?? "Deal");

export const loader = overviewLoader("deal");

export default function DealPage() {
  return <OverviewPage />;
}
