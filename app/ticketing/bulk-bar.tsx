import { Form, useLocation } from "@remix-run/react";
import { ChevronDown, ListChecks, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { href } from "../href";
import { Button } from "../kit/ui/button";
import { type Choice, Select } from "../kit/ui/field";
import { usePopping } from "../kit/ui/use-popping";
import type { Choices } from "./choices.server";
import { bulkForm } from "./ticket-table";
import { howMany } from "./words";

/** The ticks of the rows, wherever they stand. */
function ticks(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[name="ids"][form="${bulkForm}"]`)];
}

/** How many rows are ticked now; a new list begins anew. */
function useTicked(): { ticked: number; all(on: boolean): void } {
  const { key } = useLocation();
  const [ticked, setTicked] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows
  useEffect(() => {
    const count = () => setTicked(ticks().filter(({ checked }) => checked).length);
    count();
    document.addEventListener("change", count);
    return () => document.removeEventListener("change", count);
  }, [key]);
  return {
    ticked,
    all(on) {
      for (const tick of ticks()) tick.checked = on;
      setTicked(on ? ticks().length : 0);
    },
  };
}

/** What can be done with all the ticked rows at once; it is looked over on a page of its own before it is done. */
export function BulkBar({ choices, rows, working }: { choices: Choices; rows: number; working: boolean }) {
  const ref = useRef<HTMLDetailsElement>(null);
  const scripted = useHydrated();
  const { pathname, search } = useLocation();
  const { ticked, all } = useTicked();
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
  const why = scripted && ticked === 0 ? { why: "Select tickets first." } : {};
  return (
    <div className="flex flex-wrap items-center gap-2">
      {scripted && (
        <Button onClick={() => all(ticked < rows)} type="button">
          {ticked < rows ? `Select all ${rows}` : "Clear selection"}
        </Button>
      )}
      <details className="pop shrink-0" ref={ref}>
        <summary className="btn">
          <ListChecks size={16} strokeWidth={1.75} aria-hidden="true" />
          {ticked > 0 ? `Edit ${howMany(ticked)}` : "Edit selected"}
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
        </summary>
        <div className="menu filter-panel max-h-[70dvh] overflow-y-auto p-4 sm:w-[26rem]">
          <Form
            id={bulkForm}
            method="get"
            action={href("/ticketing/tickets/bulk")}
            className="grid gap-3 sm:grid-cols-2"
          >
            <input type="hidden" name="to" value={`${pathname}${search}`} />
            <p className="text-sm text-quiet sm:col-span-2">
              Select tickets in the list, then choose what to change. You can check the changes before they are made.
            </p>
            {fields.map(([name, label, offered]) => (
              <Select key={name} id={`bulk-${name}`} name={name} label={label} choices={offered} empty="No change" />
            ))}
            <Button
              kind="main"
              name="what"
              value="change"
              working={working}
              className="w-auto! justify-center! sm:col-start-1"
              {...why}
            >
              Change them
            </Button>
            <Button
              kind="bad"
              icon={Trash2}
              name="what"
              value="delete"
              working={working}
              className="w-auto! justify-center!"
              {...why}
            >
              Delete them
            </Button>
          </Form>
        </div>
      </details>
    </div>
  );
}
