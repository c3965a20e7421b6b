import { z } from "zod";
import { commas } from "../../rules/format";
import { priorityNames, templateTypes } from "../../rules/outbound";
import { outboundCalls } from "../../services/voice/contract.outbound";
import type { TargetGroup } from "../../services/voice/contract.targets";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { RowLink } from "../kit/ui/table";
import { GroupStatus, groupWord } from "./outbound/group-labels";

/** The lists of numbers to call, each with the file that it came from. */
export const uploadList = list({
  path: "/voice/settings/uploads",
  file: "lists-of-numbers",
  noun: ["list", "lists"],
  search: z.object(outboundCalls.targetGroups.query.shape),
  keeps: ["trash"],
  rows: ({ api }, query) => api.voice.targetGroups({ params: { id: "own" }, query }),
  columns: ({ zone }) => [
    {
      ...{ name: "name", label: "List", wide: true, fixed: true, mobileOrder: 1 },
      value: ({ name }: TargetGroup) => name,
      cell: ({ id, name }) => <RowLink to={href("/voice/settings/uploads/:id", { id })}>{name}</RowLink>,
    },
    {
      ...{ name: "template", label: "Template", muted: true, hideOnSmall: true },
      value: ({ template }) => templateTypes.find(({ id }) => id === template)?.name ?? "",
    },
    { name: "priority", label: "Priority", mobileOrder: 4, value: ({ priority }) => priorityNames[priority] ?? "" },
    {
      ...{ name: "added", label: "Numbers", align: "right", num: true, cardUnit: "numbers", mobileOrder: 5 },
      value: ({ added }) => added,
      cell: ({ added }) => commas(added),
    },
    {
      ...{ name: "refused", label: "Refused", align: "right", num: true, hideOnSmall: true },
      value: ({ refused, repeated }) => refused + repeated,
      cell: ({ refused, repeated }) => commas(refused + repeated),
    },
    {
      ...{ name: "created", label: "Uploaded", muted: true, num: true, mobileOrder: 3 },
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <DateTime at={createdAt} zone={zone} />,
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: (group) => groupWord(group).word,
      cell: (group) => <GroupStatus group={group} />,
    },
    { name: "by", label: "By", muted: true, extra: true, value: ({ createdBy }) => createdBy },
    { name: "file", label: "File", extra: true, value: ({ fileName }) => fileName },
    { name: "id", label: "Id", extra: true, num: true, value: ({ id }) => id },
  ],
  id: ({ id }) => String(id),
});
