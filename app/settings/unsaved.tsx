import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { useCallback } from "react";
import { Button } from "../kit/ui/button";

/** Says so before unsaved changes are lost, by a link or by closing the window. Only with script: without it nothing is kept here. */
export function Unsaved({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      dirty && `${historyAction}` !== "REPLACE" && currentLocation.key !== nextLocation.key,
  );
  useBeforeUnload(
    useCallback(
      (event) => {
        if (dirty) event.preventDefault();
      },
      [dirty],
    ),
  );
  if (blocker.state !== "blocked") return null;
  return (
    <div
      role="alertdialog"
      aria-label="Unsaved changes"
      className="sticky top-2 z-10 flex flex-wrap items-center gap-2 rounded border border-warn bg-surface p-3"
    >
      <p className="min-w-0 flex-auto">Your changes are not saved.</p>
      <Button type="button" kind="main" onClick={() => blocker.reset()}>
        Stay here
      </Button>
      <Button type="button" onClick={() => blocker.proceed()}>
        Leave without saving
      </Button>
    </div>
  );
}
