// /crm/lead/:index/profile - who a lead is and how to reach them
import { useLoaderData } from "@remix-run/react";
import { titledBy } from "../kit/title";
import { page } from "../shell/page.server";
import { ProfileCard } from "./lead/cards";
import { loadLead } from "./lead/lead.server";
import { LeadFrame } from "./lead/lead-frame";

export const meta = titledBy<typeof loader>(({ data }) => `Profile of ${data?.lead.name ?? "a lead"}`);

export const loader = page("/crm/lead/:index/profile", loadLead);

export default function LeadProfile() {
  const loaded = useLoaderData<typeof loader>();
  return (
    <LeadFrame {...loaded}>
      <div className="grid max-w-[760px] gap-4">
        <ProfileCard {...loaded} />
      </div>
    </LeadFrame>
  );
}
