import { problem } from "../../kit/contract";
import { actorId } from "../../kit/principal";
import type { Handlers } from "../../kit/serve";
import { answered, mustBeOwn, type TicketingContext } from "../context";
import type { ticketing } from "../contract";
import { TicketForm, TicketUpdate } from "../contract.forms";
import { knowPeople } from "../workspace/people";
import { bulkChange } from "./bulk";
import { changeTicket } from "./change";
import { mustKnowContact } from "./contact";
import { createTicket } from "./create";
import { findTicketId as ticketIdOf } from "./detail";
import { keepFiles, readTicketForm } from "./forms";
import { destroyTicket, keptDays, restoreTicket } from "./gone";
import { parseFilters, ticketPage } from "./list";
import { ticketReader } from "./ticket-reader";

const noTicket = "There is no such ticket.";

type TicketCalls =
  | "ticketList"
  | "createTicket"
  | "ticket"
  | "updateTicket"
  | "updateProperty"
  | "destroyTicket"
  | "restoreTicket"
  | "bulkChange";

/** The calls about tickets: the list, one ticket, and changes of one or of many. */
export function ticketHandlers(service: TicketingContext): Pick<Handlers<typeof ticketing.calls>, TicketCalls> {
  const { read, write, looking, mustSee, seen, deps, database } = service;
  const { whole, saved } = ticketReader(service);
  const know = (account: string, users: readonly string[]) =>
    knowPeople(database, deps.clientsOfAccount(account), account, users);

  return {
    async ticketList({ query, body }, context) {
      mustBeOwn(context.account, query, body);
      const filters = parseFilters(query, body);
      const asked = { ...query, ...(body.page ? { page: body.page } : {}), sort: body.sort ?? query.sort };
      const [page] = await Promise.all([
        read(context.account, async (trx) => ticketPage(trx, await looking(trx, context), filters, asked)),
        seen(context),
      ]);
      return { status: 200, body: page };
    },

    async createTicket({ stream }, context) {
      const { form, files } = await readTicketForm(service, context, TicketForm, stream);
      await know(context.account, [...form.member_ids, actorId(context.who)]);
      await mustKnowContact(deps.clientsOfAccount(context.account), form.contact_id);
      const { id, fresh } = await write(context, (unit) => createTicket(unit, form));
      const lost = fresh ? await keepFiles(service, context, id, files) : "";
      return saved(context, id, `Ticket #${id} was opened.${lost}`);
    },

    async ticket({ params }, context) {
      const id = await read(context.account, async (trx) => {
        const found = await ticketIdOf(trx, context.account, params.id);
        if (found !== undefined) await mustSee(trx, context, found);
        return found;
      });
      const ticket = id === undefined ? undefined : await whole(context, id);
      return ticket ? { status: 200, body: ticket } : problem(404, noTicket);
    },

    async updateTicket({ stream }, context) {
      const { form, files } = await readTicketForm(service, context, TicketUpdate, stream);
      const { id, version, file_ids: _, ...change } = form;
      await mustKnowContact(deps.clientsOfAccount(context.account), change.contact_id);
      const work = write(context, async (unit) => {
        await mustSee(unit.trx, context, id);
        return changeTicket(unit, id, change, version);
      });
      const result = await answered(service, context.account, work);
      if (!Array.isArray(result)) return result;
      const lost = await keepFiles(service, context, id, files);
      return saved(
        context,
        id,
        `${result.length > 0 || files.length > 0 ? "The ticket was saved." : "Nothing was changed."}${lost}`,
      );
    },

    async updateProperty({ body }, context) {
      const shape = TicketUpdate.shape[body.property];
      const value = shape.safeParse(body.value);
      if (!value.success) {
        const words = value.error.issues[0]?.message ?? "This can't be used.";
        return problem(422, words, { value: [words], [body.property]: [words] });
      }
      if (body.property === "contact_id")
        await mustKnowContact(deps.clientsOfAccount(context.account), String(value.data ?? ""));
      const work = write(context, async (unit) => {
        await mustSee(unit.trx, context, body.id);
        return changeTicket(unit, body.id, { [body.property]: value.data }, body.version);
      });
      const result = await answered(service, context.account, work);
      if (!Array.isArray(result)) return result;
      return saved(context, body.id, result.length > 0 ? "The ticket was saved." : "Nothing was changed.");
    },

    async destroyTicket({ params }, context) {
      await write(context, (unit) => destroyTicket(unit, params.id));
      const message = `Ticket #${params.id} was deleted. It can be restored for ${keptDays} days.`;
      return { status: 201, body: { status: 201, message } };
    },

    async restoreTicket({ params }, context) {
      await write(context, (unit) => restoreTicket(unit, params.id));
      return { status: 201, body: { status: 201, message: `Ticket #${params.id} is back.` } };
    },

    async bulkChange({ body }, context) {
      await know(context.account, body.change.add_members);
      const done = await write(context, (unit) => bulkChange(unit, body.ids, body.change));
      const count = (n: number) => `${n} ${n === 1 ? "ticket" : "tickets"}`;
      const refused = done.refused.length > 0 ? ` ${count(done.refused.length)} could not be.` : "";
      return {
        status: 201,
        body: { status: 201, message: `${count(done.changed.length)} changed.${refused}`, ...done },
      };
    },
  };
}
