// /crm/lead/:index - a lead: its stage, its notes, who it is, its score and what was changed
import { useLoaderData } from "@remix-run/react";
import { titledBy } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { HistoryCard, ProfileCard, ScoreCard } from "./lead/cards";
import { loadLead } from "./lead/lead.server";
import { LeadFrame } from "./lead/lead-frame";
import { NoteForm, NoteLines } from "./lead/notes";

export const meta = titledBy<typeof loader>(({ data }) => data?.lead.name ?? "Lead");

/** As many notes as the overview shows; the others are in their own panel. */
const shown = 20;

export const loader = page("/crm/lead/:index", async (given) => {
  const loaded = await loadLead(given);
  const notes = await given.api.crm.contactNotes({ params: { id: loaded.lead.id }, query: { per_page: shown } });
  return { ...loaded, notes: expectStatus(notes, 200).data };
});

export default function LeadPage() {
  const { notes, ...loaded } = useLoaderData<typeof loader>();
  const { lead, zone } = loaded;
  return (
    <LeadFrame {...loaded}>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-4">
          <section className="card" aria-label="Notes">
            <NoteForm lead={lead} />
            <NoteLines notes={notes} lead={lead} zone={zone} />
          </section>
          <HistoryCard lead={lead} zone={zone} />
        </div>
        <div className="grid min-w-0 gap-4">
          <ScoreCard lead={lead} />
          <ProfileCard {...loaded} />
        </div>
      </div>
    </LeadFrame>
  );
}
