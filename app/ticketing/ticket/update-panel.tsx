import { Form } from "@remix-run/react";
import { useRef } from "react";
import { type TicketStatus, whyNot } from "../../../rules/ticket-labels";
import type { TicketField } from "../../../services/ticketing/contract.forms";
import type { TicketDetail } from "../../../services/ticketing/contract.schemas";
import { href } from "../../href";
import { fieldErrors, typedValue } from "../../kit/refused-post";
import { useHeld } from "../../kit/typed";
import { Button } from "../../kit/ui/button";
import { type Choice, Select } from "../../kit/ui/field";
import { WithoutScript } from "../../kit/ui/without-script";
import type { Choices } from "../kit/choices";
import { Conflicts } from "./conflicts";
import { useSaveOnChange } from "./save-on-change";
import type { RefusedTicketForm } from "./ticket.server";

/** What the Update panel sets. */
export const updateFields = [
  "status",
  "stage_id",
  "priority_id",
  "urgency_id",
  "impact_id",
  "type_id",
  "disposition_id",
  "channel_id",
  "policy_id",
] as const satisfies readonly TicketField[];

type UpdateProps = {
  ticket: TicketDetail;
  choices: Choices;
  zone: string;
  working: boolean;
  refused?: RefusedTicketForm | undefined;
  /** With script each choice is saved as it is made; without it there is the button. */
  onChange?: "save";
};

/** Status, stage and the rest; a field that somebody else changed meanwhile says so before it is overwritten. */
export function UpdatePanel({ ticket: now, choices, zone, working, refused, onChange }: UpdateProps) {
  const ref = useRef<HTMLFormElement>(null);
  const saving = useSaveOnChange(ref, now.version, onChange === "save");
  // What is chosen and not saved stays, with what it was chosen under, while the rest of the page is read again.
  const ticket = useHeld(now, ref);
  const statusChoices = choices.statuses.map((choice) => {
    const why = whyNot(ticket.status, choice.value as TicketStatus);
    return { ...choice, disabled: why !== undefined };
  });
  const errors = fieldErrors(refused);
  const rows: [field: (typeof updateFields)[number], label: string, offered: readonly Choice[], empty?: string][] = [
    ["status", "Status", statusChoices],
    ["stage_id", "Stage", choices.stages],
    ["priority_id", "Priority", choices.priorities],
    ["urgency_id", "Urgency", choices.urgencies, "Not set"],
    ["impact_id", "Impact", choices.impacts, "Not set"],
    ["type_id", "Type", choices.types, "None"],
    ["disposition_id", "Disposition", choices.dispositions, "None"],
    ["channel_id", "Channel", choices.channels, "Not set"],
    ["policy_id", "Policy", choices.policies, "Automatic"],
  ];
  const save = refused?.conflicts?.length ? "Save mine anyway" : "Save";
  return (
    <section className="card" aria-label="Update">
      <div className="card-head">
        <h2>Update</h2>
      </div>
      <Form
        // Anew when somebody saved: the choices are what the ticket is now, unless a save of ours was refused.
        key={`${ticket.version} ${refused ? "kept" : ""}`}
        ref={ref}
        data-keeps
        method="post"
        action={href("/ticketing/show/:index/update", { index: ticket.id })}
        preventScrollReset
        replace={saving.on}
        className="grid gap-2.5 p-4"
        onPointerDown={saving.onPointerDown}
        onKeyDown={saving.onKeyDown}
        onChange={saving.onChange}
        onBlur={saving.onBlur}
      >
        {ticket.version < now.version && !refused && (
          <p className="text-sm text-warn" role="status">
            This ticket changed in the meantime. Your choices are kept; other fields stay as they are now.
          </p>
        )}
        <Conflicts conflicts={refused?.conflicts ?? []} zone={zone} />
        <input type="hidden" name="version" value={ticket.version} />
        {rows.map(([field, label, offered, empty]) => {
          const was = String(
            (field === "disposition_id" ? (ticket.sub_disposition_id ?? ticket.disposition_id) : ticket[field]) ?? "",
          );
          return (
            <div key={field}>
              <input type="hidden" name={`was_${field}`} value={was} />
              <Select
                id={`update-${field}`}
                className="field-row"
                name={field}
                label={label}
                choices={offered}
                defaultValue={typedValue(refused, field) ?? was}
                errors={errors[field] ?? []}
                {...helpFor(field, ticket)}
                {...(empty === undefined ? {} : { empty })}
              />
            </div>
          );
        })}
        {saving.byChoice ? (
          <div className="min-h-5 text-sm text-quiet">
            {working && "Saving…"}
            {!working && saving.done && `You changed the ${saving.done.label}. `}
            {!working && saving.done && mayReturn(now, saving.done) && (
              <button type="button" className="link" onClick={saving.undo}>
                Undo<span className="sr-only"> the change of {saving.done.label}</span>
              </button>
            )}
            <WithoutScript>
              <Button working={working}>{save}</Button>
            </WithoutScript>
          </div>
        ) : (
          <div>
            <Button working={working}>{save}</Button>
          </div>
        )}
      </Form>
    </section>
  );
}

/** A status can't always go back to the one before. */
function mayReturn({ status }: TicketDetail, { name, before }: { name: string; before: string }): boolean {
  return name !== "status" || whyNot(status, before as TicketStatus) === undefined;
}

/** What the disposition set stands where it is seen. */
function helpFor(field: (typeof updateFields)[number], { by_disposition }: TicketDetail): { help?: string } {
  if (field === "priority_id" && by_disposition?.priority)
    return { help: `Set by the disposition ${by_disposition.priority}.` };
  if (field === "policy_id" && by_disposition?.policy)
    return { help: `The disposition ${by_disposition.policy} sets it.` };
  if (field === "disposition_id" && by_disposition && by_disposition.contacts.length > 0)
    return { help: `It tells ${by_disposition.contacts.join(", ")} of new tickets.` };
  return {};
}
