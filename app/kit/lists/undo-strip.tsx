import { Form, useLocation } from "@remix-run/react";
import { RotateCcw } from "lucide-react";
import { withQuery } from "../list";
import { Button, LinkButton } from "../ui/button";
import { type BulkAction, counted } from "./definition";
import { undoable, undoName } from "./query";

type UndoStripProps = {
  path: string;
  bulkPath: string;
  actions: readonly (Pick<BulkAction<never>, "name" | "told"> & { undo?: object })[];
  noun: readonly [string, string];
  working: boolean;
};

/** What was just done to several rows of this list, and the way back. */
export function UndoStrip({ path, bulkPath, actions, noun, working }: UndoStripProps) {
  const { search } = useLocation();
  const done = undoable(search);
  const action = done && actions.find(({ name, undo }) => name === done.action && undo);
  if (!done || !action) return null;
  const plain = `${path}${withQuery(search, { [undoName]: undefined }, true).replace(/^\?$/, "")}`;
  return (
    <Form
      method="post"
      action={bulkPath}
      className="card mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5"
      aria-label="Done just now"
    >
      <input type="hidden" name="to" value={plain} />
      <input type="hidden" name="action" value={action.name} />
      {done.ids.map((id) => (
        <input key={id} type="hidden" name="ids" value={id} />
      ))}
      <p className="min-w-0 flex-1" role="status">
        {action.told(counted(noun, done.count))}
      </p>
      <Button icon={RotateCcw} name="intent" value="undo" working={working}>
        Undo
      </Button>
      <LinkButton to={plain} variant="ghost">
        Close
      </LinkButton>
    </Form>
  );
}
