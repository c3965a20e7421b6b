// /crm/lead/:index/other - the notes of a lead
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { typedId, typedText } from "../kit/typed-fields";
import { act, done, expectStatus, page } from "../shell/page.server";
import { loadLead } from "./lead/lead.server";
import { LeadFrame } from "./lead/lead-frame";
import { NoteForm, NoteLines } from "./lead/notes";

const path = "/crm/lead/:index/other";

export const meta = titledBy<typeof loader>(({ data }) => `Notes of ${data?.lead.name ?? "a lead"}`);

export const loader = page(path, async (given) => {
  const loaded = await loadLead(given);
  const notes = await given.api.crm.contactNotes({ params: { id: loaded.lead.id }, query: { per_page: 200 } });
  return { ...loaded, notes: expectStatus(notes, 200).data };
});

/** A new note, or with `note` the other words of one that is there. */
const NoteFields = z.object({ note: typedId, text: typedText });

export const action = act(path, NoteFields, async ({ api, params, value: { note, text }, refuse, from }) => {
  const lead_id = Number(params.index) || 0;
  const answer =
    note === 0
      ? await api.crm.addContactNote({ body: { lead_id, text } })
      : await api.crm.updateContactNote({ params: { id: note }, body: { text } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/crm/lead/:index", { index: lead_id }), note === 0 ? "Note added" : "Note saved");
});

export default function LeadNotes() {
  const { notes, ...loaded } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { lead, zone } = loaded;
  return (
    <LeadFrame {...loaded}>
      <PostResult last={last} idOf={() => "note"} />
      <section className="card max-w-[760px]" aria-label="Notes">
        <NoteForm lead={lead} last={last} />
        <NoteLines notes={notes} lead={lead} zone={zone} />
      </section>
    </LeadFrame>
  );
}
