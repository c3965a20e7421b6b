import { Form, useNavigation } from "@remix-run/react";
import type { DispositionType } from "../../../services/chat/contract.inbox";
import { Button } from "../../kit/ui/button";
import { TextArea } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";

export type DispositionChoice = { value: string; label: string; suggested: boolean };

/** Every disposition that can be set: a type, or an item of it; the suggested type first. */
export function dispositionChoices(types: readonly DispositionType[], suggested: number | null): DispositionChoice[] {
  const first = [...types].sort((a, b) => Number(b.id === suggested) - Number(a.id === suggested));
  return first.flatMap((type) => {
    const known = type.id === suggested;
    if (type.items.length === 0) return [{ value: `${type.id}`, label: type.name, suggested: known }];
    return type.items.map((item, at) => ({
      value: `${type.id}:${item.id}`,
      label: `${type.name}: ${item.title}`,
      suggested: known && at === 0,
    }));
  });
}

type DispositionProps = {
  action: string;
  choices: readonly DispositionChoice[];
  /** So many are shown; the rest is behind "All". */
  few?: number;
  all: string;
  /** The conversation still runs: it is ended with it. */
  running: boolean;
  chosen?: string;
  note?: string;
};

/** What a conversation was about; number keys choose, Enter saves. */
export function DispositionForm(props: DispositionProps) {
  const { action, choices, few = choices.length, all, running, chosen, note } = props;
  const { state, formAction } = useNavigation();
  // Its own way only: while the answer to "End conversation" is on its way, this one may be chosen and saved already.
  const working = state === "submitting" && pathPart(formAction) === pathPart(action);
  const shown = choices.slice(0, few);
  if (choices.length === 0)
    return (
      <p className="text-sm text-quiet">
        No dispositions yet. Someone with the permission Manage chat settings can add them.
      </p>
    );
  return (
    <Form method="post" action={action} data-keeps="" data-dispositions="" preventScrollReset>
      <fieldset className="min-w-0">
        <legend className="sr-only">Disposition</legend>
        {shown.map(({ value, label, suggested }, at) => (
          <label
            key={value}
            className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 hover:bg-raised has-checked:bg-brand-soft has-checked:font-medium max-md:min-h-11"
          >
            <input
              type="radio"
              name="disposition"
              value={value}
              required
              defaultChecked={chosen === undefined ? suggested : chosen === value}
              className="size-4 shrink-0 accent-brand"
            />
            <span className="min-w-0 truncate" title={label}>
              {label}
            </span>
            <span className="ml-auto flex shrink-0 items-center gap-2">
              {suggested && <span className="text-xs font-normal text-quiet">suggested</span>}
              {at < 9 && <span className="kbd max-md:hidden">{at + 1}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      {few >= choices.length ? (
        <TextArea
          id="disposition-note"
          name="note"
          label="Note"
          optional
          rows={2}
          maxLength={2_000}
          defaultValue={note ?? ""}
          className="mt-3"
        />
      ) : (
        <p className="mt-1 px-2">
          <Link className="link text-sm" to={all} preventScrollReset>
            All {choices.length} dispositions, with a note
          </Link>
        </p>
      )}
      <Button className="mt-3" working={working}>
        {running ? "End with this disposition" : "Save the disposition"}
      </Button>
    </Form>
  );
}

function pathPart(address = ""): string {
  return address.split("?", 1)[0] ?? "";
}
