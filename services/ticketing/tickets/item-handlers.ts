import { type Handlers, HttpError } from "../../kit/serve";
import type { TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { knowPeople } from "../workspace/people";
import { giveItem, itemOfMember, saveItem, takeItem, ticketOfItem } from "./items";

/** The calls about a ticket's items and who does them. */
export function itemHandlers(
  service: TicketingContext,
): Pick<Handlers<typeof ticketing.calls>, "updateItem" | "itemMembers" | "detachItemMember"> {
  const { write, mustSee, deps, database } = service;
  return {
    async updateItem({ body }, context) {
      const data = await write(context, async (unit) => {
        await mustSee(unit.trx, context, body.ticket_id);
        return saveItem(unit, body);
      });
      return { status: 201, body: { data } };
    },

    async itemMembers({ body }, context) {
      await knowPeople(database, deps.clientsOfAccount(context.account), context.account, [body.member_id]);
      const data = await write(context, async (unit) => {
        const ticket = await ticketOfItem(unit.trx, unit.account, body.item_id);
        if (ticket === undefined) throw new HttpError(404, "There is no such item.");
        await mustSee(unit.trx, context, ticket);
        return giveItem(unit, body.item_id, body.member_id);
      });
      return { status: 201, body: { data } };
    },

    async detachItemMember({ params }, context) {
      await write(context, async (unit) => {
        const item = await itemOfMember(unit.trx, unit.account, params.id);
        const ticket = item === undefined ? undefined : await ticketOfItem(unit.trx, unit.account, item);
        if (ticket === undefined) throw new HttpError(404, "There is no such item member.");
        await mustSee(unit.trx, context, ticket);
        await takeItem(unit, params.id, ticket);
      });
      return { status: 201, body: { status: 201, message: "The item was taken from the person." } };
    },
  };
}
