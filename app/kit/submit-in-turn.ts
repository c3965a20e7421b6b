import { useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";

/**
 * For a form beside others of the page, one of which is saved without a click: the browser carries one post at a time,
 * and a second would cut the first off. A post of this form waits for another form's to end; `working` is said of this
 * form's own post only, so that a click on its button is not lost when the other begins under the pointer.
 * @param action where this form posts to
 */
export function useSubmitInTurn(action: string) {
  const { state, formAction } = useNavigation();
  const own = formAction === action;
  const otherRuns = state !== "idle" && formAction !== undefined && !own;
  const waiting = useRef<{ form: HTMLFormElement; submitter: HTMLElement | null }>();

  useEffect(() => {
    const next = waiting.current;
    if (otherRuns || !next) return;
    waiting.current = undefined;
    if (next.form.isConnected) next.form.requestSubmit(next.submitter?.isConnected ? next.submitter : null);
  }, [otherRuns]);

  return {
    working: state === "submitting" && own,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      if (!otherRuns) return;
      event.preventDefault();
      waiting.current = {
        form: event.currentTarget,
        submitter: (event.nativeEvent as SubmitEvent).submitter,
      };
    },
  };
}
