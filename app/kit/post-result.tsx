import { useEffect, useRef } from "react";
import { ActionNotice } from "./action-notice";
import { formNotice } from "./form-notice";
import { fieldErrors, type LastPost } from "./refused-post";
import { FormErrors } from "./ui/form-errors";

type PostResultProps = {
  last: LastPost;
  /**
   * The ID of the control of a field, to which its error leads; undefined for a field that the page does not show.
   * Without it the form has no place for errors: the first one is the notice.
   */
  idOf?: ((name: string) => string | undefined) | undefined;
};

/** What became of a form that was posted: the notice, and the errors of its fields in a summary that gets the focus. */
export function PostResult({ last, idOf }: PostResultProps) {
  const summary = useRef<HTMLDivElement>(null);
  const errors = Object.entries(fieldErrors(last));
  const shown = idOf
    ? errors.flatMap(([name, words]) => {
        const field = name === "" ? undefined : idOf(name);
        return words.map((text) => ({ text, ...(field ? { field } : {}) }));
      })
    : [];
  // A later answer is said again, though it may have the same words.
  useEffect(() => {
    if (last) summary.current?.querySelector<HTMLElement>("[role=alert]")?.focus();
  }, [last]);
  const [first] = idOf ? [] : errors.flatMap(([, words]) => words);
  const notice = idOf ? formNotice(last) : (last?.notice ?? (first ? warning(first) : undefined));
  return (
    <>
      <ActionNotice notice={notice} />
      {shown.length > 0 && (
        // In a form its grid keeps the distance.
        <div ref={summary} className="[.page>&]:mb-4">
          <FormErrors errors={shown} />
        </div>
      )}
    </>
  );
}

function warning(message: string) {
  return { level: "warning" as const, title: "Warning", message };
}
