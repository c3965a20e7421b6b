import { Form, useLocation } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "../ui/button";
import { Select } from "../ui/field";
import { useDismissable } from "../ui/use-dismissable";
import { useWithoutScript } from "../ui/without-script";
import { type BulkAction, type BulkField, counted } from "./definition";
import { bulkForm, selectAll, useSelected } from "./ticks";

type BulkBarProps = {
  /** The list's own address. */
  path: string;
  /** The page that asks once more. */
  bulkPath: string;
  actions: readonly Pick<BulkAction<never>, "name" | "label" | "icon" | "danger" | "fields">[];
  noun: readonly [string, string];
  /** On this page, and in all. */
  rows: number;
  total: number;
  capped: boolean;
};

/**
 * What can be done with the selected rows, or with all that match: each leads to the page that asks again. With script
 * it comes with the first selected row: in the place of the card's head, on a phone at the foot of the window. The rows
 * stay where they are, since the next one is about to be pressed.
 */
export function BulkBar({ path, bulkPath, actions, noun, rows, total, capped }: BulkBarProps) {
  const scripted = useHydrated();
  const unscripted = useWithoutScript();
  const { search } = useLocation();
  const { selected } = useSelected();
  const more = total > rows || capped;
  const every = scripted && selected === rows && more;
  return (
    <Form
      id={bulkForm}
      method="get"
      action={bulkPath}
      hidden={scripted && selected === 0}
      className={`bulk-bar ${scripted ? "" : unscripted}`}
      data-selected={(scripted && selected > 0) || undefined}
      aria-label="Selected rows"
    >
      <input type="hidden" name="to" value={`${path}${search}`} />
      <p className="text-sm" role="status">
        {scripted ? `${counted(noun, selected)} selected` : `Select ${noun[1]} in the list:`}
      </p>
      {actions.map(({ name, label, icon, danger, fields }) =>
        fields ? (
          <BulkFields key={name} {...{ name, label, fields, noun }} {...(icon ? { icon } : {})} />
        ) : (
          <Button
            key={name}
            name="action"
            value={name}
            variant={danger ? "danger-outline" : "secondary"}
            {...(icon ? { icon } : {})}
          >
            {label}
          </Button>
        ),
      )}
      {(every || (!scripted && more)) && (
        <label className="tick text-sm">
          <input type="checkbox" name="all" value="1" />
          <span>All {counted(noun, total, capped)} that match</span>
        </label>
      )}
      {scripted && (
        <Button type="button" variant="ghost" className="sm:hidden!" onClick={() => selectAll(selected < rows)}>
          {selected < rows ? `Select all ${rows}` : "Clear selection"}
        </Button>
      )}
    </Form>
  );
}

type BulkFieldsProps = Pick<BulkAction<never>, "name" | "label" | "icon"> & {
  fields: readonly BulkField[];
  noun: readonly [string, string];
};

/** The fields of an action, from which something is chosen for all selected rows. */
function BulkFields({ name, label, icon: Icon, fields, noun }: BulkFieldsProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  useDismissable(ref);
  return (
    <details className="pop shrink-0" ref={ref}>
      <summary className="btn">
        {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
        {label}
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      <div className="menu filter-panel grid max-h-[70dvh] gap-3 overflow-y-auto p-4 sm:w-[26rem] sm:grid-cols-2">
        <p className="text-sm text-quiet sm:col-span-2">
          Choose what to change in the selected {noun[1]}. You check it before it is changed.
        </p>
        {fields.map((field) => (
          <Select
            key={field.name}
            id={`bulk-${field.name}`}
            name={field.name}
            label={field.label}
            choices={field.choices}
            empty="No change"
          />
        ))}
        <Button variant="primary" name="action" value={name} className="justify-center! sm:col-start-1">
          Continue
        </Button>
      </div>
    </details>
  );
}
