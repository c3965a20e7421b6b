import { problem } from "../../kit/contract";
import { type Handlers, Refused } from "../../kit/serve";
import { type Bench, mustBeOwn } from "../bench";
import { recalculateClocks } from "../clocks/recalculate";
import type { ticketing } from "../contract";
import { TicketUpdate } from "../contract.forms";
import { knowPeople } from "../desk/people";
import { historyPage } from "../records/history";
import { changeTicket } from "./change";
import { removeFile } from "./files";
import { formOf, keepFiles } from "./forms";
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
export function insideHandlers(bench: Bench): Pick<Handlers<typeof ticketing.calls>, Inside> {
  const { read, write, looking, mustSee, deps, database } = bench;
  const { whole, saved } = wholeOf(bench);
  const know = (account: string, users: readonly string[]) => knowPeople(database, deps.askAs(account), account, users);

  return {
    async addFiles({ stream }, asking) {
      const { form, files } = await formOf(
        bench,
        asking,
        TicketUpdate.pick({ file_ids: true }).extend({ ticket_id: TicketUpdate.shape.id }),
        stream,
      );
      await read(asking.account, (trx) => mustSee(trx, asking, form.ticket_id));
      if (files.length === 0) return problem(422, "Choose a file.", { files: ["Choose a file."] });
      const lost = await keepFiles(bench, asking, form.ticket_id, files);
      if (lost) return problem(503, lost.trim());
      const ticket = await whole(asking, form.ticket_id);
      return { status: 201, body: { data: ticket?.files ?? [] } };
    },

    async removeFile({ params }, asking) {
      await write(asking, async (act) => {
        const ticket = await removeFile(act, params.id);
        if (ticket === undefined) throw new Refused(404, "There is no such file.");
        await mustSee(act.trx, asking, ticket);
      });
      return { status: 201, body: { status: 201, message: "The file was removed from the ticket." } };
    },

    async updateItem({ body }, asking) {
      const data = await write(asking, async (act) => {
        await mustSee(act.trx, asking, body.ticket_id);
        return saveItem(act, body);
      });
      return { status: 201, body: { data } };
    },

    async updatePolicy({ body }, asking) {
      await write(asking, async (act) => {
        await mustSee(act.trx, asking, body.ticket_id);
        if ((await changeTicket(act, body.ticket_id, { policy_id: body.policy_id })).length === 0)
          await recalculateClocks(act.trx, act.account, body.ticket_id, act.now);
      });
      return saved(asking, body.ticket_id, "The policy was set.");
    },

    async attachGroups({ params, body }, asking) {
      await write(asking, async (act) => {
        await mustSee(act.trx, asking, params.ticket_id);
        await changeGroups(act, params.ticket_id, body.group_ids, []);
      });
      return saved(asking, params.ticket_id, "The ticket was given to the group.");
    },

    async detachGroups({ params, body }, asking) {
      await write(asking, async (act) => {
        await mustSee(act.trx, asking, params.ticket_id);
        await changeGroups(act, params.ticket_id, [], body.group_ids);
      });
      return saved(asking, params.ticket_id, "The ticket was taken from the group.");
    },

    async ticketMembers({ params, body }, asking) {
      await know(asking.account, [...body.add, ...body.watch]);
      await write(asking, async (act) => {
        await mustSee(act.trx, asking, params.ticket_id);
        await changePeople(act, params.ticket_id, body);
      });
      return saved(asking, params.ticket_id, "The members were changed.");
    },

    async itemMembers({ body }, asking) {
      await know(asking.account, [body.member_id]);
      const data = await write(asking, async (act) => {
        const ticket = await ticketOfItem(act.trx, act.account, body.item_id);
        if (ticket === undefined) throw new Refused(404, "There is no such item.");
        await mustSee(act.trx, asking, ticket);
        return giveItem(act, body.item_id, body.member_id);
      });
      return { status: 201, body: { data } };
    },

    async detachItemMember({ params }, asking) {
      await write(asking, async (act) => {
        const item = await itemOfMember(act.trx, act.account, params.id);
        const ticket = item === undefined ? undefined : await ticketOfItem(act.trx, act.account, item);
        if (ticket === undefined) throw new Refused(404, "There is no such item member.");
        await mustSee(act.trx, asking, ticket);
        await takeItem(act, params.id, ticket);
      });
      return { status: 201, body: { status: 201, message: "The item was taken from the person." } };
    },

    async history({ params, query }, asking) {
      const { account } = asking;
      const page = await read(account, async (trx) => {
        await mustSee(trx, asking, params.id);
        return historyPage(trx, account, params.id, query);
      });
      return { status: 200, body: page };
    },

    async similar({ params }, asking) {
      const data = await read(asking.account, async (trx) => {
        await mustSee(trx, asking, params.id);
        return similarTickets(trx, await looking(trx, asking), params.id);
      });
      return { status: 200, body: { data } };
    },

    async customerTickets({ query }, asking) {
      mustBeOwn(asking.account, query);
      const page = await read(asking.account, async (trx) =>
        customerPage(trx, await looking(trx, asking), query.id, query),
      );
      return { status: 200, body: page };
    },
  };
}
