// /ticketing/show/:index/customer - who a ticket is for, and their other tickets
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { act, done, page } from "../shell/page.server";
import { CopiesCard } from "./ticket/copies-card";
import { TicketLines } from "./ticket/customer-panel";
import { FieldCard } from "./ticket/field-card";
import { loadTicket, loadTicketNumber, saveFields, ticketFields } from "./ticket/ticket.server";
import { TicketFrame } from "./ticket/ticket-frame";

const path = "/ticketing/show/:index/customer";
const fields = ["customer_name", "customer_phone", "customer_email"] as const;

export const meta = titledBy<typeof loader>(({ data }) => `Customer of #${data?.ticket.id ?? ""}`);

export const loader = page(path, async (given) => {
  const base = await loadTicket(given);
  const { customer_id, customer } = base.ticket;
  const id = customer_id || customer.phone || customer.email;
  const answer = id ? await given.api.ticketing.customerTickets({ query: { id, per_page: 50 } }) : undefined;
  const others = answer?.status === 200 ? answer.body.data.filter((other) => other.id !== base.ticket.id) : [];
  return { ...base, others, total: answer?.status === 200 ? Math.max(0, answer.body.total - 1) : 0 };
});

const Shape = ticketFields(fields).extend({ add_copy: typedText, remove_copy: typedText });

export const action = act(path, Shape, async (given) => {
  const { add_copy, remove_copy, ...sent } = given.value;
  if (!add_copy && !remove_copy) return saveFields(given, sent, fields);
  const answer = await given.api.ticketing.setCopies({
    params: { id: await loadTicketNumber(given) },
    body: { add: add_copy ? [add_copy] : [], remove: remove_copy ? [remove_copy] : [] },
  });
  if (answer.status === 201)
    return done(given.from, href(path, { index: given.params.index }), answer.body.message, "Saved");
  return given.refuse({ ...answer.body, errors: { add_copy: Object.values(answer.body.errors ?? {}).flat() } });
});

export default function Customer() {
  const { ticket, zone, now, oversees, others, total } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <PostResult last={last} idOf={(name) => (name === "add_copy" ? "add-copy" : name)} />
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
          typed={typedValue(last, "add_copy") ?? ""}
          errors={fieldErrors(last).add_copy ?? []}
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
