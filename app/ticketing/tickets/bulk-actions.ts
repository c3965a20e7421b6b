import { ListChecks } from "lucide-react";
import { whyNot } from "../../../rules/ticket-labels";
import type { BulkChange } from "../../../services/ticketing/contract.forms";
import type { Ticket } from "../../../services/ticketing/contract.schemas";
import type { BulkAction, BulkOutcome, BulkValues, ListRequest } from "../../kit/lists/definition";
import { deletion } from "../../kit/lists/each-row";
import type { Choices } from "../kit/choices";
import { howMany } from "../kit/labels";

/** What can be done with several tickets at once. */
export function ticketActions(choices: Choices): BulkAction<Ticket>[] {
  return [changing(choices), deleting];
}

function changing(choices: Choices): BulkAction<Ticket> {
  return {
    name: "change",
    label: "Change",
    icon: ListChecks,
    fields: [
      { name: "status", label: "Status", choices: choices.statuses },
      { name: "stage_id", label: "Stage", choices: choices.stages },
      { name: "priority_id", label: "Priority", choices: choices.priorities },
      { name: "type_id", label: "Type", choices: choices.types },
      { name: "disposition_id", label: "Disposition", choices: choices.dispositions },
      { name: "add_member", label: "Assign to", choices: choices.members },
      { name: "add_group", label: "Assign to the group", choices: choices.groups },
    ],
    ask: (count, { rows, values }) => ({
      title: `Change ${count}?`,
      text: "Check the details. Each ticket's history records who made the change.",
      button: `Change ${count}`,
      ...statusWarning(rows, values),
    }),
    run: ({ api }, rows, { add_member, add_group, ...values }) =>
      change({ api }, rows, {
        ...values,
        ...(add_member ? { add_members: [add_member] } : {}),
        ...(add_group ? { add_groups: [Number(add_group)] } : {}),
      } as BulkChange),
    told: (count) => `${count} changed.`,
  };
}

/** Says how many of them can't get the status that was chosen. */
function statusWarning(rows: readonly Ticket[], { status: wanted }: BulkValues): { warning?: string } {
  if (!wanted) return {};
  const count = rows.filter(({ status }) => whyNot(status, wanted as Ticket["status"])).length;
  if (count === 0) return {};
  return {
    warning: `${howMany(count)} of these cannot get that status and ${count === 1 ? "stays as it is" : "stay as they are"}.`,
  };
}

const deleting: BulkAction<Ticket> = {
  ...deletion<Ticket>({
    what: "tickets",
    text: "They are removed from all lists and reports with their comments and files. You can undo this for 30 days.",
    run: ({ api }, rows) => change({ api }, rows, { delete: true }),
  }),
  told: (count) => `${count} deleted. For 30 days the Deleted filter finds them.`,
  undo: {
    run: async ({ api }, ids) => {
      const answer = await api.ticketing.bulkChange({ body: { ids: ids.map(Number), change: { restore: true } } });
      if (answer.status !== 201) return answer.body;
      const [first] = answer.body.refused;
      return first && { status: 409, message: `#${first.id}: ${first.reason}` };
    },
    told: (count) => `${count} restored.`,
  },
};

async function change(
  { api }: Pick<ListRequest, "api">,
  rows: readonly Ticket[],
  change: BulkChange,
): Promise<BulkOutcome> {
  const called = new Map(rows.map(({ id, subject }) => [id, `#${id} ${subject}`]));
  const answer = await api.ticketing.bulkChange({ body: { ids: rows.map(({ id }) => id), change } });
  if (answer.status !== 201)
    return { done: [], refused: rows.map(({ id }) => ({ name: `#${id}`, reason: answer.body.message })) };
  const { changed, unchanged, refused } = answer.body;
  return {
    done: changed.map(String),
    unchanged,
    refused: refused.map(({ id, reason }) => ({ name: called.get(id) ?? `#${id}`, reason })),
  };
}
