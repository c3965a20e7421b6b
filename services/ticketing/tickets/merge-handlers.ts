import type { Handlers } from "../../kit/serve";
import { answered, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { mergeTickets, unmergeTicket } from "../merge/merge";
import { ticketReader } from "./ticket-reader";

/** The calls that make one ticket of several, and take them apart again. */
export function mergeHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, "mergeTicket" | "unmergeTicket"> {
  const { write } = service;
  const { saved } = ticketReader(service);
  return {
    async mergeTicket({ body }, context) {
      const result = await answered(
        service,
        context.account,
        write(context, (unit) => mergeTickets(unit, body.ticket_id, body.merge_ids)),
      );
      if (result && result.status === 406) return result;
      return saved(
        context,
        body.ticket_id,
        body.merge_ids.length === 1 ? "The ticket was merged." : "The tickets were merged.",
      );
    },

    async unmergeTicket({ body }, context) {
      const result = await answered(
        service,
        context.account,
        write(context, (unit) => unmergeTicket(unit, body.ticket_id)),
      );
      if (typeof result === "object" && result.status === 406) return result;
      return saved(context, body.ticket_id, "The ticket is on its own again.");
    },
  };
}
