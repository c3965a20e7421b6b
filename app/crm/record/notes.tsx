import { Form, useNavigation } from "@remix-run/react";
import { mentionPieces } from "../../../rules/mentions";
import type { ContactNote } from "../../../services/crm/contract.contacts";
import type { CrmRecord } from "../../../services/crm/contract.records";
import { DateTime } from "../../kit/date-time";
import { LongText } from "../../kit/draft";
import { fieldErrors, type RefusedPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Field } from "../../kit/ui/field";
import { TextPieces } from "../../kit/ui/text-pieces";
import { recordHref } from "./places";

type NoteFormProps = {
  record: Pick<CrmRecord, "kind" | "id">;
  /** Those of the page: with a new one of the viewer's the field is empty again. */
  notes: readonly ContactNote[];
  last?: RefusedPost | undefined;
};

/** A note about a record. It is sent to the panel of notes, which has it again when it is refused. */
export function NoteForm({ record, notes, last }: NoteFormProps) {
  const { state, formData } = useNavigation();
  return (
    <Form
      key={last ? "refused" : "new"}
      method="post"
      action={recordHref(record, "other")}
      className="grid gap-3 p-4"
      aria-label="New note"
      preventScrollReset
    >
      <input type="hidden" name="intent" value="note" />
      <Field
        key={notes.find(({ own }) => own)?.id}
        id="note"
        label="Note"
        help="Write @ and a name to notify a colleague."
        errors={fieldErrors(last).text ?? []}
      >
        {(aria) => (
          <LongText
            {...aria}
            name="text"
            className="input min-h-20 [field-sizing:content]"
            rows={3}
            defaultValue={typedValue(last, "text") ?? ""}
          />
        )}
      </Field>
      <div>
        <Button working={state !== "idle" && formData?.has("text") === true}>Add the note</Button>
      </div>
    </Form>
  );
}

/** Notes, the newest first; who wrote one can change it. */
export function NoteLines({
  notes,
  record,
  zone,
}: {
  notes: readonly ContactNote[];
  record: Pick<CrmRecord, "kind" | "id">;
  zone: string;
}) {
  if (notes.length === 0) return <p className="px-4 pb-4 text-quiet">No notes yet.</p>;
  return (
    <ul className="divide-y divide-line border-t border-line">
      {notes.map((note) => (
        <li key={note.id} className="grid gap-1 px-4 py-3">
          <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
            <b className="font-medium">{note.by || "Unknown"}</b>
            <span className="text-quiet">
              <DateTime at={note.created_at} zone={zone} />
              {note.changed_at && ", changed"}
            </span>
          </p>
          <p className="whitespace-pre-wrap wrap-anywhere">
            <TextPieces pieces={mentionPieces(note.text, note.mentions)} />
          </p>
          {note.own && (
            <details className="text-sm">
              <summary className="link inline-block cursor-pointer">Change the note</summary>
              <Form method="post" action={recordHref(record, "other")} className="mt-2 grid gap-2" preventScrollReset>
                <input type="hidden" name="intent" value="note" />
                <input type="hidden" name="note" value={note.id} />
                <textarea
                  className="input min-h-20"
                  name="text"
                  rows={3}
                  defaultValue={note.text}
                  aria-label={`Note of ${note.by}`}
                />
                <div>
                  <Button>Save the note</Button>
                </div>
              </Form>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
