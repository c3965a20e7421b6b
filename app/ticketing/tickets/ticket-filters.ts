import { dateChoices, dueChoices, slaChoices, sortChoices } from "../../../rules/ticket-labels";
import type { ListFilter } from "../../kit/lists/definition";
import type { Choice } from "../../kit/ui/field";
import type { Choices } from "../kit/choices";
import { dateWords, dueWords, slaWords } from "../kit/labels";

const sortWords: Record<(typeof sortChoices)[number], string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  due: "Due soonest first",
  updated: "Last changed first",
  priority: "Highest priority first",
};

const written = (words: Record<string, string>, values: readonly string[]): Choice[] =>
  values.map((value) => ({ value, label: words[value] ?? value }));

/** Every filter of R121, with the documented defaults: due and sla say all, the date filter says due. */
export function ticketFilters(choices: Choices, dates: (typeof dateChoices)[number] = "due"): ListFilter[] {
  return [
    { name: "due", label: "Due", choices: written(dueWords, dueChoices.slice(1)), none: "all" },
    {
      name: "status",
      label: "Status",
      choices: [
        { value: "unresolved", label: "Not resolved" },
        { value: "done", label: "Resolved or closed" },
        ...choices.statuses,
      ],
    },
    { name: "stage", label: "Stage", choices: choices.stages },
    { name: "disposition", label: "Disposition", choices: [{ value: "none", label: "None" }, ...choices.dispositions] },
    {
      name: "member",
      label: "Member",
      choices: [{ value: "me", label: "Me" }, { value: "none", label: "Unassigned" }, ...choices.members],
    },
    { name: "group", label: "Group", choices: [{ value: "none", label: "No group" }, ...choices.groups] },
    { name: "priority_grid", label: "Priority grid", choices: choices.grid },
    { name: "priority", label: "Priority", choices: choices.priorities },
    { name: "type", label: "Type", choices: choices.types },
    { name: "policy", label: "Policy", choices: choices.policies },
    { name: "sla", label: "SLA", choices: written(slaWords, slaChoices.slice(1)), none: "all" },
    { name: "date_filter", label: "Date filter", choices: written(dateWords, dateChoices), none: "due" },
    { name: "sort", label: "Order", choices: written(sortWords, sortChoices), none: "newest" },
    { name: "merged", label: "Merged", choices: [{ value: "1", label: "Only merged tickets" }] },
    { name: "deleted", label: "Deleted", choices: [{ value: "1", label: "Only deleted tickets" }] },
    { name: "start", label: "From", chip: `${dateWords[dates]} from`, kind: "date" },
    { name: "end", label: "To", chip: `${dateWords[dates]} to`, kind: "date" },
    {
      name: "sub_disposition",
      label: "Sub-disposition",
      choices: [{ value: "none", label: "None" }],
      linked: true,
    },
    { name: "ids", label: "Numbers", linked: true },
    { name: "customer", label: "Customer", linked: true },
  ];
}
