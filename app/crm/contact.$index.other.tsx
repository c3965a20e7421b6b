// /crm/contact/:index/other - a contact: its notes
import { titledBy } from "../kit/title";
import { NotesPanel } from "./record/panels";
import { notesAction, notesLoader } from "./record/panels.server";

export const meta = titledBy<typeof loader>(({ data }) => `Notes of ${data?.record.name ?? "a contact"}`);

export const loader = notesLoader("contact");

export const action = notesAction("contact");

export default function ContactNotesPanel() {
  return <NotesPanel />;
}
