// /crm/lead/:index/other - a lead: its notes
import { titledBy } from "../kit/title";
import { NotesPanel } from "./record/panels";
import { notesAction, notesLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Notes of ${data?.record.name ?? "a lead"}`);

export const loader = notesLoader("lead");

export const action = notesAction("lead");

export default function LeadNotesPanel() {
  return <NotesPanel />;
}
