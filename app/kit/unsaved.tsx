import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { Button } from "./ui/button";

type UnsavedProps = {
  /** Asked when somebody is about to leave. */
  dirty(): boolean;
  /** What was typed is given up. */
  onDiscard?(): void;
};

/** Asks before unsaved changes are lost, by a link, by Escape or by closing the window. Without script nothing is kept here. */
export function Unsaved({ dirty, onDiscard }: UnsavedProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      `${historyAction}` !== "REPLACE" && currentLocation.key !== nextLocation.key && dirty(),
  );
  useBeforeUnload(
    useCallback(
      (event) => {
        if (dirty()) event.preventDefault();
      },
      [dirty],
    ),
  );
  const stay = useRef<HTMLDivElement>(null);
  const asked = blocker.state === "blocked";
  useEffect(() => {
    if (asked) stay.current?.querySelector("button")?.focus();
  }, [asked]);
  if (blocker.state !== "blocked") return null;
  return (
    <div
      ref={stay}
      role="alertdialog"
      aria-label="Discard what you typed?"
      className="sticky top-2 z-10 flex flex-wrap items-center gap-2 rounded border border-warn bg-surface p-3"
    >
      <p className="min-w-0 flex-auto">Discard what you typed? Your changes are not saved.</p>
      <Button type="button" variant="primary" onClick={() => blocker.reset()}>
        Stay here
      </Button>
      <Button
        type="button"
        onClick={() => {
          onDiscard?.();
          blocker.proceed();
        }}
      >
        Leave without saving
      </Button>
    </div>
  );
}
