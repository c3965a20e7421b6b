import { problem } from "../../kit/contract";
import { type Handlers, HttpError } from "../../kit/serve";
import { recalculateClocks } from "../clocks/recalculate";
import { mustBeOwn, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { TicketUpdate } from "../contract.forms";
import { historyPage } from "../records/history";
import { knowPeople } from "../workspace/people";
import { changeTicket } from "./change";
import { removeFile } from "./files";
import { keepFiles, readTicketForm } from "./forms";
import { giveItem, itemOfMember, saveItem, takeItem, ticketOfItem } from "./items";
import { customerPage } from "./list";
import { changeGroups, changePeople } from "./people";
import { similarTickets } from "./similar";

import { wholeOf } from "./whole";

type Inside =
  | "addFiles"
  | "removeFile"
  | "updateItem"
  | "updatePolicy"
  | "attachGroups"
  | "detachGroups"
  | "ticketMembers"
  | "itemMembers"
  | "detachItemMember"
  | "history"
  | "similar"
  | "customerTickets";

/** The calls about what is in a ticket: files, items, people, groups, and what is beside it. */
export function itemHandlers(service: TicketingContext): Pick<Handlers<typeof ticketing.calls>, Inside> {
  const { read, write, looking, mustSee, deps, database } = service;
  const { whole, saved } = wholeOf(service);
  const know = (account: string, users: readonly string[]) =>
    knowPeople(database, deps.clientsOfAccount(account), account, users);

  return {
    async addFiles({ stream }, context) {
      const { form, files } = await readTicketForm(
        service,
        context,
        TicketUpdate.pick({ file_ids: true }).extend({ ticket_id: TicketUpdate.shape.id }),
        stream,
      );
      await read(context.account, (trx) => mustSee(trx, context, form.ticket_id));
      if (files.length === 0) return problem(422, "Choose a file.", { files: ["Choose a file."] });
      const lost = await keepFiles(service, context, form.ticket_id, files);
      if (lost) return problem(503, lost.trim());
      const ticket = await whole(context, form.ticket_id);
      return { status: 201, body: { data: ticket?.files ?? [] } };
    },

    async removeFile({ params }, context) {
      await write(context, async (unit) => {
        const ticket = await removeFile(unit, params.id);
        if (ticket === undefined) throw new HttpError(404, "There is no such file.");
        await mustSee(unit.trx, context, ticket);
      });
      return { status: 201, body: { status: 201, message: "The file was removed from the ticket." } };
    },

    async updateItem({ body }, context) {
      const data = await write(context, async (unit) => {
        await mustSee(unit.trx, context, body.ticket_id);
        return saveItem(unit, body);
      });
      return { status: 201, body: { data } };
    },

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
      await know(context.account, [...body.add, ...body.watch]);
      await write(context, async (unit) => {
        await mustSee(unit.trx, context, params.ticket_id);
        await changePeople(unit, params.ticket_id, body);
      });
      return saved(context, params.ticket_id, "The members were changed.");
    },

    async itemMembers({ body }, context) {
      await know(context.account, [body.member_id]);
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

    async history({ params, query }, context) {
      const { account } = context;
      const page = await read(account, async (trx) => {
        await mustSee(trx, context, params.id);
        return historyPage(trx, account, params.id, query);
      });
      return { status: 200, body: page };
    },

    async similar({ params }, context) {
      const data = await read(context.account, async (trx) => {
        await mustSee(trx, context, params.id);
        return similarTickets(trx, await looking(trx, context), params.id);
      });
      return { status: 200, body: { data } };
    },

    async customerTickets({ query }, context) {
      mustBeOwn(context.account, query);
      const page = await read(context.account, async (trx) =>
        customerPage(trx, await looking(trx, context), query.id, query),
      );
      return { status: 200, body: page };
    },
  };
}
