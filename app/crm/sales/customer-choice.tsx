import { Form } from "@remix-run/react";
import { Search } from "lucide-react";
import { showPhone } from "../../../rules/phone";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";

type Contact = { id: number; name: string; company: string; phone: string; email: string };

type CustomerChoiceProps = {
  /** What was looked for, and whom it found; no contacts for people who may not see them. `gone`: who was named is not there. */
  choice: { q: string; gone: boolean; contacts?: readonly Contact[]; more?: boolean };
  /** The same page for one of them. */
  to: (contact: number) => string;
};

/** Whom a sale or a quote is to: a search among all contacts, which leads to the form. */
export function CustomerChoice({ choice: { q, gone, contacts, more }, to }: CustomerChoiceProps) {
  if (!contacts)
    return (
      <Card padded label="Customer" className="max-w-[720px]">
        <p>Choosing a customer needs the permission to view contacts. Begin on the page of a deal instead.</p>
      </Card>
    );
  return (
    <Card label="Customer" className="max-w-[720px]">
      {gone && (
        <p className="border-b border-line p-4">The contact or deal is not there any more. Choose the customer.</p>
      )}
      <Form method="get" role="search" className="flex flex-wrap items-end gap-3 border-b border-line p-4">
        <div className="min-w-0 flex-1 basis-60">
          <TextInput
            id="q"
            name="q"
            type="search"
            label="Customer's name, company, phone or email"
            defaultValue={q}
            maxLength={100}
            autoComplete="off"
          />
        </div>
        <Button size="lg" icon={Search}>
          Search
        </Button>
      </Form>
      {contacts.length === 0 && (
        <p className="p-4 text-quiet">{q === "" ? "There are no contacts yet." : `No contact matches “${q}”.`}</p>
      )}
      <ul className="divide-y divide-line">
        {contacts.map(({ id, name, company, phone, email }) => (
          <li key={id}>
            <Link to={to(id)} className="block px-4 py-2.5 hover:bg-raised">
              <span className="block font-medium wrap-anywhere">{name}</span>
              <span className="block text-sm text-quiet wrap-anywhere">
                {[company, phone && showPhone(phone), email].filter(Boolean).join(" · ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more && (
        <p className="border-t border-line p-4 text-sm text-quiet">
          These are the first {contacts.length} by name. Search for others.
        </p>
      )}
    </Card>
  );
}

/** Whom it is to, with the way to the search for another one. */
export function ToCustomer({ name, other }: { name: string; other: string }) {
  return (
    <>
      To {name}.{" "}
      <Link className="link" to={other}>
        Another customer
      </Link>
    </>
  );
}
