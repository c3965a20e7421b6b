import type { SurveyInstance } from "../../../services/survey/contract.instances";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import type { ListColumn } from "../../kit/lists/definition";
import { Status } from "../../kit/ui/status";
import { RowLink } from "../../kit/ui/table";
import { runStatus } from "./labels";

/** The columns of runs. */
export function runColumns(zone: string): ListColumn<SurveyInstance>[] {
  return [
    {
      ...{ name: "name", label: "Run", fixed: true, mobileOrder: 1, wide: true },
      value: ({ name }) => name,
      cell: ({ id, name }) => <RowLink to={href("/survey/configure/:id", { id })}>{name}</RowLink>,
    },
    { name: "survey", label: "Survey", mobileOrder: 3, clip: true, value: ({ title }) => title },
    { name: "group", label: "Contact group", muted: true, hideOnSmall: true, value: ({ group_name }) => group_name },
    { name: "sender", label: "Sender ID", extra: true, value: ({ sender }) => sender },
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
