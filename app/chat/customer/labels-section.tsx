import { Form, useLocation } from "@remix-run/react";
import { Plus, X } from "lucide-react";
import type { ContactLabel } from "../../../services/chat/contract.schemas";
import { Button } from "../../kit/ui/button";
import { Select } from "../../kit/ui/field";
import { inboxHref } from "../inbox/inbox-links";
import { LabelMark } from "../labels/label-mark";

type LabelsProps = { has: readonly ContactLabel[]; choices: readonly ContactLabel[] };

/** The labels of a conversation: each is taken off by its button, and one more is chosen from the list. */
export function Labels({ has, choices }: LabelsProps) {
  const { pathname, search } = useLocation();
  const free = choices.filter(({ id }) => !has.some((label) => label.id === id));
  const action = inboxHref(search);
  const back = pathname.endsWith("/details") ? <input type="hidden" name="panel" value="details" /> : null;
  return (
    <div className="grid gap-2">
      {has.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {has.map((label) => (
            <li key={label.id} className="min-w-0">
              <Form method="post" action={action} className="chip max-w-full" preventScrollReset>
                {back}
                <input type="hidden" name="label_id" value={label.id} />
                <LabelMark label={label} />
                <button
                  type="submit"
                  name="intent"
                  value="unlabel"
                  className="grid size-6 shrink-0 place-items-center rounded text-quiet hover:text-ink"
                >
                  <X size={14} strokeWidth={1.75} aria-hidden="true" />
                  <span className="sr-only">Remove the label {label.name}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-quiet">No labels.</p>
      )}
      {free.length > 0 && (
        <Form
          method="post"
          action={action}
          className="flex items-end gap-2"
          preventScrollReset
          key={has.map(({ id }) => id).join()}
        >
          {back}
          <Select
            id="add-label"
            label="Add a label"
            name="label_id"
            className="min-w-0 flex-1"
            empty="Choose"
            choices={free.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <Button name="intent" value="label" icon={Plus}>
            Add
          </Button>
        </Form>
      )}
    </div>
  );
}
