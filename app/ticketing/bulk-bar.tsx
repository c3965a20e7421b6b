import { Form, useLocation } from "@remix-run/react";
import { ChevronDown, ListChecks } from "lucide-react";
import { useRef } from "react";
import { Button } from "../kit/ui/button";
import { type Choice, Select } from "../kit/ui/field";
import { usePopping } from "../kit/ui/use-popping";
import type { Choices } from "./choices.server";
import { bulkForm } from "./ticket-table";

type BulkBarProps = { choices: Choices; working: boolean; typed: Record<string, unknown> };

/** What can be changed in all the ticked rows at once; each choice left alone stays as it is. */
export function BulkBar({ choices, working, typed }: BulkBarProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const { pathname, search } = useLocation();
  usePopping(ref);
  const fields: [name: string, label: string, offered: readonly Choice[]][] = [
    ["status", "Status", choices.statuses],
    ["stage_id", "Stage", choices.stages],
    ["priority_id", "Priority", choices.priorities],
    ["type_id", "Type", choices.types],
    ["disposition_id", "Disposition", choices.dispositions],
    ["add_member", "Give to", choices.members],
    ["add_group", "Give to the group", choices.groups],
  ];
  return (
    <details className="pop shrink-0" ref={ref}>
      <summary className="btn">
        <ListChecks size={16} strokeWidth={1.75} aria-hidden="true" />
        Change the ticked
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      <div className="menu filter-panel max-h-[70dvh] overflow-y-auto p-4 sm:w-80">
        <Form id={bulkForm} method="post" action={`${pathname}${search}`} className="grid gap-3">
          <p className="text-sm text-quiet">Tick rows in the list, then choose what changes in all of them.</p>
          {fields.map(([name, label, offered]) => (
            <Select
              key={name}
              id={`bulk-${name}`}
              name={name}
              label={label}
              choices={offered}
              empty="Leave as it is"
              defaultValue={String(typed[name] ?? "")}
            />
          ))}
          <Button kind="main" name="intent" value="change" working={working} className="mt-1 w-auto! justify-center!">
            Change the ticked tickets
          </Button>
        </Form>
      </div>
    </details>
  );
}
