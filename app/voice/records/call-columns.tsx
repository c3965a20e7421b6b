import type { CallLog } from "../../../services/voice/contract.schemas";
import { href } from "../../href";
import { numberWords, statusWords, took, typeWords } from "../../kit/call-labels";
import { DateTime } from "../../kit/date-time";
import type { ListColumn } from "../../kit/lists/definition";
import { Status } from "../../kit/ui/status";
import { RowLink } from "../../kit/ui/table";

/** The columns of a list of calls. */
export function callColumns(zone: string): ListColumn<CallLog>[] {
  return [
    {
      ...{ name: "started", label: "Time", fixed: true, mobileOrder: 3, num: true },
      value: ({ startedAt }) => startedAt,
      cell: ({ startedAt }) => <DateTime at={startedAt} zone={zone} />,
    },
    {
      ...{ name: "number", label: "Number", wide: true, mobileOrder: 1, num: true },
      value: ({ phoneNumber }) => phoneNumber,
      cell: ({ id, phoneNumber, name }) => (
        <RowLink to={href("/voice/reports/calls/:id", { id })}>
          {numberWords(phoneNumber)}
          {name && ` ${name}`}
        </RowLink>
      ),
    },
    {
      ...{ name: "type", label: "In or out", muted: true, mobileOrder: 5 },
      value: ({ type }) => typeWords[type],
    },
    { name: "agent", label: "Agent", mobileOrder: 4, value: ({ userName }) => userName },
    { name: "queue", label: "Queue", muted: true, hideOnSmall: true, value: ({ queue }) => queue },
    {
      ...{
        name: "duration",
        label: "Talked",
        heading: "Talked, seconds",
        align: "right",
        num: true,
        hideOnSmall: true,
      },
      value: ({ callDuration }) => callDuration,
      cell: ({ answered, callDuration }) => took(answered ? callDuration : null),
    },
    {
      ...{ name: "ring", label: "Rang", heading: "Rang, seconds", align: "right", num: true, extra: true },
      value: ({ ringDuration }) => ringDuration,
      cell: ({ ringDuration }) => took(ringDuration),
    },
    {
      ...{ name: "hold", label: "On hold", heading: "On hold, seconds", align: "right", num: true, extra: true },
      value: ({ holdDuration }) => holdDuration,
      cell: ({ holdDuration }) => took(holdDuration),
    },
    {
      ...{ name: "wrap", label: "Wrap-up", heading: "Wrap-up, seconds", align: "right", num: true, extra: true },
      value: ({ wrapDuration }) => wrapDuration,
      cell: ({ wrapDuration }) => took(wrapDuration),
    },
    {
      ...{ name: "status", label: "Status", alignEnd: true, mobileOrder: 2 },
      value: ({ status }) => status,
      cell: ({ status }) => <Status kind={statusWords[status].kind}>{statusWords[status].word}</Status>,
    },
    {
      ...{ name: "disposition", label: "Disposition", clip: true, mobileOrder: 6 },
      value: ({ disposition }) => disposition,
      cell: ({ disposition }) => disposition || "–",
    },
    { name: "note", label: "Note", extra: true, clip: true, value: ({ note }) => note },
    { name: "ours", label: "Our number", extra: true, num: true, value: ({ ourNumber }) => ourNumber },
    { name: "recorded", label: "Recording", extra: true, value: ({ recorded }) => (recorded ? "Yes" : "") },
    { name: "id", label: "Id", extra: true, num: true, value: ({ id }) => id },
  ];
}
