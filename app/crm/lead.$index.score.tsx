// /crm/lead/:index/score - the points of a lead, rule by rule
import { useLoaderData } from "@remix-run/react";
import { titledBy } from "../kit/title";
import { page } from "../shell/page.server";
import { ScoreCard } from "./lead/cards";
import { loadLead } from "./lead/lead.server";
import { LeadFrame } from "./lead/lead-frame";

export const meta = titledBy<typeof loader>(({ data }) => `Score of ${data?.lead.name ?? "a lead"}`);

export const loader = page("/crm/lead/:index/score", loadLead);

export default function LeadScore() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <LeadFrame {...loaded}>
      <div className="grid max-w-[760px] gap-4">
        <ScoreCard lead={loaded.lead} />
      </div>
    </LeadFrame>
  );
}
