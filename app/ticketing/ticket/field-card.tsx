import { Form } from "@remix-run/react";
import { useRef } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { TicketField } from "../../../services/ticketing/contract.forms";
import type { TicketDetail } from "../../../services/ticketing/contract.schemas";
import { fieldErrors, typedValue } from "../../kit/refused-post";
import { useHeld } from "../../kit/typed";
import { Button } from "../../kit/ui/button";
import { TextArea, TextInput } from "../../kit/ui/field";
import { Conflicts } from "./conflicts";
import type { RefusedTicketForm } from "./ticket.server";

type FieldRowProps = {
  field: TicketField;
  label: string;
  now: string;
  type?: "text" | "tel" | "email" | "area";
  most: number;
};

type FieldCardProps = {
  title: string;
  action: string;
  ticket: TicketDetail;
  fieldsOf: (ticket: TicketDetail) => readonly FieldRowProps[];
  zone: string;
  working: boolean;
  refused?: RefusedTicketForm | undefined;
};

/** A form over some fields of a ticket that are written, not chosen. */
export function FieldCard({ title, action, ticket: now, fieldsOf, zone, working, refused }: FieldCardProps) {
  const ref = useRef<HTMLFormElement>(null);
  // What is typed stays, with what it was typed under, while the rest of the page is read again.
  const ticket = useHeld(now, ref);
  const errors = fieldErrors(refused);
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <Form
        key={`${ticket.version} ${refused ? "kept" : ""}`}
        ref={ref}
        data-keeps
        method="post"
        action={action}
        className="grid gap-4 p-4"
        noValidate={useHydrated()}
      >
        <Conflicts conflicts={refused?.conflicts ?? []} zone={zone} />
        <input type="hidden" name="intent" value="fields" />
        <input type="hidden" name="version" value={ticket.version} />
        {fieldsOf(ticket).map(({ field, label, now, type = "text", most }) => {
          const shared = {
            id: field,
            name: field,
            label,
            defaultValue: typedValue(refused, field) ?? now,
            errors: errors[field] ?? [],
            maxLength: most,
          };
          return (
            <div key={field}>
              <input type="hidden" name={`was_${field}`} value={now} />
              {type === "area" ? (
                <TextArea {...shared} rows={8} />
              ) : (
                <TextInput {...shared} type={type} autoComplete="off" />
              )}
            </div>
          );
        })}
        <div>
          <Button working={working}>{refused?.conflicts?.length ? "Save mine anyway" : "Save"}</Button>
        </div>
      </Form>
    </section>
  );
}
