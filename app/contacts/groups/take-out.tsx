import { Form } from "@remix-run/react";
import { Undo2, UserMinus } from "lucide-react";
import type { Contact } from "../../../services/messaging/contract.contacts";
import { Button } from "../../kit/ui/button";
import { packed } from "./taken";

/** In the drawer's foot: out of this group, with a way back. One of them, and not one a row: fifty menus doubled the page. */
export function TakeOut({ contact, back }: { contact: Contact; back: string }) {
  return (
    <Form method="post" action={back} className="ml-auto" preventScrollReset>
      <input type="hidden" name="contact_id" value={contact.contact_id} />
      <input type="hidden" name="was" value={packed(contact)} />
      <Button variant="danger-outline" size="lg" icon={UserMinus} name="intent" value="take">
        Remove from the group
      </Button>
    </Form>
  );
}

/** After the deed: what was done, and the way back. */
export function Taken({ called, was, working }: { called: string; was: string; working: boolean }) {
  return (
    <Form method="post" className="card mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <p role="status" className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-medium">{called}</b> was removed from this group.
      </p>
      <input type="hidden" name="was" value={was} />
      <Button icon={Undo2} name="intent" value="put back" working={working}>
        Put back
      </Button>
    </Form>
  );
}
