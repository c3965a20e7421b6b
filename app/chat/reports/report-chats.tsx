import type { ReportChat } from "../../../services/chat/contract.statistics";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Status } from "../../kit/ui/status";
import type { Column } from "../../kit/ui/table";
import { RowLink } from "../../kit/ui/table";
import { channelNames, nameOf } from "../inbox/labels";
import { stateWords, took } from "./report-labels";

/** Conversations behind a figure; each opens its transcript. */
export function chatColumns(zone: string): Column<ReportChat>[] {
  return [
    {
      ...{ name: "name", label: "Customer", wide: true, mobileOrder: 1 },
      cell: (chat) => (
        <RowLink to={href("/chat/reports/transcript/:id", { id: chat.contact_id })}>
          {nameOf(chat)} <span className="num font-normal text-quiet">#{chat.contact_id}</span>
        </RowLink>
      ),
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 1 },
      cell: ({ state }) => <Status kind={stateWords[state].kind}>{stateWords[state].word}</Status>,
    },
    {
      ...{ name: "began", label: "Began", mobileOrder: 2 },
      cell: ({ created_at }) => <DateTime at={new Date(created_at * 1000).toISOString()} zone={zone} />,
    },
    { name: "channel", label: "Channel", mobileOrder: 3, cell: ({ channel }) => channelNames[channel] },
    {
      name: "agent",
      label: "Agent",
      mobileOrder: 4,
      cell: ({ agent }) => agent || <span className="text-quiet">–</span>,
    },
    {
      ...{ name: "first", label: "First response", align: "right" as const, hideOnSmall: true },
      cell: ({ first_response_seconds: first }) => (first === null ? "–" : took(first)),
    },
    {
      ...{ name: "handle", label: "Handle time", align: "right" as const, hideOnSmall: true },
      cell: ({ handle_seconds: handle }) => (handle === null ? "–" : took(handle)),
    },
    { name: "disposition", label: "Disposition", hideOnSmall: true, cell: ({ disposition }) => disposition || "–" },
    {
      ...{ name: "rating", label: "Rating", align: "right" as const, hideOnSmall: true },
      cell: ({ rating }) => (rating === null ? "–" : `${rating} of 5`),
    },
  ];
}

/** The same for those that were rated: the comment in place of the times. */
export function ratedColumns(zone: string): Column<ReportChat>[] {
  const named = new Map(chatColumns(zone).map((column) => [column.name, column]));
  const pick = (...names: string[]) => names.flatMap((name) => named.get(name) ?? []);
  const [rating] = pick("rating");
  return [
    ...pick("name"),
    ...(rating ? [{ ...rating, hideOnSmall: false, alignEnd: true, mobileOrder: 1 as const }] : []),
    { name: "comment", label: "Comment", mobileOrder: 2, cell: ({ comment }) => comment || "–" },
    ...pick("agent", "channel", "began"),
  ];
}
