// /ticketing/show/:index/customer - who a ticket is for, and their other tickets
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { done, page, receive } from "../shell/page.server";
import { CopiesCard } from "./copies-card";
import { TicketLines } from "./customer-panel";
import { FieldCard } from "./field-card";
import { readForm } from "./form.server";
import {
  loadTicket,
  numberOf,
  type RefusedTicketForm,
  refuseIn,
  type ShownConflict,
  saveFields,
} from "./ticket.server";
import { TicketFrame } from "./ticket-frame";

const path = "/ticketing/show/:index/customer";
const fields = ["customer_name", "customer_phone", "customer_email"] as const;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Customer of #${data?.ticket.id ?? ""} - ${brand.name}` },
];

export const loader = page(path, async (given) => {
  const base = await loadTicket(given);
  const { customer_id, customer } = base.ticket;
  const id = customer_id || customer.phone || customer.email;
  const answer = id ? await given.api.ticketing.customerTickets({ query: { id, per_page: 50 } }) : undefined;
  const others = answer?.status === 200 ? answer.body.data.filter((other) => other.id !== base.ticket.id) : [];
  return { ...base, others, total: answer?.status === 200 ? Math.max(0, answer.body.total - 1) : 0 };
});

export const action = receive(path, async (given) => {
  const form = await readForm(given.api, given.request);
  const [add, remove] = [form.values("add_copy"), form.values("remove_copy")];
  if (add.length + remove.length === 0) return saveFields(given, form, fields);
  const answer = await given.api.ticketing.setCopies({
    params: { id: await numberOf(given) },
    body: { add: add.slice(0, 1), remove: remove.slice(0, 1) },
  });
  if (answer.status === 201)
    return done(given.from, href(path, { index: given.params.index }), answer.body.message, "Saved");
  const errors = { add_copy: Object.values(answer.body.errors ?? {}).flat() };
  return refuseIn(answer.body, { typed: { add_copy: add[0] ?? "" }, errors, conflicts: [] as ShownConflict[] });
});

export default function Customer() {
  const { ticket, zone, now, oversees, others, total } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <ActionNotice notice={last?.notice} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <FieldCard
          title="Customer"
          action={href(path, { index: ticket.id })}
          ticket={ticket}
          zone={zone}
          working={working}
          refused={last}
          fieldsOf={(of) => [
            { field: "customer_name", label: "Name", now: of.customer.name, most: 200 },
            { field: "customer_phone", label: "Phone", now: of.customer.phone, type: "tel", most: 40 },
            { field: "customer_email", label: "Email", now: of.customer.email, type: "email", most: 254 },
          ]}
        />
        <CopiesCard
          ticket={ticket}
          working={working}
          typed={(last?.typed as RefusedTicketForm["typed"] | undefined)?.add_copy ?? ""}
          errors={(last?.errors as RefusedTicketForm["errors"] | undefined)?.add_copy ?? []}
        />
        <section className="card" aria-label="Other tickets of this customer">
          <div className="card-head">
            <h2>Other tickets of this customer</h2>
            <p className="num ml-auto text-sm text-quiet">{total.toLocaleString("en-KE")}</p>
          </div>
          <TicketLines tickets={others} empty="No other ticket has this customer's number, phone or email address." />
        </section>
      </div>
    </TicketFrame>
  );
}
