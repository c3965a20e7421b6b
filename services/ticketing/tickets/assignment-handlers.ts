import type { Handlers } from "../../kit/serve";
import { recalculateClocks } from "../clocks/recalculate";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { knowPeople } from "../workspace/people";
import { changeTicket } from "./change";
import { changeGroups, changePeople } from "./people";
import { ticketReader } from "./ticket-reader";

/** The calls about who works on a ticket, and by which policy. */
export function assignmentHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, "updatePolicy" | "attachGroups" | "detachGroups" | "ticketMembers"> {
  const { write, mustSee, deps, database } = service;
  const { saved } = ticketReader(service);
  return {
    async updatePolicy({ body }, context) {
      await write(context, async (unit) => {
        await mustSee(unit.trx, context, body.ticket_id);
        if ((await changeTicket(unit, body.ticket_id, { policy_id: body.policy_id })).length === 0)
          await recalculateClocks(unit.trx, unit.account, body.ticket_id, unit.now);
      });
      return saved(context, body.ticket_id, "The policy was set.");
    },

    async attachGroups({ params, body }, context) {
      await write(context, async (unit) => {
        await mustSee(unit.trx, context, params.ticket_id);
        await changeGroups(unit, params.ticket_id, body.group_ids, []);
      });
      return saved(context, params.ticket_id, "The ticket was given to the group.");
    },

    async detachGroups({ params, body }, context) {
      await write(context, async (unit) => {
        await mustSee(unit.trx, context, params.ticket_id);
        await changeGroups(unit, params.ticket_id, [], body.group_ids);
      });
      return saved(context, params.ticket_id, "The ticket was taken from the group.");
    },

    async ticketMembers({ params, body }, context) {
      const people = [...body.add, ...body.watch];
      await knowPeople(database, deps.clientsOfAccount(context.account), context.account, people);
      await write(context, async (unit) => {
        await mustSee(unit.trx, context, params.ticket_id);
        await changePeople(unit, params.ticket_id, body);
      });
      return saved(context, params.ticket_id, "The members were changed.");
    },
  };
}
