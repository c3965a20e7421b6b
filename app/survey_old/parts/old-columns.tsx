import { showPhone } from "../../../rules/phone";
import type { OldMessage, OldRun } from "../../../services/survey/contract.old";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import type { ListColumn } from "../../kit/lists/definition";
import { channelName } from "../../kit/survey-runs/labels";
import { Link } from "../../kit/ui/link";
import { RowLink } from "../../kit/ui/table";

/** A moment, or what is said where none is known. */
export function OldTime({ at, zone, none = "Not recorded" }: { at: string | null; zone: string; none?: string }) {
  return at === null ? none : <DateTime at={at} zone={zone} />;
}

/** The columns of old runs. */
export function oldRunColumns(zone: string): ListColumn<OldRun>[] {
  return [
    {
      ...{ name: "name", label: "Run", fixed: true, mobileOrder: 1, wide: true },
      value: ({ name }) => name,
      cell: ({ id, name }) => <RowLink to={href("/survey_old/configure/:id", { id })}>{name}</RowLink>,
    },
    {
      ...{ name: "survey", label: "Survey", mobileOrder: 3, clip: true },
      value: ({ title }) => title,
      cell: ({ survey_id, title }) => (
        <Link className="link" to={href("/survey_old/:id", { id: survey_id })}>
          {title}
        </Link>
      ),
    },
    {
      name: "channel",
      label: "Channel",
      muted: true,
      alignEnd: true,
      mobileOrder: 2,
      value: (one) => channelName[one.channel],
    },
    { name: "sender", label: "Sender", extra: true, value: ({ sender }) => sender },
    {
      ...{ name: "people", label: "People", num: true, align: "right", mobileOrder: 4, cardLabel: "People" },
      value: ({ people_count }) => people_count,
    },
    {
      ...{ name: "answered", label: "Answered", num: true, align: "right", hideOnSmall: true },
      value: ({ answered_count }) => answered_count,
    },
    {
      ...{ name: "messages", label: "Messages", num: true, align: "right", hideOnSmall: true },
      value: ({ messages_count }) => messages_count,
    },
    {
      ...{ name: "made", label: "Made", muted: true, hideOnSmall: true },
      value: ({ made_at }) => made_at,
      cell: ({ made_at }) => <OldTime at={made_at} zone={zone} />,
    },
    {
      ...{ name: "started", label: "Started", muted: true, mobileOrder: 5 },
      value: ({ started_at }) => started_at,
      cell: ({ started_at }) => <OldTime at={started_at} zone={zone} none="Never" />,
    },
    { name: "ended", label: "Ended", extra: true, value: ({ ended_at }) => ended_at },
  ];
}

/** The filter of old runs. */
export const oldChannelFilter = {
  ...{ name: "channel", label: "Channel" },
  choices: Object.entries(channelName).map(([value, label]) => ({ value, label })),
};

/** The columns of old messages. @param all with the run that each belongs to */
export function oldMessageColumns(zone: string, all: boolean): ListColumn<OldMessage>[] {
  return [
    {
      ...{ name: "msisdn", label: "Number", fixed: true, mobileOrder: 1, num: true },
      value: ({ msisdn }) => msisdn,
      cell: ({ contact_id, msisdn }) => (
        <RowLink to={href("/survey_old/contacts/:id", { id: contact_id })}>{showPhone(msisdn)}</RowLink>
      ),
    },
    { name: "name", label: "Name", mobileOrder: 3, value: ({ name }) => name },
    { name: "text", label: "Text", wide: true, mobileOrder: 4, value: ({ text }) => text },
    ...(all
      ? [
          {
            ...{ name: "run", label: "Run", clip: true, hideOnSmall: true },
            value: ({ run }: OldMessage) => run,
            cell: ({ run_id, run }: OldMessage) => (
              <Link className="link" to={href("/survey_old/configure/:id", { id: run_id })}>
                {run}
              </Link>
            ),
          },
        ]
      : []),
    { name: "direction", label: "Direction", muted: true, hideOnSmall: true, value: oldDirection },
    {
      ...{ name: "at", label: "Time", muted: true, mobileOrder: 5 },
      value: ({ at }) => at,
      cell: ({ at }) => <OldTime at={at} zone={zone} />,
    },
    { name: "status", label: "Status", alignEnd: true, mobileOrder: 2, value: ({ status }) => status },
  ];
}

function oldDirection({ incoming }: OldMessage): string {
  return incoming ? "Received" : "Sent";
}
