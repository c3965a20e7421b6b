import { Form, useLocation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "../ui/button";
import { type BulkAction, counted } from "./definition";
import { bulkForm, selectAll, useSelected } from "./ticks";

type BulkBarProps = {
  /** The list's own address. */
  path: string;
  /** The page that asks once more. */
  bulkPath: string;
  actions: readonly Pick<BulkAction<never>, "name" | "label" | "icon" | "danger">[];
  noun: readonly [string, string];
  /** On this page, and in all. */
  rows: number;
  total: number;
  capped: boolean;
};

/**
 * What can be done with the ticked rows, or with all that match: each leads to the page that asks once more. With
 * script it comes with the first tick.
 */
export function BulkBar({ path, bulkPath, actions, noun, rows, total, capped }: BulkBarProps) {
  const scripted = useHydrated();
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
      className="mb-3 flex flex-wrap items-center gap-2"
      aria-label="Selected rows"
    >
      <input type="hidden" name="to" value={`${path}${search}`} />
      <p className="text-sm" role="status">
        {scripted ? `${counted(noun, selected)} selected` : `Select ${noun[1]} in the list:`}
      </p>
      {actions.map(({ name, label, icon, danger }) => (
        <Button
          key={name}
          name="action"
          value={name}
          variant={danger ? "danger-outline" : "secondary"}
          {...(icon ? { icon } : {})}
        >
          {label}
        </Button>
      ))}
      {(every || (!scripted && more)) && (
        <label className="tick text-sm">
          <input type="checkbox" name="all" value="1" />
          <span>All {counted(noun, total, capped)} that match</span>
        </label>
      )}
      {scripted && (
        <Button type="button" variant="ghost" onClick={() => selectAll(selected < rows)}>
          {selected < rows ? `Select all ${rows}` : "Clear selection"}
        </Button>
      )}
    </Form>
  );
}
