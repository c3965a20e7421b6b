import { Form } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { TicketField } from "../../services/ticketing/contract.forms";
import type { TicketDetail } from "../../services/ticketing/contract.shapes";
import { Button } from "../kit/ui/button";
import { TextArea, TextInput } from "../kit/ui/field";
import { Conflicts } from "./conflicts";
import type { Refusal } from "./ticket.server";

type Typed = { field: TicketField; label: string; now: string; type?: "text" | "tel" | "email" | "area"; most: number };

type FieldCardProps = {
  title: string;
  action: string;
  ticket: TicketDetail;
  fields: readonly Typed[];
  zone: string;
  working: boolean;
  refused?: Refusal | undefined;
};

/** A form over some fields of a ticket that are written, not chosen. */
export function FieldCard({ title, action, ticket, fields, zone, working, refused }: FieldCardProps) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      <Form
        key={`${ticket.version} ${refused ? "kept" : ""}`}
        method="post"
        action={action}
        className="grid gap-4 p-4"
        noValidate={useHydrated()}
      >
        <Conflicts conflicts={refused?.conflicts ?? []} zone={zone} />
        <input type="hidden" name="intent" value="fields" />
        <input type="hidden" name="version" value={ticket.version} />
        {fields.map(({ field, label, now, type = "text", most }) => {
          const shared = {
            id: field,
            name: field,
            label,
            defaultValue: refused?.typed[field] ?? now,
            errors: refused?.errors[field] ?? [],
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
          <Button working={working}>{refused?.conflicts.length ? "Save mine anyway" : "Save"}</Button>
        </div>
      </Form>
    </section>
  );
}
