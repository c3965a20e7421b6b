import { CalendarX } from "lucide-react";
import { z } from "zod";
import { invitationAnswerWords } from "../../rules/invitation-answers";
import { headSort } from "../../rules/list-orders";
import { type Appointment, appointmentCalls } from "../../services/crm/contract.appointments";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { type BulkAction, list } from "../kit/lists/definition";
import { Link } from "../kit/ui/link";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { answerKinds, appointmentWords } from "./appointments/words";
import { changeItems, undoChanges } from "./record/bulk";
import { recordHref } from "./record/places";

const canceller: BulkAction<Appointment> = {
  name: "cancel",
  label: "Call off",
  icon: CalendarX,
  danger: true,
  ask: (count) => ({
    title: `Call off ${count}?`,
    text: "Customers who were invited or reminded are told. Appointments that took place or are called off stay as they are.",
    button: "Call off",
  }),
  run: (asked, rows) => {
    const item = { id: ({ id }: Appointment) => id, called: ({ title }: Appointment) => title };
    return changeItems(asked, rows, item, { what: "appointment cancelled" });
  },
  told: (count) => `${count} called off.`,
  undo: { run: undoChanges, told: (count) => `${count} back in the calendar.` },
};

/** Appointments of all that the viewer may see. */
export const appointments = list({
  path: "/crm/contactactions",
  file: "appointments",
  noun: ["appointment", "appointments"],
  search: z.object(appointmentCalls.appointments.query.shape),
  find: "Appointment, place, lead, contact or deal",
  rows: ({ api }, query) => api.crm.appointments({ query }),
  filters: () => [
    {
      ...{ name: "when", label: "When", none: "coming" },
      choices: [
        { value: "coming", label: "To come" },
        { value: "past", label: "Over" },
      ],
    },
    { name: "mine", label: "Of", choices: [{ value: "1", label: "Me" }] },
    { name: "record", label: "Record", linked: true },
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "title", label: "Appointment", fixed: true, mobileOrder: 1, wide: true },
      sort: headSort("appointments", "title"),
      value: (one: Appointment) => one.title,
      cell: ({ id, title }) => <RowLink to={href("/crm/contactactions/:id", { id })}>{title}</RowLink>,
    },
    {
      ...{ name: "starts", label: "Begins", mobileOrder: 3 },
      sort: headSort("appointments", "starts"),
      value: ({ starts_at }) => starts_at,
      cell: ({ starts_at }) => <DateTime at={starts_at} zone={zone} />,
    },
    { name: "ends", label: "Ends", extra: true, value: ({ ends_at }) => ends_at },
    {
      ...{ name: "with", label: "With", mobileOrder: 4 },
      value: ({ record }) => record.name,
      cell: ({ record }) => (
        <Link className="link" to={recordHref(record)}>
          {record.name}
        </Link>
      ),
    },
    { name: "place", label: "Place", muted: true, hideOnSmall: true, value: ({ place }) => place },
    {
      ...{ name: "user", label: "Of", muted: true, mobileOrder: 5 },
      sort: headSort("appointments", "user"),
      value: ({ user_name }) => user_name,
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: ({ state }) => appointmentWords[state].word,
      cell: ({ state }) => <Status kind={appointmentWords[state].kind}>{appointmentWords[state].word}</Status>,
    },
    {
      ...{ name: "answer", label: "Answer", hideOnSmall: true },
      value: ({ answer }) => (answer ? invitationAnswerWords[answer.answer] : ""),
      cell: ({ answer }) =>
        answer && <Status kind={answerKinds[answer.answer]}>{invitationAnswerWords[answer.answer]}</Status>,
    },
    { name: "id", label: "Id", extra: true, num: true, value: ({ id }) => id },
  ],
  id: ({ id }) => String(id),
  version: ({ sequence }) => sequence,
  called: ({ title }) => title,
  bulk: () => [canceller],
});
