import { Form, useLocation } from "@remix-run/react";
import { RotateCcw, Trash2 } from "lucide-react";
import { href } from "../../href";
import { withQuery } from "../../kit/list";
import { Button, LinkButton } from "../../kit/ui/button";
import { howMany } from "../kit/labels";

/** After tickets were deleted from a list: their numbers, in the list's own address. */
export const undoParam = "undo";

/** The numbers in the address, at most as many as one change takes. */
export function undoableIn(search: string): number[] {
  const said = new URLSearchParams(search).get(undoParam) ?? "";
  return /^\d{1,15}(,\d{1,15}){0,499}$/.test(said) ? said.split(",").map(Number) : [];
}

/** What was just deleted from this list, and the way back. */
export function UndoStrip({ working }: { working: boolean }) {
  const { pathname, search } = useLocation();
  const ids = undoableIn(search);
  if (ids.length === 0) return null;
  const plain = `${pathname}${withQuery(search, { [undoParam]: undefined }, true).replace(/^\?$/, "")}`;
  return (
    <Form
      method="post"
      action={href("/ticketing/tickets/bulk")}
      className="card mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5"
      aria-label="Deleted just now"
    >
      <input type="hidden" name="to" value={plain} />
      {ids.map((id) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
      <Trash2 size={16} strokeWidth={1.75} className="text-quiet" aria-hidden="true" />
      <p className="min-w-0 flex-1" role="status">
        {howMany(ids.length)} deleted. For 30 days the Deleted filter finds them.
      </p>
      <Button icon={RotateCcw} name="intent" value="restore" working={working}>
        Undo
      </Button>
      <LinkButton to={plain} variant="ghost">
        Close
      </LinkButton>
    </Form>
  );
}
