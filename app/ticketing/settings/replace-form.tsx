import { Form } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { useRef } from "react";
import { Button } from "../../kit/ui/button";
import { type Choice, Select } from "../../kit/ui/field";
import { useDismissable } from "../../kit/ui/use-dismissable";

type RemoveProps = {
  id: number;
  name: string;
  /** What takes its place; asked for while tickets use it. */
  others: readonly Choice[];
  used: number;
  /** Which of several lists of the page it is in. */
  what?: string;
  /** One and many of what uses it. */
  noun?: readonly [one: string, many: string];
  /** The button's value, where the page has other deletions. */
  intent?: string;
};

/** Deletes a thing of the settings; one in use hands its tickets to another. */
export function Remove({ id, name, others, used, what, noun = ["ticket", "tickets"], intent = "delete" }: RemoveProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  useDismissable(ref);
  return (
    <details className="pop pop-free" name="remove" ref={ref}>
      <summary className="more" aria-label={`Delete ${name}`} title={`Delete ${name}`}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      <div className="menu p-3!">
        <Form method="post" className="grid w-60 gap-3">
          <input type="hidden" name="id" value={id} />
          {what && <input type="hidden" name="what" value={what} />}
          <p className="text-sm whitespace-normal">
            {used > 0
              ? `${used.toLocaleString("en-KE")} ${used === 1 ? `${noun[0]} uses` : `${noun[1]} use`} ${name}. Choose a replacement.`
              : `Delete ${name}?`}
          </p>
          {used > 0 && (
            <Select
              id={`replace-${what ?? ""}${id}`}
              name="replace"
              label="Replacement"
              choices={others}
              empty="Choose"
            />
          )}
          <Button variant="danger-outline" name="intent" value={intent} className="justify-center!">
            Delete {name}
          </Button>
        </Form>
      </div>
    </details>
  );
}
