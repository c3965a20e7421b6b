import { type Location, useBeforeUnload, useBlocker, useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { acceptedPost } from "../shell/keep-page";
import type { LastPost } from "./refused-post";
import { Button } from "./ui/button";

type UnsavedProps = {
  /** Asked when somebody is about to leave. */
  dirty(): boolean;
  /** What was typed is given up. */
  onDiscard?(): void;
  /** Whether what was typed is still there at another address. */
  stays?(next: Location): boolean;
};

type PressedForm = { form: HTMLFormElement; submitter: HTMLElement | null };

/**
 * Asks before unsaved changes are lost, by a link, by Escape, by closing the window, or by another form of the page that
 * says so (`data-leaves`). Without script nothing is kept here.
 */
export function Unsaved({ dirty, onDiscard, stays }: UnsavedProps) {
  const passing = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      !passing.current &&
      `${historyAction}` !== "REPLACE" &&
      currentLocation.key !== nextLocation.key &&
      !stays?.(nextLocation) &&
      dirty(),
  );
  const navigate = useNavigate();
  /** Where somebody wants to go. The router forgets it when what was under way ends; the question is still to be answered. */
  const [wanted, setWanted] = useState<Location>();
  const to = blocker.state === "blocked" ? blocker.location : undefined;
  useEffect(() => {
    if (to) setWanted(to);
  }, [to]);
  useEffect(
    () =>
      window.__remixRouter?.subscribe(({ navigation }) => {
        if (navigation.state === "idle" && !dirty()) setWanted(undefined);
      }),
    [dirty],
  );
  const [pressed, setPressed] = useState<PressedForm>();
  const passed = useRef<HTMLFormElement>();
  useEffect(() => {
    const ask = (event: SubmitEvent) => {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement) || form.dataset.leaves === undefined) return;
      if (form === passed.current || !dirty()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setPressed({ form, submitter });
    };
    document.addEventListener("submit", ask, true);
    return () => document.removeEventListener("submit", ask, true);
  }, [dirty]);
  useBeforeUnload(
    useCallback(
      (event) => {
        if (dirty()) event.preventDefault();
      },
      [dirty],
    ),
  );
  const stay = useRef<HTMLDivElement>(null);
  const asked = wanted !== undefined || pressed !== undefined;
  useEffect(() => {
    if (asked) stay.current?.querySelector("button")?.focus();
  }, [asked]);
  if (!asked) return null;
  function stayHere() {
    blocker.reset?.();
    setWanted(undefined);
    setPressed(undefined);
  }
  function leave() {
    onDiscard?.();
    passing.current = true;
    if (blocker.state === "blocked") blocker.proceed();
    else if (wanted) navigate(wanted, { state: wanted.state });
    passing.current = false;
    setWanted(undefined);
    if (pressed?.form.isConnected) {
      passed.current = pressed.form;
      pressed.form.requestSubmit(pressed.submitter);
      passed.current = undefined;
    }
    setPressed(undefined);
  }
  return (
    <div
      ref={stay}
      role="alertdialog"
      aria-label="Discard what you typed?"
      className="sticky top-2 z-10 flex flex-wrap items-center gap-2 rounded border border-warn bg-surface p-3"
    >
      <p className="min-w-0 flex-auto">Discard what you typed? Your changes are not saved.</p>
      <Button type="button" variant="primary" onClick={stayHere}>
        Stay here
      </Button>
      <Button type="button" onClick={leave}>
        {pressed ? "Continue without saving" : "Leave without saving"}
      </Button>
    </div>
  );
}

type UnsavedFormProps = {
  /** Whether what was typed is still there at another address: where that has the same path, unless this says more. */
  stays?: UnsavedProps["stays"];
  /** The last post of the page, when it was refused. What another form of the page sent says nothing of this one. */
  refused: LastPost;
};

/** Another form of the page is sent, or a drawer opens by the query: what stands in this one is kept. */
function isSamePage({ pathname }: Location): boolean {
  return pathname === window.location.pathname;
}

/**
 * Inside a form of a page: asks before what was changed in it is lost, also while it is being sent: it may be refused.
 * A post that found no server has saved nothing.
 */
export function UnsavedForm({ refused, stays = isSamePage }: UnsavedFormProps) {
  const place = useRef<HTMLSpanElement>(null);
  const touched = useRef(false);
  /** While the submit event of this form is handled: the navigation that begins in it is its own. */
  const starting = useRef(false);
  /** Whether this form was the last that was sent. A page that comes with an answer does not say which it was. */
  const last = useRef(true);
  useEffect(() => {
    if (refused && last.current) touched.current = true;
  }, [refused]);
  useEffect(() => {
    const form = place.current?.closest("form");
    let sent = false;
    const note = ({ type }: Event) => {
      if (type === "submit") sent = starting.current = true;
      else touched.current = type === "input";
    };
    const started = ({ target }: Event) => {
      starting.current = false;
      last.current = target === form;
    };
    for (const type of ["input", "reset", "submit"]) form?.addEventListener(type, note);
    window.addEventListener("submit", started);
    const stop = window.__remixRouter?.subscribe(({ navigation }) => {
      starting.current = false;
      if (sent && acceptedPost(navigation)) touched.current = false;
      if (navigation.state === "idle") sent = false;
    });
    return () => {
      stop?.();
      window.removeEventListener("submit", started);
      for (const type of ["input", "reset", "submit"]) form?.removeEventListener(type, note);
    };
  }, []);
  const dirty = useCallback(() => touched.current && !starting.current, []);
  return (
    <>
      <span ref={place} hidden />
      <Unsaved dirty={dirty} onDiscard={() => place.current?.closest("form")?.reset()} stays={stays} />
    </>
  );
}
