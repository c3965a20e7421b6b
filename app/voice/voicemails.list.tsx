import { z } from "zod";
import { flowCalls, type Voicemail } from "../../services/voice/contract.flows";
import { href } from "../href";
import { numberWords, took } from "../kit/call-labels";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Link } from "../kit/ui/link";
import { Status } from "../kit/ui/status";

/** Messages that callers left. */
export const voicemails = list({
  path: "/voice/voicemails",
  file: "voicemails",
  noun: ["voicemail", "voicemails"],
  search: z.object(flowCalls.voicemails.query.shape),
  find: "Phone number",
  rows: ({ api }, query) => api.voice.voicemails({ query }),
  filters: () => [
    {
      ...{ name: "listened", label: "Listened to" },
      choices: [
        { value: "no", label: "No" },
        { value: "yes", label: "Yes" },
      ],
    },
    { name: "from", label: "From", kind: "date" },
    { name: "to", label: "To", kind: "date" },
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "time", label: "Time", fixed: true, mobileOrder: 3, num: true },
      value: (one: Voicemail) => one.at,
      cell: ({ at }) => <DateTime at={at} zone={zone} />,
    },
    {
      ...{ name: "caller", label: "Caller", wide: true, mobileOrder: 1 },
      value: ({ name, phoneNumber }) => name || phoneNumber,
      cell: ({ id, name, phoneNumber }) => (
        <Link className="link" to={href("/voice/voicemails/:id", { id })} preventScrollReset>
          {name || numberWords(phoneNumber)}
        </Link>
      ),
    },
    {
      ...{ name: "number", label: "Number", num: true, muted: true, mobileOrder: 4 },
      value: ({ phoneNumber }) => phoneNumber,
      cell: ({ phoneNumber }) => numberWords(phoneNumber),
    },
    {
      ...{ name: "seconds", label: "Length", heading: "Length, seconds", align: "right", num: true, mobileOrder: 5 },
      value: ({ seconds }) => seconds,
      cell: ({ seconds }) => took(seconds),
    },
    {
      ...{ name: "ticket", label: "Ticket", num: true, mobileOrder: 6 },
      value: ({ ticket }) => ticket ?? "",
      cell: ({ ticket }) =>
        ticket === null ? (
          "–"
        ) : (
          <Link className="link" to={href("/ticketing/show/:index", { index: ticket })}>
            #{ticket}
          </Link>
        ),
    },
    {
      ...{ name: "listened", label: "Listened to", alignEnd: true, mobileOrder: 2 },
      value: ({ listenedAt }) => listenedAt ?? "",
      cell: ({ listenedAt }) =>
        listenedAt ? <Status kind="good">Listened to</Status> : <Status kind="info">New</Status>,
    },
    { name: "by", label: "Listened to by", extra: true, value: ({ listenedBy }) => listenedBy },
    { name: "ours", label: "Our number", extra: true, num: true, value: ({ ourNumber }) => ourNumber },
    { name: "id", label: "Id", extra: true, num: true, value: ({ id }) => id },
  ],
  id: ({ id }) => String(id),
});
