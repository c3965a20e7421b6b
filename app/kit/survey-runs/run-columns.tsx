import type { SurveyInstance } from "../../../services/survey/contract.instances";
import { href } from "../../href";
import { DateTime } from "../date-time";
import type { ListColumn } from "../lists/definition";
import { Status } from "../ui/status";
import { RowLink } from "../ui/table";
import type { RunBase } from "./base";
import { channelName, runStatus } from "./labels";

/** The columns of runs. @param base where their pages are */
export function runColumns(zone: string, base: RunBase = "/survey/configure/:id"): ListColumn<SurveyInstance>[] {
  return [
    {
      ...{ name: "name", label: "Run", fixed: true, mobileOrder: 1, wide: true },
      value: ({ name }) => name,
      cell: ({ id, name }) => <RowLink to={href(base, { id })}>{name}</RowLink>,
    },
    { name: "survey", label: "Survey", mobileOrder: 3, clip: true, value: ({ title }) => title },
    { name: "group", label: "Contact group", muted: true, hideOnSmall: true, value: ({ group_name }) => group_name },
    {
      name: "channel",
      label: "Channel",
      muted: true,
      hideOnSmall: true,
      value: ({ channel_id }) => channelName[channel_id],
    },
    { name: "sender", label: "Sender ID", extra: true, value: ({ sender }) => sender },
    { name: "number", label: "WhatsApp number", extra: true, value: ({ number_name }) => number_name },
    {
      ...{ name: "people", label: "People", num: true, align: "right", mobileOrder: 4, cardLabel: "People" },
      value: ({ recipients_count }) => recipients_count,
    },
    {
      ...{ name: "completed", label: "Completed", num: true, align: "right", hideOnSmall: true },
      value: ({ completed_count }) => completed_count,
    },
    { name: "by", label: "Made by", extra: true, value: ({ created_by }) => created_by },
    {
      ...{ name: "created", label: "Made", muted: true, hideOnSmall: true },
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <DateTime at={created_at} zone={zone} />,
    },
    {
      ...{ name: "started", label: "Started", extra: true },
      value: ({ started_at }) => started_at ?? "",
    },
    {
      ...{ name: "status", label: "Status", alignEnd: true, mobileOrder: 2 },
      value: ({ status }) => runStatus[status].word,
      cell: ({ status }) => <Status kind={runStatus[status].kind}>{runStatus[status].word}</Status>,
    },
  ];
}

/** The filter by channel. */
export const channelFilter = {
  ...{ name: "channel", label: "Channel" },
  choices: Object.entries(channelName).map(([value, label]) => ({ value, label })),
};
