import { Form, useLocation } from "@remix-run/react";
import { ChevronDown, ListChecks, Trash2 } from "lucide-react";
import { useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { href } from "../../href";
import { bulkForm, selectAll, useSelected } from "../../kit/lists/ticks";
import { Button } from "../../kit/ui/button";
import { type Choice, Select } from "../../kit/ui/field";
import { useDismissable } from "../../kit/ui/use-dismissable";
import type { Choices } from "../kit/choices";
import { howMany } from "../kit/labels";

type BulkBarProps = { path: string; choices: Choices; rows: number; working: boolean };

/** What can be done with all selected rows at once, checked on a page of its own first. With script it comes with the first row. */
export function BulkBar({ path, choices, rows, working }: BulkBarProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const scripted = useHydrated();
  const { search } = useLocation();
  const { selected } = useSelected();
  useDismissable(ref);
  const fields: [name: string, label: string, offered: readonly Choice[]][] = [
    ["status", "Status", choices.statuses],
    ["stage_id", "Stage", choices.stages],
    ["priority_id", "Priority", choices.priorities],
    ["type_id", "Type", choices.types],
    ["disposition_id", "Disposition", choices.dispositions],
    ["add_member", "Give to", choices.members],
    ["add_group", "Give to the group", choices.groups],
  ];
  if (scripted && selected === 0) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      {scripted && (
        <Button onClick={() => selectAll(selected < rows)} type="button">
          {selected < rows ? `Select all ${rows}` : "Clear selection"}
        </Button>
      )}
      <details className="pop shrink-0" ref={ref}>
        <summary className="btn">
          <ListChecks size={16} strokeWidth={1.75} aria-hidden="true" />
          {selected > 0 ? `Edit ${howMany(selected)}` : "Edit selected"}
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
        </summary>
        <div className="menu filter-panel max-h-[70dvh] overflow-y-auto p-4 sm:w-[26rem]">
          <Form
            id={bulkForm}
            method="get"
            action={href("/ticketing/tickets/bulk")}
            className="grid gap-3 sm:grid-cols-2"
          >
            <input type="hidden" name="to" value={`${path}${search}`} />
            <p className="text-sm text-quiet sm:col-span-2">
              Select tickets in the list, then choose what to change. You can check the changes before they are made.
            </p>
            {fields.map(([name, label, offered]) => (
              <Select key={name} id={`bulk-${name}`} name={name} label={label} choices={offered} empty="No change" />
            ))}
            <Button
              variant="primary"
              name="what"
              value="change"
              working={working}
              className="w-auto! justify-center! sm:col-start-1"
            >
              Change them
            </Button>
            <Button
              variant="danger-outline"
              icon={Trash2}
              name="what"
              value="delete"
              working={working}
              className="w-auto! justify-center!"
            >
              Delete them
            </Button>
          </Form>
        </div>
      </details>
    </div>
  );
}
