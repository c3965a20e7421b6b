import { Form } from "@remix-run/react";
import type { TicketDetail } from "../../../services/ticketing/contract.schemas";
import { href } from "../../href";
import { Button } from "../../kit/ui/button";
import { TextInput } from "../../kit/ui/field";

type CopiesProps = { ticket: TicketDetail; working: boolean; typed: string; errors: readonly string[] };

/** Who gets the ticket's mails beside the customer. */
export function CopiesCard({ ticket, working, typed, errors }: CopiesProps) {
  const action = href("/ticketing/show/:index/customer", { index: ticket.id });
  return (
    <section className="card" aria-label="People on copy">
      <div className="card-head">
        <h2>People on copy</h2>
      </div>
      <p className="px-4 pt-3 text-quiet">
        {ticket.cc.length === 0
          ? "No one. People on copy of the customer's emails are added automatically."
          : "They get every public comment that goes by email, and can answer."}
      </p>
      {ticket.cc.length > 0 && (
        <ul className="divide-y divide-line px-4 py-2">
          {ticket.cc.map((address) => (
            <li key={address} className="flex items-center gap-3 py-1.5">
              <span className="min-w-0 wrap-anywhere">{address}</span>
              <Form method="post" action={action} encType="multipart/form-data" className="ml-auto">
                <input type="hidden" name="remove_copy" value={address} />
                <Button variant="ghost">
                  Remove<span className="sr-only"> {address}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      <Form
        method="post"
        action={action}
        encType="multipart/form-data"
        className="grid gap-3 p-4"
        key={ticket.cc.length}
      >
        <TextInput
          id="add-copy"
          name="add_copy"
          type="email"
          label="Email address"
          required
          maxLength={254}
          defaultValue={typed}
          errors={errors}
        />
        <div>
          <Button working={working}>Put on copy</Button>
        </div>
      </Form>
    </section>
  );
}
