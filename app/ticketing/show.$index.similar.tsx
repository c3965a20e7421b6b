// /ticketing/show/:index/similar - tickets like this one, the likest first
import { useLoaderData } from "@remix-run/react";
import { titledBy } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { TicketLines } from "./ticket/customer-panel";
import { loadTicket } from "./ticket/ticket.server";
import { TicketFrame } from "./ticket/ticket-frame";

export const meta = titledBy<typeof loader>(({ data }) => `Similar to #${data?.ticket.id ?? ""}`);

export const loader = page("/ticketing/show/:index/similar", async (given) => {
  const base = await loadTicket(given);
  return {
    ...base,
    similar: expectStatus(await given.api.ticketing.similar({ params: { id: base.ticket.id } }), 200).data,
  };
});

export default function Similar() {
  const { ticket, zone, now, oversees, similar } = useLoaderData<typeof loader>();
  return (
    <TicketFrame {...{ ticket, zone, now, oversees }}>
      <section className="card" aria-label="Similar tickets">
        <div className="card-head">
          <h2>Similar tickets</h2>
          <p className="ml-auto text-sm text-quiet">most similar first</p>
        </div>
        <TicketLines tickets={similar} empty="No similar tickets found." />
      </section>
    </TicketFrame>
  );
}
