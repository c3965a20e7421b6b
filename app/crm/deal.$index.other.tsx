// /crm/deal/:index/other - a deal: its notes
import { titledBy } from "../kit/title";
import { NotesPanel } from "./record/panels";
import { notesAction, notesLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Notes of ${data?.record.name ?? "a deal"}`);

export const loader = notesLoader("deal");

export const action = notesAction("deal");

export default function DealNotesPanel() {
  return <NotesPanel />;
}
