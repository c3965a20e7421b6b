import type { TargetState } from "../../../rules/outbound";
import type { Target } from "../../../services/voice/contract.targets";
import { href } from "../../href";
import { numberWords } from "../../kit/call-labels";
import { DateTime } from "../../kit/date-time";
import type { ListColumn } from "../../kit/lists/definition";
import { Link } from "../../kit/ui/link";
import { Status, type StatusKind } from "../../kit/ui/status";

/** The states of numbers to call as people read them. */
export const targetWords: Record<TargetState, { word: string; kind: StatusKind }> = {
  waiting: { word: "Waiting", kind: "info" },
  assigned: { word: "With an agent", kind: "info" },
  done: { word: "Done", kind: "good" },
  given_up: { word: "Not reached", kind: "warn" },
  machine: { word: "Answering machine", kind: "warn" },
  trash: { word: "Trash", kind: "bad" },
};

/** "account_number" as "Account number". */
export function detailLabel(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The columns of a list of numbers to call. */
export function targetColumns(zone: string): ListColumn<Target>[] {
  return [
    {
      ...{ name: "number", label: "Number", wide: true, fixed: true, mobileOrder: 1, num: true },
      value: ({ phoneNumber }) => phoneNumber,
      cell: ({ phoneNumber, name, callRecord }) => {
        const words = [numberWords(phoneNumber), name].filter(Boolean).join(" ");
        if (callRecord === null) return words;
        return (
          <Link className="link" to={href("/voice/reports/calls/:id", { id: callRecord })}>
            {words}
          </Link>
        );
      },
    },
    { name: "name", label: "Name", extra: true, value: ({ name }) => name },
    {
      name: "group",
      label: "List",
      muted: true,
      mobileOrder: 4,
      clip: true,
      value: ({ group }) => group || "Call-back",
    },
    {
      name: "attempts",
      label: "Calls",
      align: "right",
      num: true,
      hideOnSmall: true,
      value: ({ attempts }) => attempts,
    },
    {
      ...{ name: "result", label: "Result", mobileOrder: 5, clip: true },
      value: ({ result }) => result,
      cell: ({ result }) => result || "–",
    },
    {
      ...{ name: "agent", label: "Agent", muted: true, hideOnSmall: true },
      value: ({ agent, owner }) => agent || owner,
      cell: ({ agent, owner }) => agent || owner || "–",
    },
    {
      ...{ name: "next", label: "Not before", muted: true, num: true, extra: true },
      value: ({ nextAt }) => nextAt,
      cell: ({ nextAt }) => <DateTime at={nextAt} zone={zone} />,
    },
    {
      ...{ name: "changed", label: "Changed", muted: true, num: true, mobileOrder: 3 },
      value: ({ changedAt }) => changedAt,
      cell: ({ changedAt }) => <DateTime at={changedAt} zone={zone} />,
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: ({ state }) => targetWords[state].word,
      cell: ({ state }) => <Status kind={targetWords[state].kind}>{targetWords[state].word}</Status>,
    },
    { name: "note", label: "Note", extra: true, clip: true, value: ({ note }) => note },
    { name: "id", label: "Id", extra: true, num: true, value: ({ id }) => id },
  ];
}
